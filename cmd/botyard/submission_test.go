package main

import (
	"fmt"
	"sync"
	"testing"

	"botyard/internal/telegram"
)

// TestAnswersBecomeOneSubmission: a question, a condition, a record; of a
// hundred people at once each has one, with their own answer, and the numbers
// have no gap.
func TestAnswersBecomeOneSubmission(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	projectID, bot := r.botRunning("cafe_bot", `[
		{"id": "q1", "kind": "question", "text": "How many of you?", "field": "f1", "title": "Guests", "type": "number"},
		{"id": "c1", "kind": "condition", "tests": [{"what": "data", "field": "f1", "is": "more", "value": "8"}],
			"yes": [{"id": "m1", "kind": "message", "text": "Too many"}],
			"no": [{"id": "s9", "kind": "submission", "title": "A table", "sort": "booking", "text": "Written down"}]}]`)
	var all sync.WaitGroup
	for i := range 100 {
		visitor := r.sim.User(telegram.User{ID: int64(1000 + i), FirstName: "Guest"})
		all.Go(func() {
			d := &dialog{r: r, visitor: visitor, bot: bot}
			d.says("/start", "How many of you?")
			d.says(fmt.Sprint(2+i%4), "Written down")
		})
	}
	all.Wait()
	d := r.dialog(bot)
	d.says("/start", "How many of you?")
	d.says("9", "Too many")
	if got, want := r.submissions(projectID), (recorded{100, 100, 100, 350}); got != want {
		t.Errorf("submissions = %+v, want %+v", got, want)
	}
}

// recorded is what the list of submissions holds: how many, of how many
// people, the highest number and the sum of the first answers.
type recorded struct{ records, people, highest, answers int }

func (r *rig) submissions(projectID int64) (got recorded) {
	r.t.Helper()
	err := r.app.store.Pool.QueryRow(r.t.Context(), `SELECT count(*), count(DISTINCT user_id), max(number),
		sum((content -> 'fields' -> 0 ->> 'value')::int) FROM submissions
		WHERE project_id = $1 AND source = 'bot' AND kind = 'booking' AND title = 'A table' AND person = 'Guest'`, projectID).
		Scan(&got.records, &got.people, &got.highest, &got.answers)
	if err != nil {
		r.t.Fatal(err)
	}
	return got
}
