package project

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"botyard/internal/flow"
	"botyard/internal/richtext"
)

// types is an edit that lets the first scenario say something.
func (b *bench) types(id int64, place, text string) Edit {
	b.t.Helper()
	edit := Edit{What: "edited_step", Title: "Greeting", Place: place}
	_, err := b.EditScenarios(b.t.Context(), id, &edit, func(d *Draft) error {
		d.Scenarios[0].Steps[0].Config.(*flow.Message).Text = richtext.Of(text)
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return edit
}

func (b *bench) greeting(id int64) string {
	b.t.Helper()
	d, _, err := b.Draft(b.t.Context(), id)
	if err != nil {
		b.t.Fatal(err)
	}
	return d.Scenarios[0].Steps[0].Config.(*flow.Message).Text.Words(func(string) string { return "x" })
}

func TestEditsAreTakenBackAndDoneAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id, other := b.blank("x"), b.blank("y")
	first := b.greeting(id)
	b.types(id, "", "one")
	b.types(id, "", "two")
	b.types(other, "", "other")
	for _, want := range []string{"one", first} {
		if err := b.Undo(t.Context(), id, 0); err != nil || b.greeting(id) != want {
			t.Errorf("Undo = %v, the bot says %q, want %q", err, b.greeting(id), want)
		}
	}
	if err := b.Undo(t.Context(), id, 0); !errors.Is(err, ErrNothingToTurn) {
		t.Errorf("Undo of nothing = %v, want ErrNothingToTurn", err)
	}
	if err := b.Redo(t.Context(), id); err != nil || b.greeting(id) != "one" {
		t.Errorf("Redo = %v, the bot says %q, want one", err, b.greeting(id))
	}
	b.types(id, "", "three")
	if err := b.Redo(t.Context(), id); !errors.Is(err, ErrNothingToTurn) {
		t.Errorf("Redo after another edit = %v, want ErrNothingToTurn", err)
	}
	if undo, redo, err := b.Turns(t.Context(), id); err != nil || undo == nil || undo.Title != "Greeting" || redo != nil {
		t.Errorf("Turns = %v, %v, %v, want a way back alone", undo, redo, err)
	}
	if got := b.greeting(other); got != "other" {
		t.Errorf("the other project says %q, want its own", got)
	}
}

func TestTypingInOnePlaceIsOneEdit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	first := b.greeting(id)
	for _, text := range []string{"a", "ab", "abc"} {
		b.types(id, "t1", text)
	}
	b.types(id, "t2", "abcd")
	if err := b.Undo(t.Context(), id, 0); err != nil || b.greeting(id) != "abc" {
		t.Errorf("Undo = %v, the bot says %q, want what the other place left", err, b.greeting(id))
	}
	if err := b.Undo(t.Context(), id, 0); err != nil || b.greeting(id) != first {
		t.Errorf("Undo = %v, the bot says %q, want %q", err, b.greeting(id), first)
	}
}

func TestUndoOfWhatIsNoLongerLast(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	edit := b.types(id, "", "one")
	b.types(id, "", "two")
	if err := b.Undo(t.Context(), id, edit.Number); !errors.Is(err, ErrNothingToTurn) {
		t.Errorf("Undo of the edit before the last = %v, want ErrNothingToTurn", err)
	}
	_, _, err := b.Edit(t.Context(), id, 0, func(d *Draft) error {
		d.Scenarios[0].Title = "changed by another program"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Undo(t.Context(), id, 0); !errors.Is(err, ErrNothingToTurn) || b.greeting(id) != "two" {
		t.Errorf("Undo over somebody else's change = %v, the bot says %q, want it left alone", err, b.greeting(id))
	}
}

func TestRemovedScenariosComeBackInTheirPlace(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	edit := Edit{What: "removed_scenario"}
	_, err := b.EditScenarios(t.Context(), id, &edit, func(d *Draft) error {
		d.Scenarios = d.Scenarios[1:]
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Undo(t.Context(), id, edit.Number); err != nil {
		t.Fatal(err)
	}
	d, _, err := b.Draft(t.Context(), id)
	if err != nil || len(d.Scenarios) != 2 || d.Scenarios[0].ID != "s1" {
		t.Errorf("the scenarios are %v, %v, want the first back in its place", d.Scenarios, err)
	}
	nothing := Edit{What: "edited_step"}
	if _, err := b.EditScenarios(t.Context(), id, &nothing, func(*Draft) error { return nil }); err != nil || nothing.Number != 0 {
		t.Errorf("an edit that changes nothing = %d, %v, want none recorded", nothing.Number, err)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	count := func() (n int) {
		if err := b.Store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM scenario_edits WHERE project_id = $1", id).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i := range maxEdits + 3 {
		b.types(id, "", strconv.Itoa(i))
	}
	if got := count(); got != maxEdits {
		t.Errorf("%d edits are kept, want %d", got, maxEdits)
	}
	for i := range 14 {
		b.types(id, "", strconv.Itoa(i)+strings.Repeat("ы", 100_000))
	}
	if got := count(); got > 12 || got == 0 {
		t.Errorf("%d edits of 400 kB are kept, want no more than fit into %d bytes", got, maxEditBytes)
	}
}
