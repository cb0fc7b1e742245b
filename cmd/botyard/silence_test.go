package main

import (
	"context"
	"testing"

	"botyard/internal/telegram"
)

// TestSilenceIsTold: a message of which nothing is left goes to nobody, and the
// bot's owner finds it among what was not sent.
func TestSilenceIsTold(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, bot := r.sending("silent_bot", startRuns(`{"id":"t1","kind":"message","text":[{"var":"last_name"}]}`))
	visitor := r.sim.User(telegram.User{FirstName: "Ada"})
	if _, err := visitor.Send(bot.ID, "/start"); err != nil {
		t.Fatal(err)
	}
	r.until("the end of the message", func(context.Context) bool { return r.logged() != "" })
	if got := r.logged(); got != "failed rejected" {
		t.Errorf("outcomes = %q, want it told as not sent", got)
	}
}
