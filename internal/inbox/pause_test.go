package inbox

import (
	"slices"
	"testing"
)

func (b *bench) pause(project int64) {
	b.exec("UPDATE projects SET paused_at = now() WHERE id = $1", project)
}

func (b *bench) resume(project int64) {
	b.exec("UPDATE projects SET paused_at = NULL WHERE id = $1", project)
}

func TestPausedEventsWaitAndNothingElseDoes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p, other := b.project(), b.project()
	b.pause(p)
	b.say(p, 1, "one", "hi")
	b.say(p, 1, "two", "hi")
	b.say(other, 1, "other", "hi")
	b.run()
	b.settled(other)
	if got := b.waiting(p); got != 2 {
		t.Errorf("waiting events of a paused project = %d, want 2", got)
	}
	b.resume(p)
	b.settled(p)
	if got := b.sent(p); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("answers after the pause = %v, want both in order", got)
	}
}

// TestAPauseHoldsWhatIsLoaded: events that were read before the pause are not
// run, in a batch with those of others.
func TestAPauseHoldsWhatIsLoaded(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p, other := b.project(), b.project()
	b.say(p, 1, "one", "hi")
	b.say(other, 1, "other", "hi")
	b.markUnread([]int64{p, other})
	b.read(t.Context())
	b.pause(p)
	b.work(t.Context())
	if b.waiting(p) != 1 || b.waiting(other) != 0 {
		t.Errorf("waiting = %d of the paused and %d of the other, want 1 and 0", b.waiting(p), b.waiting(other))
	}
	if b.work(t.Context()) {
		t.Error("work = true, want a paused project to keep nobody busy")
	}
	b.resume(p)
	b.markUnread([]int64{p})
	b.work(t.Context())
	if got := b.sent(p); !slices.Equal(got, []string{"one"}) {
		t.Errorf("answers after the pause = %v, want the one that was loaded before it", got)
	}
}
