package inbox

import (
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/richtext"
)

// member puts a my_chat_member update: the person's bot is now of that status.
func (b *bench) member(project, user int64, status string) {
	b.put(project, map[string]any{"my_chat_member": map[string]any{
		"date": time.Now().Unix(), "chat": map[string]any{"id": user, "type": "private"}, "from": map[string]any{"id": user, "first_name": "x"},
		"old_chat_member": map[string]any{"status": "member"}, "new_chat_member": map[string]any{"status": status},
	}})
}

// press puts a press of a button.
func (b *bench) press(project, user int64, queryID string) { b.presses(project, user, queryID, "1:b") }

// presses puts a press of a button with those data.
func (b *bench) presses(project, user int64, queryID, data string) {
	b.put(project, map[string]any{"callback_query": map[string]any{
		"id": queryID, "data": data, "chat_instance": "c", "from": map[string]any{"id": user, "first_name": "x"},
		"message": map[string]any{"message_id": 1, "date": 1, "chat": map[string]any{"id": user, "type": "private"}},
	}})
}

// handleAll works until the project's inbox is empty, all in one batch if it can be.
func (b *bench) handleAll(project int64) {
	b.t.Helper()
	b.poll()
	for b.work(b.t.Context()) {
	}
	if n := b.waiting(project); n != 0 {
		b.t.Fatalf("waiting = %d, want 0", n)
	}
}

func TestReachabilityIsWhatWasHeardLast(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		happens func(b *bench, p int64)
		want    string
	}{
		{"blocks", func(b *bench, p int64) { b.member(p, 5, "kicked") }, "blocked"},
		{"writes, then blocks", func(b *bench, p int64) { b.say(p, 5, "x", "hi"); b.member(p, 5, "kicked") }, "blocked"},
		{"blocks, then comes back", func(b *bench, p int64) { b.member(p, 5, "kicked"); b.member(p, 5, "member") }, ""},
		{"blocks, then writes", func(b *bench, p int64) { b.member(p, 5, "kicked"); b.say(p, 5, "x", "hi") }, ""},
		{"blocks, then presses", func(b *bench, p int64) { b.member(p, 5, "kicked"); b.press(p, 5, "q") }, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			p := b.project()
			test.happens(b, p)
			b.handleAll(p)
			if got := query[string](b, "SELECT coalesce((SELECT state FROM reachability WHERE project_id = $1 AND integration_id = 1 AND user_id = 5), '')", p); got != test.want {
				t.Errorf("reachability = %q, want %q", got, test.want)
			}
		})
	}
}

func TestMembershipIsNoMessage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.member(p, 5, "member")
	b.handleAll(p)
	if got := b.sent(p); got != nil {
		t.Errorf("answers = %v, want none", got)
	}
	if n := query[int](b, "SELECT count(*) FROM subscribers"); n != 0 {
		t.Errorf("subscribers = %d, want 0: nobody wrote", n)
	}
}

func TestSubscribersKeepTheirFirstSourceAndLastName(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	row := func() string {
		return query[string](b, "SELECT first_name || '|' || source || '|' || count(*) OVER () FROM subscribers WHERE project_id = $1 AND user_id = 7", p)
	}
	b.say(p, 7, "Anna", "/start promo")
	b.say(p, 7, "Anya", "/start other")
	b.handleAll(p)
	if got := row(); got != "Anya|promo|1" {
		t.Errorf("subscriber = %q, want the last name and the first source", got)
	}
	b.say(p, 7, "Ann", "/start third")
	b.handleAll(p)
	if got := row(); got != "Ann|promo|1" {
		t.Errorf("subscriber later = %q, want the new name and the first source", got)
	}
}

func TestWhatWasSaidIsLogged(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.say(p, 7, "Anna", "Hello")
	b.press(p, 7, "q1")
	b.handleAll(p)
	log := query[string](b, "SELECT string_agg(outcome || ' ' || chat_id || ' ' || integration_id, ', ') FROM message_log WHERE project_id = $1", p)
	if log != "received 7 1, received 7 1" {
		t.Errorf("message_log = %q, want two received", log)
	}
	if words := query[string](b, "SELECT string_agg(words || ' ' || outgoing, ', ') FROM message_text"); words != "Hello false" {
		t.Errorf("message_text = %q, want the words of the message alone", words)
	}
}

func TestAPressIsAnsweredOnceHoweverOftenItIsLoaded(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.plant(p, planted{"": func() {}})
	b.pauses.first, b.pauses.longest = time.Millisecond, time.Millisecond
	b.press(p, 7, "query-1")
	b.exec("UPDATE inbox SET attempts = 1")
	b.queues.want(p, 0)
	b.read(t.Context())
	b.queues.drop(p)
	b.queues.want(p, 0)
	b.read(t.Context())
	if got := b.sender.callbacks; !slices.Equal(got, []string{"query-1"}) {
		t.Errorf("answered presses = %v, want one", got)
	}
}

func TestOddTextsAreKept(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.say(p, 7, "a\x00b\ud7ff", "x\x00y")
	b.handleAll(p)
	if got := query[string](b, "SELECT first_name FROM subscribers"); got != "a\uFFFDb\ud7ff" {
		t.Errorf("first_name = %q, want the NUL replaced", got)
	}
	if got := b.sent(p); len(got) != 1 || !strings.Contains(got[0], "a\uFFFDb") {
		t.Errorf("answers = %q, want one with the name", got)
	}
}

func TestAnOldEventIsAnsweredLate(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.say(p, 1, "old", "hi")
	b.exec("UPDATE inbox SET received_at = now() - interval '61 seconds'")
	b.say(p, 1, "new", "hi")
	b.handleAll(p)
	got := query[string](b, "SELECT string_agg(class::text, ',' ORDER BY event_id) FROM outbox")
	if got != "2,1" {
		t.Errorf("classes = %s, want late and prompt", got)
	}
	if age := query[float64](b, "SELECT extract(epoch FROM now() - min(received_at)) FROM outbox"); age < 60 {
		t.Errorf("age of the late message = %v s, want that of its event", age)
	}
	if len(b.sender.woken) == 0 {
		t.Error("the sender was not woken")
	}
}

func TestALongAnswerIsSeveralMessagesOfOneTurn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.projectSaying(richtext.Of(strings.Repeat("слово ", 900)))
	b.say(p, 1, "x", "hi")
	b.handleAll(p)
	if got := query[string](b, "SELECT string_agg(seq::text, ',' ORDER BY seq) FROM outbox"); got != "0,1" {
		t.Errorf("seqs = %s, want 0,1", got)
	}
}

// A turn that was saved although nobody heard of it must not be saved again.
func TestAGoneEventLeavesNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.say(p, 1, "first", "hi")
	b.say(p, 2, "second", "hi")
	b.queues.want(p, 0)
	b.read(t.Context())
	b.exec("DELETE FROM inbox WHERE chat_id = 1")
	b.handle(t.Context(), b.queues.batch())
	if got := b.sent(p); !slices.Equal(got, []string{"second"}) {
		t.Errorf("answers = %v, want the second's alone", got)
	}
	if n := query[int](b, "SELECT count(*) FROM subscribers WHERE user_id = 1"); n != 0 {
		t.Errorf("subscribers of the gone event = %d, want 0", n)
	}
	if len(b.queues.loaded) != 0 {
		t.Errorf("loaded = %v, want nothing", b.queues.loaded)
	}
}

func TestDialoguesAreSavedAndEnded(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	state := func() string {
		return query[string](b, "SELECT coalesce((SELECT release || ' ' || state::text FROM chats WHERE project_id = $1 AND chat_id = 5), '')", p)
	}
	for _, step := range []struct {
		state   flow.State
		release int32
		want    string
	}{
		{flow.State{Version: 1, Silent: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}, 1, `1 {"silent": "2026-01-01T00:00:00Z", "version": 1}`},
		{flow.State{Version: 1, Silent: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)}, 3, `3 {"silent": "2027-01-01T00:00:00Z", "version": 1}`},
		{flow.State{}, 3, ""}, {flow.State{}, 3, ""},
	} {
		key := chatKey{p, 5}
		left := turns{changed: map[chatKey]bool{key: true}, states: map[chatKey]db.ChatStatesRow{key: {State: step.state, Release: step.release}}}
		if err := left.saveChats(t.Context(), b.store.Queries); err != nil {
			t.Fatal(err)
		}
		if got := state(); got != step.want {
			t.Errorf("chat after %+v = %q, want %q", step.state, got, step.want)
		}
	}
}

// TestSubscribersAreWrittenWhenSomethingIsNew: a first message, a new name, a new day.
func TestSubscribersAreWrittenWhenSomethingIsNew(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	written := func() string { return query[string](b, "SELECT xmin::text FROM subscribers WHERE project_id = $1", p) }
	for _, step := range []struct {
		name   string
		before string
		writes bool
	}{
		{"Anna", "SELECT 1", true}, {"Anna", "SELECT 1", false}, {"Anya", "SELECT 1", true},
		{"Anya", "UPDATE subscribers SET seen_on = current_date - 1", true}, {"Anya", "SELECT 1", false},
	} {
		b.exec(step.before)
		before := ""
		if step.name == "Anya" || !step.writes {
			before = written()
		}
		b.say(p, 7, step.name, "hi")
		b.handleAll(p)
		if wrote := written() != before; wrote != step.writes {
			t.Errorf("after %s, %s: written = %t, want %t", step.name, step.before, wrote, step.writes)
		}
	}
}

func TestAReplyMayBeginInItsTurn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.sender.begins = 1
	b.say(p, 1, "first", "hi")
	b.handleAll(p)
	if n := query[int](b, "SELECT count(*) FROM outbox WHERE started_at IS NOT NULL AND call_deadline > now() AND attempts = 1"); n != 1 {
		t.Errorf("started = %d, want the reply", n)
	}
	if len(b.sender.woken) != 0 {
		t.Error("the sender is woken for what it begins itself")
	}
	b.say(p, 2, "second", "hi")
	b.say(p, 3, "third", "hi")
	b.handleAll(p)
	if n := query[int](b, "SELECT count(*) FROM outbox WHERE started_at IS NULL AND attempts = 0"); n != 1 || len(b.sender.woken) != 1 {
		t.Errorf("waiting = %d, told of %d, want the third, and the sender woken for it", n, len(b.sender.woken))
	}
	if !slices.Equal(b.sender.commits, []bool{true, true}) {
		t.Errorf("commits = %v, want two", b.sender.commits)
	}
}

func TestASenderIsToldWhenATurnIsNotCommitted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.plant(p, planted{"hi": func() { b.exec("DELETE FROM inbox") }})
	b.say(p, 1, "x", "hi")
	b.handleAll(p)
	if len(b.sender.commits) == 0 || slices.Contains(b.sender.commits, true) {
		t.Errorf("commits = %v, want none that succeeded", b.sender.commits)
	}
}
