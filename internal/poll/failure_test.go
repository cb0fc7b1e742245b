package poll

import (
	"testing"
	"time"

	"botyard/internal/telegram"
)

func TestAForeignWebhookIsLeftToItsOwner(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	made := b.bot(1)
	err := b.client.SetWebhook(t.Context(), made.Token, telegram.SetWebhook{URL: "https://elsewhere.example.org/hook"})
	if err != nil {
		t.Fatal(err)
	}
	b.run()
	b.eventually("the other service to be noted", func() bool { return b.standing(1) == "disconnected foreign_webhook elsewhere.example.org" })
	info, err := b.client.GetWebhookInfo(t.Context(), made.Token)
	if err != nil || info.URL == "" {
		t.Errorf("GetWebhookInfo = %+v, %v, want the webhook left alone", info, err)
	}
}

func TestAnotherReaderIsNoted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	one := b.bot(1)
	b.times.wait = 5 * time.Second
	b.run()
	poll := func() error {
		_, err := b.client.GetUpdates(t.Context(), one.Token, telegram.GetUpdates{Timeout: 1})
		return err
	}
	b.eventually("the other reader to be noted", func() bool { _ = poll(); return b.standing(1) == "connected  other_reader" })
	b.says(one, "1")
	b.eventually("it to be alone again", func() bool { return b.standing(1) == "connected  " })
}

func TestARevokedTokenStopsItsBot(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	made := b.bot(1)
	if _, err := b.sim.RevokeToken(made.ID); err != nil {
		t.Fatal(err)
	}
	b.run()
	b.eventually("the bot to stop", func() bool { return b.standing(1) == "disconnected token_revoked " })
}
