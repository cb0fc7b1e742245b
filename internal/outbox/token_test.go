package outbox

import (
	"testing"
	"time"

	"botyard/internal/telegram/sim"
)

func TestARefusedTokenIsConfirmedBeforeTheBotStops(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat, flapping := b.visitor(from).ID, b.visitor(from).ID
	f := refusal(401, "Unauthorized")
	f.Times = 1
	b.fault(flapping, f)
	b.enqueue(from, flapping, "flapping")
	stop := b.run()
	b.emptied()
	if got := b.outcomes(flapping); got != "sent" {
		t.Errorf("outcome over a passing 401 = %q, want sent", got)
	}
	stop()
	if _, err := b.sim.RevokeToken(from.ID); err != nil {
		t.Fatal(err)
	}
	b.enqueue(from, chat, "one", "two")
	b.run()
	b.emptied()
	if got := b.outcomes(chat); got != "failed disconnected, failed disconnected" {
		t.Errorf("outcomes with a revoked token = %q, want both failed", got)
	}
	refused := b.sim.Journal().Select(func(e sim.Entry) bool { return e.Code == 401 && e.Bot == 0 })
	if len(refused) < 3 || refused[0].Method != "sendMessage" || refused[1].Method != "getMe" {
		t.Errorf("refused calls = %v, want the message once, and then that the bot itself is asked about", refused)
	}
	row, err := b.store.LiveIntegration(t.Context(), from.project)
	if err != nil || row.Actual != "disconnected" || row.Reason != "token_revoked" || row.ReconcileAt != nil {
		t.Errorf("integration = %s, %q, %v, want it stopped for its owner to see", row.Actual, row.Reason, row.ReconcileAt)
	}
}

// The token was replaced while calls with the old one were refused.
func TestAReplacedTokenIsNotStopped(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.times.confirmFor = time.Millisecond
	from := b.bot()
	chat := b.visitor(from).ID
	f := refusal(401, "Unauthorized")
	f.Times = 3
	b.fault(chat, f)
	b.exec("UPDATE integrations SET changed_at = now() + interval '1 minute'")
	b.enqueue(from, chat, "hello")
	b.run()
	b.emptied()
	if row, err := b.store.LiveIntegration(t.Context(), from.project); err != nil || row.Reason != "" || b.outcomes(chat) != "sent" {
		t.Errorf("reason and outcome = %q, %q, %v, want a bot that goes on", row.Reason, b.outcomes(chat), err)
	}
}

func TestSuspicionNeedsTimeWithoutGaps(t *testing.T) {
	t.Parallel()
	s, start := suspects{}, time.Now()
	for _, step := range []struct {
		at   time.Duration
		want bool
	}{{0, false}, {20 * time.Second, false}, {59 * time.Second, false}, {time.Hour, false}, {time.Hour + 59*time.Second, false}, {time.Hour + time.Minute, true}} {
		if got := s.confirmed(1, start.Add(step.at), usualTimes); got != step.want {
			t.Errorf("confirmed at %v = %t, want %t", step.at, got, step.want)
		}
	}
	if s.confirmed(2, start.Add(2*time.Hour), usualTimes) {
		t.Error("confirmed for another bot = true, want false")
	}
}

func TestADisconnectedBotSendsNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.exec("UPDATE integrations SET desired = 'disconnected', actual = 'disconnected', token = NULL")
	b.enqueue(from, chat, "hello")
	b.run()
	b.emptied()
	if calls, _ := b.calls(chat); calls != nil || b.outcomes(chat) != "failed disconnected" {
		t.Errorf("calls and outcome = %v, %q, want none and failed", calls, b.outcomes(chat))
	}
}

func TestATokenThatCannotBeReadCostsNoMessage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.exec("UPDATE integrations SET token = 'sealed by another key'")
	b.enqueue(from, chat, "hello")
	b.run()
	eventually(t, "attempts", func() bool { return query[string](b, "SELECT last_error FROM outbox") == "not_tried" })
	b.exec("UPDATE integrations SET token = $1", b.vault.Seal(from.Token, from.project, from.ID))
	b.emptied()
	if calls, _ := b.calls(chat); len(calls) != 1 || b.outcomes(chat) != "sent" {
		t.Errorf("calls and outcome = %d, %q, want one and sent", len(calls), b.outcomes(chat))
	}
}
