package main

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"botyard/internal/pgtest"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// slowSim is a Telegram whose calls take a while: something is always under way.
func slowSim(t *testing.T) *sim.Server {
	t.Helper()
	s, err := sim.New(sim.Config{Seed: 1, Speed: 20, NoLimits: true, Latency: 60 * time.Millisecond, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s
}

// flood delivers messages of a new visitor whose name and words hold mark, and
// returns when all were accepted: they are being answered then.
func (r *rig) flood(publicID, secret, mark string, visitor int64, n int) {
	r.t.Helper()
	for i := range n {
		body := fmt.Sprintf(`{"update_id":%d,"message":{"message_id":%d,"date":%d,"text":"/start %s-%d",
			"from":{"id":%d,"is_bot":false,"first_name":"%s"},"chat":{"id":%d,"type":"private","first_name":"%s"}}}`,
			visitor*1000+int64(i), i+1, time.Now().Unix(), mark, i, visitor, mark, visitor, mark)
		if code, answer := r.post(publicID, secret, body); code != 200 {
			r.t.Fatalf("delivery = %d %s, want 200", code, answer)
		}
	}
}

// acquaint lets a visitor write to a bot and be answered, so that it may write to them.
func (r *rig) acquaint(visitor int64, name string, bot sim.Bot) {
	r.t.Helper()
	u := r.sim.User(telegram.User{ID: visitor, FirstName: name})
	if _, err := u.Send(bot.ID, "/start"); err != nil {
		r.t.Fatal(err)
	}
	r.nextFrom(u, bot, 0)
}

// goneRound waits until everything has gone round once more: what was loaded
// or under way before has found its end by then.
func (r *rig) goneRound(bot sim.Bot) {
	r.t.Helper()
	r.answerTo(bot, "/start")
	r.answerTo(bot, "/start")
}

func (r *rig) wantUnmarked(dsn, mark, when string) {
	r.t.Helper()
	if n := pgtest.Count(pgtest.Dump(r.t, dsn), mark); n != 0 {
		r.t.Errorf("%s: %q is in the dump %d times, want never", when, mark, n)
	}
}

func TestErasedPersonIsNotWrittenBack(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	r := newRigOn(t, dsn, t.TempDir(), slowSim(t))
	projectID, bot := r.publishedBot("forgetful_bot")
	publicID, secret := r.known(projectID)
	for i := range 12 {
		visitor, mark := int64(700_000+i), fmt.Sprintf("facade%010d", i)
		r.acquaint(visitor, mark, bot)
		r.flood(publicID, secret, mark, visitor, 1+i%4)
		time.Sleep(time.Duration(i) * 3 * time.Millisecond) // to erase at another point each time
		if err := r.app.projects.ErasePerson(t.Context(), projectID, visitor); err != nil {
			t.Fatal(err)
		}
		r.wantUnmarked(dsn, mark, "at once")
	}
	r.goneRound(bot)
	r.wantUnmarked(dsn, "facade0", "after everything went round")
	r.wantLeftOf("subscribers", 2) // those of goneRound
}

func (r *rig) wantLeftOf(table string, want int) {
	r.t.Helper()
	var n int
	if err := r.app.store.Pool.QueryRow(r.t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil || n != want {
		r.t.Errorf("%s has %d rows, %v, want %d", table, n, err, want)
	}
}

func TestErasedProjectIsNotWrittenBack(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	r := newRigOn(t, dsn, t.TempDir(), slowSim(t))
	staying, other := r.publishedBot("staying_bot")
	for i := range 4 {
		mark := fmt.Sprintf("facade%010d", i)
		projectID, bot := r.publishedBot(fmt.Sprintf("leaving_%d_bot", i))
		publicID, secret := r.known(projectID)
		r.acquaint(1000, mark, bot)
		r.flood(publicID, secret, mark, 1000, 10)
		if err := r.app.projects.Delete(t.Context(), projectID); err != nil {
			t.Fatal(err)
		}
		// Receipt may still know the bot for a second.
		r.flood(publicID, secret, mark, 1001, 2)
	}
	r.goneRound(other)
	r.wantUnmarked(dsn, "facade0", "after everything went round")
	r.wantLeftOf("projects", 1)
	for _, table := range []string{"inbox", "outbox", "dead_letters", "subscribers", "message_log", "message_text", "integrations", "bot_claims"} {
		r.wantLeftOf(fmt.Sprintf("%s WHERE project_id <> %d", table, staying), 0)
	}
}
