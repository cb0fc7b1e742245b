package inbox

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/richtext"
)

func TestEachChatIsHandledInOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p, other := b.project(), b.project()
	var want []string
	for i := range 300 { // more than a window and a batch hold
		name := fmt.Sprint(i)
		b.say(p, int64(1+i%7), name, "hi")
		want = append(want, name)
	}
	b.say(other, 1, "other", "hi")
	b.run()
	b.settled(p)
	b.settled(other)
	if got := b.sent(p); !slices.Equal(got, want) {
		t.Errorf("answers = %v, want one to each message in order", got)
	}
	if got := b.sent(other); !slices.Equal(got, []string{"other"}) {
		t.Errorf("answers of another project = %v, want its own", got)
	}
	if n := query[int](b, "SELECT count(*) FROM message_log WHERE outcome = 'received'"); n != 301 {
		t.Errorf("received messages in the log = %d, want 301", n)
	}
}

func TestAHintIsEnoughAndNotNeeded(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.pauses.poll = time.Hour
	b.run()
	b.say(p, 1, "hinted", "hi")
	b.Hint([]int64{p})
	b.settled(p)

	unhinted := newBench(t)
	p = unhinted.project()
	unhinted.run()
	unhinted.say(p, 1, "polled", "hi")
	unhinted.settled(p)
}

// A scheduler that always has something to do must still hear of what it was
// not told.
func TestABusySchedulerStillPolls(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	busy, quiet := b.project(), b.project()
	b.say(quiet, 1, "unhinted", "hi")
	b.found([]int64{quiet})
	for range 200 {
		b.say(busy, 1, "x", "more")
		b.markUnread([]int64{busy})
		b.hear()
		if !b.work(t.Context()) {
			t.Fatal("work = false, want it busy")
		}
		if b.waiting(quiet) == 0 {
			return
		}
	}
	t.Error("the event of which no hint came still waits")
}

func TestABlockedChatHidesNoOther(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.pauses.first, b.pauses.longest = time.Hour, time.Hour
	b.plant(p, planted{"bad": func() { panic("bad") }})
	b.say(p, 1, "bad", "bad")
	for i := range 2 * window {
		b.say(p, 1, fmt.Sprint(i), "behind it")
	}
	b.say(p, 2, "free", "ok")
	b.run()
	eventually(t, "the answer to the other chat", func() bool { return slices.Equal(b.sent(p), []string{"free"}) })
	if n := b.waiting(p); n != 2*window+1 {
		t.Errorf("waiting = %d, want the %d of the blocked chat", n, 2*window+1)
	}
}

func TestReleasesAreTakenUpAtOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.projectSaying(richtext.Of("old"))
	b.run()
	b.say(p, 1, "x", "hi")
	b.settled(p)
	b.publish(p, 2, flow.Scenarios{answerAll(richtext.Of("new"))})
	b.say(p, 1, "x", "hi")
	b.settled(p)
	if err := b.store.SetCurrentRelease(t.Context(), db.SetCurrentReleaseParams{Number: 1, ProjectID: p}); err != nil {
		t.Fatal(err)
	}
	b.say(p, 1, "x", "hi")
	b.settled(p)
	if got, want := b.sent(p), []string{"old", "new", "old"}; !slices.Equal(got, want) {
		t.Errorf("answers = %v, want %v", got, want)
	}
}

func TestProjectsThatRunNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	unpublished, suspended, gone := b.project(), b.project(), int64(9_000_000)
	b.exec("UPDATE projects SET current_release = NULL WHERE id = $1", unpublished)
	b.exec("UPDATE projects SET suspended_at = now() WHERE id = $1", suspended)
	for _, p := range []int64{unpublished, suspended, gone} {
		b.say(p, 1, "x", "hi")
	}
	b.run()
	for _, p := range []int64{unpublished, suspended, gone} {
		b.settled(p)
		if got := b.sent(p); got != nil {
			t.Errorf("answers of project %d = %v, want none", p, got)
		}
	}
	if n := query[int](b, "SELECT count(*) FROM subscribers WHERE project_id = $1", gone); n != 0 {
		t.Errorf("subscribers of a deleted project = %d, want 0", n)
	}
	if n := query[int](b, "SELECT count(*) FROM dead_letters"); n != 0 {
		t.Errorf("dead letters = %d, want 0", n)
	}
}

func TestABrokenReleaseHarmsOnlyItsProject(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	broken, sound := b.project(), b.project()
	b.exec(`UPDATE releases SET scenarios = '[{"id":"s","title":"","triggers":[{"kind":"of the future"}],"steps":[]}]' WHERE project_id = $1`, broken)
	b.say(broken, 1, "x", "hi")
	b.say(sound, 1, "sound", "hi")
	b.run()
	b.settled(broken)
	b.settled(sound)
	if got := b.sent(sound); !slices.Equal(got, []string{"sound"}) {
		t.Errorf("answers of the sound project = %v, want its own", got)
	}
	if got := query[string](b, "SELECT reason FROM dead_letters"); got != "turn_failed" {
		t.Errorf("dead letter = %q, want turn_failed", got)
	}
}

func TestASuccessorTakesWhatWasNotFinished(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	stop := b.run()
	b.say(p, 1, "one", "hi")
	b.settled(p)
	stop()
	b.say(p, 1, "two", "hi")
	if err := b.owner.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	next := newBenchOn(t, b.store, b.dsn, "next")
	next.run()
	next.settled(p)
	if got, want := b.sent(p), []string{"one", "two"}; !slices.Equal(got, want) {
		t.Errorf("answers = %v, want %v", got, want)
	}
}

func TestGainedShardsAreLookedThrough(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	next := newBenchOn(t, b.store, b.dsn, "next")
	next.pauses.poll = time.Hour
	next.run()
	b.say(p, 1, "waiting", "hi")
	if err := b.owner.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := next.owner.Beat(t.Context()); err != nil {
		t.Fatal(err)
	}
	next.settled(p)
}
