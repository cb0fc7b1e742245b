package inbox

import (
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/internal/flow"
	"botyard/internal/outbox"
)

// runs publishes a release whose /start runs the steps, in JSON.
func (b *bench) runs(project int64, number int32, steps string) {
	b.t.Helper()
	scenarios, problems := flow.Parse([]byte(`[{"id": "s1", "title": "", "triggers": [{"kind": "command", "command": "start"}], "steps": `+steps+`}]`), "")
	if problems != nil {
		b.t.Fatalf("Parse = %v", problems)
	}
	b.publish(project, number, scenarios)
}

// wakes puts what came of a timer into the inbox.
func (b *bench) wakes(project, user int64, payload string) {
	b.t.Helper()
	b.exec("INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload) VALUES ($1, 1, $2, 2, $3)", project, user, []byte(payload))
}

const counts = `[{"id": "d1", "kind": "data", "action": "add", "field": "n", "type": "number", "value": "1"},
	{"id": "g1", "kind": "tag", "action": "add", "tag": "guest"},
	{"id": "m1", "kind": "message", "text": [{"var": "data:n"}]}]`

func TestDataAreKeptFromTurnToTurnAndWithinABatch(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.runs(p, 2, counts)
	for range 2 {
		b.say(p, 5, "Anna", "/start")
		b.say(p, 5, "Anna", "/start")
		b.say(p, 6, "Boris", "/start")
		b.handleAll(p)
	}
	if got := b.sent(p); !slices.Equal(got, []string{"1", "2", "1", "3", "4", "2"}) {
		t.Errorf("answers = %v, want each person's own count", got)
	}
	const kept = "SELECT string_agg(user_id || ' ' || data || ' ' || tags::text, ', ' ORDER BY user_id) FROM subscribers WHERE project_id = $1"
	if got := query[string](b, kept, p); got != `5 {"n": "4"} {guest}, 6 {"n": "2"} {guest}` {
		t.Errorf("kept = %s, want the counts and the tag of both", got)
	}
}

func TestDataAreOfOneProject(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p, other := b.project(), b.project()
	b.runs(p, 2, counts)
	b.runs(other, 2, counts)
	b.say(p, 5, "Anna", "/start")
	b.say(other, 5, "Anna", "/start")
	b.handleAll(p)
	b.handleAll(other)
	if got := b.sent(other); !slices.Equal(got, []string{"1"}) {
		t.Errorf("answers of the other project = %v, want a count of its own", got)
	}
}

func TestOddAndLongDataAreKept(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.runs(p, 2, `[{"id": "q1", "kind": "question", "text": "What?", "type": "text", "field": "f", "cancel": false, "back": false}]`)
	b.say(p, 5, "Anna", "/start")
	b.say(p, 5, "Anna", "a\x00b"+strings.Repeat("я", 4000))
	b.handleAll(p)
	if got := query[int](b, "SELECT octet_length(data->>'f') FROM subscribers"); got > flow.MaxValue || got < flow.MaxValue-4 {
		t.Errorf("bytes of the field = %d, want %d at most", got, flow.MaxValue)
	}
}

func TestNewcomersAreNewOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.runs(p, 2, `[{"id": "c1", "kind": "condition", "match": "all", "tests": [{"what": "new", "is": "yes"}],
		"yes": [{"id": "m1", "kind": "message", "text": "new"}], "no": [{"id": "m2", "kind": "message", "text": "known"}]}]`)
	b.say(p, 5, "Anna", "/start")
	b.say(p, 5, "Anna", "/start")
	b.handleAll(p)
	b.say(p, 5, "Anna", "/start")
	b.handleAll(p)
	if got := b.sent(p); !slices.Equal(got, []string{"new", "known", "known"}) {
		t.Errorf("answers = %v, want new once", got)
	}
}

const waitAnHour = `[{"id": "w1", "kind": "wait", "mode": "for", "amount": 1, "unit": "hours"}, {"id": "m1", "kind": "message", "text": "later"}]`

func TestAWaitIsATimerOfItsTurn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.runs(p, 2, waitAnHour)
	b.say(p, 5, "Anna", "/start")
	b.handleAll(p)
	left := query[float64](b, "SELECT extract(epoch FROM due - now())::float8 FROM timers WHERE project_id = $1 AND chat_id = 5 AND integration_id = 1", p)
	if left < time.Hour.Seconds()-60 || left > time.Hour.Seconds() {
		t.Errorf("the timer fires in %v s, want an hour", left)
	}
	arrival := query[string](b, "SELECT json_build_object('run', run, 'generation', generation)::text FROM timers")
	b.wakes(p, 5, strings.Replace(arrival, `"generation" : 1`, `"generation" : 2`, 1)) // stale
	b.wakes(p, 5, `{"run": 12345, "generation": 1}`)
	b.wakes(p, 5, `no JSON`)
	b.wakes(p, 6, arrival) // another's
	b.handleAll(p)
	if got := b.sent(p); got != nil {
		t.Fatalf("answers to stale timers = %v, want none", got)
	}
	b.wakes(p, 5, arrival)
	b.wakes(p, 5, arrival)
	b.handleAll(p)
	if got := b.sent(p); !slices.Equal(got, []string{"later"}) {
		t.Errorf("answers = %v, want one", got)
	}
	if class := query[int16](b, "SELECT class FROM outbox"); class != int16(outbox.Notice) {
		t.Errorf("class = %d, want a notice", class)
	}
}

func TestAWaitThatIsBegunAnewHasOneTimer(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.runs(p, 2, waitAnHour)
	b.say(p, 5, "Anna", "/start")
	b.handleAll(p)
	first := query[int64](b, "SELECT run FROM timers")
	b.say(p, 5, "Anna", "/start")
	b.say(p, 5, "Anna", "/start")
	b.handleAll(p)
	if n := query[int](b, "SELECT count(*) FROM timers WHERE run <> $1", first); n != 1 {
		t.Errorf("timers besides the first = %d, want 1", n)
	}
	if n := query[int](b, "SELECT count(*) FROM timers"); n != 1 {
		t.Errorf("timers = %d, want 1: the earlier ones are cancelled", n)
	}
}

func TestADialogueGoesOnInItsRelease(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.runs(p, 2, `[{"id": "q1", "kind": "question", "text": "What?", "type": "text", "field": "f", "cancel": false, "back": false}, {"id": "m1", "kind": "message", "text": "of 2"}]`)
	b.say(p, 5, "Anna", "/start")
	b.handleAll(p)
	b.runs(p, 3, `[{"id": "m1", "kind": "message", "text": "of 3"}]`)
	b.say(p, 5, "Anna", "this")
	b.say(p, 5, "Anna", "/start")
	b.handleAll(p)
	if got := b.sent(p); !slices.Equal(got, []string{"What?", "of 2", "of 3"}) {
		t.Errorf("answers = %v, want the second release to end its dialogue", got)
	}
}

func TestPeopleAreMovedToAnotherStep(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.runs(p, 2, `[{"id": "q1", "kind": "question", "text": "What?", "type": "text", "field": "f", "cancel": false, "back": false}]`)
	b.say(p, 5, "Anna", "/start")
	b.handleAll(p)
	b.runs(p, 3, `[{"id": "m1", "kind": "message", "text": "moved"}]`)
	b.exec(`UPDATE releases SET moves = '{"q1": "m1"}' WHERE number = 3`)
	b.runs(p, 4, `[{"id": "m1", "kind": "message", "text": "moved on"}]`)
	b.say(p, 5, "Anna", "this")
	b.handleAll(p)
	if got := b.sent(p); !slices.Equal(got, []string{"What?", "moved on"}) {
		t.Errorf("answers = %v, want the step that took its place, of the release after that", got)
	}
}

func TestTimesAreOfTheProjectsZone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.exec(`UPDATE projects SET card = '{"zone":"Pacific/Kiritimati"}', card_version = card_version + 1`)
	b.runs(p, 2, `[{"id": "w1", "kind": "wait", "mode": "until", "time": "10:00"}]`)
	b.say(p, 5, "Anna", "/start")
	b.handleAll(p)
	if got := query[string](b, "SELECT to_char(due AT TIME ZONE 'Pacific/Kiritimati', 'HH24:MI') FROM timers"); got != "10:00" {
		t.Errorf("the wait ends at %s there, want 10:00", got)
	}
}

func TestNamesAreThoseOfTheLastMessage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	const names = "SELECT first_name FROM subscribers WHERE project_id = $1 AND user_id = 5"
	b.say(p, 5, "Anna", "hi")
	b.say(p, 5, "Anya", "hi") // in the same batch as the first
	b.handleAll(p)
	if got := query[string](b, names, p); got != "Anya" {
		t.Errorf("name of a new person = %q, want the last", got)
	}
	b.say(p, 5, "Anuta", "hi")
	b.handleAll(p)
	if got := query[string](b, names, p); got != "Anuta" {
		t.Errorf("name of a known person = %q, want the last", got)
	}
	b.exec("UPDATE subscribers SET seen_on = seen_on - 1")
	b.say(p, 5, "Anuta", "hi")
	b.handleAll(p)
	if !query[bool](b, "SELECT seen_on = current_date FROM subscribers WHERE project_id = $1 AND user_id = 5", p) {
		t.Error("who wrote again today was not seen today")
	}
}
