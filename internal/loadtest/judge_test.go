package loadtest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/telegram/sim"
)

var began = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func after(ms int) time.Time { return began.Add(time.Duration(ms) * time.Millisecond) }

// delivery is an entry for an update that was delivered in 2 ms.
func delivery(bot, chat, update int64, ms int) sim.Entry {
	return sim.Entry{Method: sim.MethodDelivery, Bot: bot, Chat: chat, UpdateID: update, At: after(ms), Took: 2 * time.Millisecond, Code: 200, Done: true}
}

// answer is an entry for an answer to message n, a call of 120 ms.
func answer(t *testing.T, bot, chat int64, n, ms int) sim.Entry {
	t.Helper()
	e := sim.Entry{Method: "sendMessage", Bot: bot, Chat: chat, At: after(ms), Took: 120 * time.Millisecond, Code: 200, Done: true}
	raw, err := json.Marshal(map[string]any{"params": map[string]string{"text": "Hello, " + nameOf(n) + "!"}})
	if err == nil {
		err = json.Unmarshal(raw, &e)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// spoilt is an entry whose caller did not hear the true outcome.
func spoilt(e sim.Entry, kind sim.FaultKind, code int, executed bool) sim.Entry {
	e.Fault, e.Code, e.Done = string(kind), code, executed
	return e
}

// outcome is all that a judge counts.
type outcome struct {
	Lost, LostExplained, Repeated, RepeatedExplained, OutOfOrder, Refused, Unanswered int
}

func outcomeOf(j *judge) outcome {
	v := j.verdict()
	return outcome{v.lost, v.lostExplained, v.repeated, v.repeatedExplained, j.outOfOrder, j.refused, j.unanswered}
}

func TestJudgeCountsFaults(t *testing.T) {
	t.Parallel()
	// Messages 0 and 1 are of one chat, 2 is of another, 3 of another bot.
	ok := func(n, ms int) sim.Entry {
		of := [][2]int64{{7, 100}, {7, 100}, {7, 101}, {8, 102}}[n]
		return answer(t, of[0], of[1], n, ms)
	}
	all := []sim.Entry{ok(0, 10), ok(1, 20), ok(2, 30), ok(3, 40)}
	drop := func(n, ms int) sim.Entry { return spoilt(ok(n, ms), sim.FaultDrop, 502, false) }
	unheard := func(n, ms int) sim.Entry { return spoilt(ok(n, ms), sim.FaultAcceptDrop, 200, true) }
	limited := func(n, ms int) sim.Entry {
		e := ok(n, ms)
		e.Code, e.Done = 429, false
		return e
	}
	for name, c := range map[string]struct {
		entries []sim.Entry
		want    outcome
	}{
		"all is well":            {all, outcome{}},
		"nothing came":           {nil, outcome{Lost: 4, Unanswered: 4}},
		"one is missing":         {all[:3], outcome{Lost: 1, Unanswered: 1}},
		"one is there twice":     {append(all[:4:4], ok(2, 50)), outcome{Repeated: 1}},
		"one is there thrice":    {append(all[:4:4], ok(2, 50), ok(2, 60)), outcome{Repeated: 2}},
		"a chat is turned round": {[]sim.Entry{ok(1, 10), ok(0, 20), ok(2, 30), ok(3, 40)}, outcome{OutOfOrder: 1}},
		"chats overtake":         {[]sim.Entry{ok(3, 10), ok(2, 20), ok(0, 30), ok(1, 40)}, outcome{}},
		"refused, then sent":     {append(all[:3:3], limited(3, 50), ok(3, 60)), outcome{Refused: 1}},
		"refused on purpose":     {append(all[:3:3], spoilt(limited(3, 50), sim.FaultStatus, 429, false), ok(3, 60)), outcome{}},
		"dropped, then sent":     {append(all[:3:3], drop(3, 50), ok(3, 60)), outcome{}},
		"dropped once and lost":  {append(all[:3:3], drop(3, 50)), outcome{Lost: 1, Unanswered: 1}},
		"dropped twice":          {append(all[:3:3], drop(3, 50), drop(3, 60)), outcome{Lost: 1, LostExplained: 1, Unanswered: 1}},
		"unheard, sent again":    {append(all[:3:3], unheard(3, 50), ok(3, 60)), outcome{Repeated: 1, RepeatedExplained: 1}},
		"unheard, sent too often": {append(all[:3:3], unheard(3, 50), ok(3, 60), ok(3, 70)),
			outcome{Repeated: 2, RepeatedExplained: 1}},
		"dropped is no excuse": {append(all[:3:3], drop(3, 50), ok(3, 60), ok(3, 70)), outcome{Repeated: 1}},
		"another bot answered": {append(all[:3:3], answer(t, 7, 102, 3, 50)), outcome{Lost: 1, Unanswered: 1}},
		"an answer to nothing": {append(all[:4:4], answer(t, 7, 100, 99, 50)), outcome{}},
	} {
		j := newJudge()
		for _, of := range [][2]int64{{7, 100}, {7, 100}, {7, 101}, {8, 102}} {
			j.sent(of[0], of[1], began)
		}
		for _, e := range c.entries {
			j.read(&e)
		}
		if diff := cmp.Diff(c.want, outcomeOf(j)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestJudgeDoesNotWaitForTheDeepBot(t *testing.T) {
	t.Parallel()
	j := newJudge()
	j.deep = 9
	j.sent(9, 500, began)
	j.sent(7, 100, began)
	for _, e := range []sim.Entry{delivery(9, 500, 1, 5), answer(t, 7, 100, 1, 10)} {
		j.read(&e)
	}
	if diff := cmp.Diff(outcome{}, outcomeOf(j)); diff != "" {
		t.Errorf("with the deep bot unanswered (-want +got):\n%s", diff)
	}
	if got := j.figures(0, 2); got.sent != 1 || got.answered != 1 || j.acceptedOf(9) != 1 {
		t.Errorf("figures = %d sent, %d answered, deep accepted %d; want 1, 1, 1", got.sent, got.answered, j.acceptedOf(9))
	}
	late := answer(t, 9, 500, 0, 20)
	j.read(&late)
	j.read(&late)
	if got := outcomeOf(j); got.Repeated != 1 {
		t.Errorf("a repeated answer of the deep bot = %+v, want it counted", got)
	}
}

func TestFigures(t *testing.T) {
	t.Parallel()
	j := newJudge()
	const n = 100
	for i := range n {
		j.sent(7, int64(i), after(i))
	}
	for i := range n {
		first, again := delivery(7, int64(i), int64(i), i), delivery(7, int64(i), int64(i), i+500)
		again.Took = time.Second
		said := answer(t, 7, int64(i), i, 2*i+1)
		for _, e := range []sim.Entry{first, again, said} {
			j.read(&e)
		}
	}
	f := j.figures(0, n)
	got := []any{f.sent, f.accepted, f.answered, f.accept.p99, f.answer.p50, f.answer.p95, f.answer.p99, f.done.p50, f.lastAnswer}
	msec := func(ms int) time.Duration { return time.Duration(ms) * time.Millisecond }
	want := []any{n, n, n, msec(2), msec(50), msec(95), msec(99), msec(170), msec(2*99 + 1 + 120)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
	for name, c := range map[string][2]float64{
		"sent": {f.sentPerS, n / .099}, "accepted": {f.acceptedPerS, n / .101}, "answered": {f.answeredPerS, n / .199},
	} {
		if c[0] < c[1]*.999 || c[0] > c[1]*1.001 {
			t.Errorf("%s a second = %f, want %f", name, c[0], c[1])
		}
	}
}

func TestFiguresOfNothing(t *testing.T) {
	t.Parallel()
	j := newJudge()
	j.sent(7, 1, began)
	if got := j.figures(0, 1); got.answered != 0 || got.answeredPerS != 0 || got.answer.p99 != 0 {
		t.Errorf("figures without an answer = %+v, want zeros", got)
	}
}
