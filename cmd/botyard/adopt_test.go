package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/internal/pgtest"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// calls are the methods that were called for a bot since an entry of the
// journal, deliveries apart.
func (r *rig) calls(bot sim.Bot, since int64) (methods []string) {
	for _, e := range r.sim.Journal().Entries() {
		if e.Bot == bot.ID && e.Seq > since && e.Method != sim.MethodDelivery {
			methods = append(methods, e.Method)
		}
	}
	return methods
}

func (r *rig) lastEntry() int64 {
	entries := r.sim.Journal().Entries()
	return entries[len(entries)-1].Seq
}

// TestACopiedDatabaseIsSilentUntilAdopted: it neither takes the bots over nor
// says again what waited in it.
func TestACopiedDatabaseIsSilentUntilAdopted(t *testing.T) {
	t.Parallel()
	dsn, dir := pgtest.New(t), t.TempDir()
	original := newRigOn(t, dsn, dir, newSim(t))
	projectID, bot := original.publishedBot("moving_bot")
	visitor := original.sim.User(telegram.User{ID: 7, FirstName: "Anna"})
	if _, err := visitor.Send(bot.ID, "/start"); err != nil {
		t.Fatal(err)
	}
	original.nextFrom(visitor, bot, 0)
	original.waitFor("the end of the answer", "NOT EXISTS (SELECT FROM outbox)")
	original.exec(fmt.Sprintf(`INSERT INTO integrations (project_id, bot_id, bot_username, bot_name, desired, actual) VALUES (%d, 1, '', '', 'disconnected', 'disconnected');
		INSERT INTO outbox (project_id, event_id, seq, integration_id, chat_id, class, payload, received_at, not_before)
		SELECT project_id, 77, 0, id, 7, 1, '{"text":"twice"}', now(), now() + interval '1 second' FROM integrations WHERE bot_id <> 1`, projectID))
	original.stop()
	moved := pgtest.Copy(t, dsn)
	r := startRig(t, moved, dir, original.sim, func(context.Context, config, database) error { return nil })
	before := r.lastEntry()
	publicID, secret := r.known(projectID)
	if code, answer := r.post(publicID, secret, visitorSays(900, "/start")); code != 200 {
		t.Errorf("delivery to a held installation = %d %s, want 200: it is kept", code, answer)
	}
	time.Sleep(1500 * time.Millisecond) // the message would be sent by now
	if !r.app.home.Held() || len(r.app.owner.Shards()) > 0 || len(r.calls(bot, before)) > 0 {
		t.Errorf("held = %t, shards = %v, calls = %v, want it held and silent", r.app.home.Held(), r.app.owner.Shards(), r.calls(bot, before))
	}
	r.wantLeftOf("inbox", 1)
	var said bytes.Buffer
	env := map[string]string{"DATABASE_URL": moved, "BOTYARD_PUBLIC_URL": r.url, "BOTYARD_DATA_DIR": dir, "BOTYARD_KEY_FILE": dir + "/key"}
	p := program{getenv: func(name string) string { return env[name] }, stdin: strings.NewReader(""), stdout: &said, stderr: t.Output()}
	if err := p.run(t.Context(), []string{"adopt"}); err != nil {
		t.Fatal(err)
	}
	if got := said.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "restored or copied") || !strings.Contains(got, r.url) || !strings.Contains(got, "0 waiting events and 1 messages") {
		t.Errorf("adopt said %q, want one sentence with the address and what was set aside", got)
	}
	eventually(t, "the webhook", func() bool { return slices.Contains(r.calls(bot, before), "setWebhook") })
	r.waitFor("the answer to what came since", "(SELECT count(*) FROM message_log WHERE outcome = 'sent') = 2 AND NOT EXISTS (SELECT FROM inbox)")
	r.wantLeftOf("message_log WHERE code = 'restored'", 1)
	if sent := r.calls(bot, before); len(slices.DeleteFunc(sent, func(m string) bool { return m != "sendMessage" })) != 1 {
		t.Errorf("calls since = %v, want one message: nothing is said twice", r.calls(bot, before))
	}
	r.answerTo(bot, "/start")
}
