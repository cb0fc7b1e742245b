package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"botyard/internal/pgtest"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// inProcess runs a command of an installation in this process until stop.
func (in *install) inProcess(out io.Writer, args ...string) (stop func()) {
	in.t.Helper()
	env := map[string]string{}
	for _, pair := range in.env {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
	}
	p := program{getenv: func(name string) string { return env[name] }, stdin: strings.NewReader(""), stdout: out, stderr: out}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.run(ctx, args) }()
	stop = onceOnly(func() {
		cancel()
		if err := <-done; err != nil {
			in.t.Errorf("%v = %v, want a clean stop", args, err)
		}
	})
	in.t.Cleanup(stop)
	return stop
}

// serves waits until the installation answers.
func (in *install) serves() {
	in.t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(patience); ; <-look.C {
		resp, err := http.Get("http://" + in.addr + "/readyz")
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			in.t.Fatalf("not ready: %v", err)
		}
	}
}

func TestHalvesOnOneDatabaseAnswer(t *testing.T) {
	t.Parallel()
	in := newInstallWith(t, newSim(t), "DATABASE_URL="+pgtest.New(t), "BOTYARD_DATA_DIR="+t.TempDir())
	var out lines
	stopWorker := in.inProcess(&out, "worker")
	stopWeb := in.inProcess(&out, "web", "-addr", in.addr)
	in.serves()
	bot := in.owner("anna@example.org").bot(in.sim, "halves_bot")
	k := &talk{bot: bot, visitor: in.sim.User(telegram.User{})}
	for range 3 {
		k.say(t)
	}
	in.allAnswered([]*talk{k})
	stopWeb()
	// Another worker takes over at once what this one hands over.
	next := in.inProcess(&out, "worker")
	stopWorker()
	again := in.inProcess(&out, "web", "-addr", in.addr)
	in.serves()
	k.say(t)
	in.allAnswered([]*talk{k})
	again()
	next()
}

const (
	plantedPassword = "planted password of anna"
	wrongPassword   = "planted wrong password"
	plantedDatabase = "planteddatabasepassword"
)

// withPassword puts a password into a database's address that asks for none.
func withPassword(t *testing.T, dsn string) string {
	t.Helper()
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	if _, has := u.User.Password(); !has {
		u.User = url.UserPassword(u.User.Username(), plantedDatabase)
	}
	return u.String()
}

// TestNoSecretIsWritten lets a service live through good and bad, and reads
// everything that it has written.
func TestNoSecretIsWritten(t *testing.T) {
	t.Parallel()
	in := newInstallWith(t, newSim(t), "DATABASE_URL="+withPassword(t, pgtest.New(t)), "BOTYARD_DATA_DIR="+t.TempDir())
	metrics := newInstallWith(t, in.sim).addr
	var out lines
	stop := in.inProcess(&out, "serve", "-addr", in.addr, "-metrics-addr", metrics)
	in.serves()
	b := in.cabinet()
	b.post("/signup", http.StatusSeeOther, "email", "planted.anna@example.org", "password", plantedPassword)
	in.cabinet().post("/login", http.StatusUnauthorized, "email", "planted.anna@example.org", "password", wrongPassword)
	bot := b.bot(in.sim, "planted_bot")
	hook, err := in.sim.Webhook(bot.ID)
	if err != nil {
		t.Fatal(err)
	}
	revoked := in.goesWrong(b, bot, hook)
	page := get(t, "http://"+metrics+"/metrics")
	stop()
	written := out.String() + page
	for what, secret := range map[string]string{
		"token": string(bot.Token)[12:], "replaced token": revoked[12:], "webhook secret": hook.SecretToken,
		"password": plantedPassword, "wrong password": wrongPassword, "database password": plantedDatabase,
		"session": b.client.Jar.Cookies(&url.URL{Scheme: "http", Host: in.addr})[0].Value,
		"words":   "planted words", "name": "Plantedname", "e-mail": "planted.anna",
	} {
		if secret == "" || strings.Contains(written, secret) {
			t.Errorf("the %s %q is in what was written: %s", what, secret, around(written, secret))
		}
	}
	if !strings.Contains(written, `"level":"WARN"`) || !strings.Contains(page, "go_goroutines") {
		t.Errorf("nothing went wrong, or no metrics came; written: %.2000s", written)
	}
}

// goesWrong tries what ends in an error, and gives a token that was revoked meanwhile.
func (in *install) goesWrong(b *cabinet, bot sim.Bot, hook telegram.SetWebhook) (revoked string) {
	t := in.t
	t.Helper()
	k := &talk{bot: bot, visitor: in.sim.User(telegram.User{FirstName: "Plantedname"})}
	for _, f := range []sim.Fault{{Kind: sim.FaultDrop}, {Kind: sim.FaultStatus, Code: 429, RetryAfter: 1}} {
		f.Method = "sendMessage"
		in.sim.Fault(f)
	}
	k.say(t)
	in.allAnswered([]*talk{k})
	for _, secret := range []string{"wrong", hook.SecretToken} {
		req, err := http.NewRequestWithContext(t.Context(), "POST", hook.URL, strings.NewReader(`{"update_id": "planted words"`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	other, err := in.sim.AddBot(sim.BotSpec{Username: "replaced_bot"})
	if err != nil {
		t.Fatal(err)
	}
	project := b.post("/projects", http.StatusSeeOther, "name", "second", "template", "blank")
	in.sim.Fault(sim.Fault{Bot: other.ID, Method: "setWebhook", Kind: sim.FaultStatus, Code: 400, Description: "Bad Request: bad webhook: " + string(other.Token)})
	b.post(project+"/bot", http.StatusSeeOther, "token", string(other.Token))
	if _, err := in.sim.RevokeToken(other.ID); err != nil {
		t.Fatal(err)
	}
	b.post(project+"/bot", http.StatusUnprocessableEntity, "token", string(other.Token))
	return string(other.Token)
}

func get(t *testing.T, address string) string {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func around(text, found string) string {
	i := strings.Index(text, found)
	if i < 0 || found == "" {
		return ""
	}
	return fmt.Sprintf("…%s…", text[max(0, i-200):min(len(text), i+200)])
}
