package sim

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"botyard/internal/telegram"
)

func TestStateIsKept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "sim.json")
	b := newBench(t, Config{StateFile: path})
	ada := b.person(5)
	b.says(ada, "/start")
	b.must("sendMessage", object{"chat_id": 5, "text": "Welcome"})
	b.must("setMyCommands", object{"commands": []object{{"command": "start", "description": "Begin"}}})
	b.AddChannel(telegram.Chat{Username: "the_news"}, b.bot.ID)
	if err := ada.Subscribe("@the_news", true); err != nil {
		t.Fatal(err)
	}
	spare, err := b.AddBot(BotSpec{})
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := b.RevokeToken(spare.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("state file: %v, %v, want mode 0600", info.Mode(), err)
	}

	again, err := New(Config{StateFile: path, Transport: b.hook})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = again.Close(context.Background()) })
	next := &bench{again, t, b.bot, b.hook}
	if v := next.view(5); len(v.Messages) != 2 || v.Messages[1].Text != "Welcome" || len(v.Commands) != 1 {
		t.Errorf("view after a restart = %+v", v)
	}
	if got := string(next.must("getUpdates", nil).Result); !strings.Contains(got, "/start") {
		t.Errorf("getUpdates after a restart = %s, want what waited", got)
	}
	if got := next.must("getChatMember", object{"chat_id": "@the_news", "user_id": 5}); !strings.Contains(string(got.Result), `"member"`) {
		t.Errorf("getChatMember after a restart = %s, want the subscriber", got.Result)
	}
	if got := next.callAs(spare.Token, "getMe", nil); got.ErrorCode != 401 {
		t.Errorf("getMe with the revoked token = %+v, want 401", got)
	}
	if got := next.callAs(fresh, "getMe", nil); !got.OK {
		t.Errorf("getMe with the new token = %+v, want ok", got)
	}
	if !again.InitDataKey().Equal(b.InitDataKey()) {
		t.Error("the key for initData changed")
	}
	if newcomer := again.User(telegram.User{}); newcomer.ID == 5 {
		t.Error("a new person got a known id")
	}
}

func TestStateIsSavedWhileRunning(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "sim.json")
		b := newBench(t, Config{StateFile: path})
		b.says(b.person(5), "remember me")
		time.Sleep(2 * saveEvery)
		if kept, err := os.ReadFile(path); err != nil || !strings.Contains(string(kept), "remember me") {
			t.Errorf("state = %s, %v, want the message in it", kept, err)
		}
	})
}

func TestWebhookSurvivesARestart(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "sim.json")
		b := newBench(t, Config{StateFile: path})
		b.hook.answer = status(500)
		b.setWebhook(nil)
		b.says(b.person(5), "undelivered")
		if err := b.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.hook.answer = nil
		again, err := New(Config{StateFile: path, Transport: b.hook})
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close(context.Background())
		if _, err := again.Journal().WaitFor(t.Context(), 1, func(e Entry) bool { return e.Method == MethodDelivery && e.Done }); err != nil {
			t.Errorf("WaitFor(delivery) = %v", err)
		}
	})
}

func TestBrokenStateIsSaid(t *testing.T) {
	t.Parallel()
	for _, content := range []string{`{`, `{"version":99}`, `{"version":1,"sign_key":"AAAA"}`} {
		path := filepath.Join(t.TempDir(), "sim.json")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := New(Config{StateFile: path}); err == nil {
			t.Errorf("New with state %s = nil, want an error", content)
		}
		if kept, _ := os.ReadFile(path); string(kept) != content {
			t.Errorf("the broken state %s was overwritten", content)
		}
	}
}
