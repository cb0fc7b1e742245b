package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"botyard/db"
	"botyard/internal/flow"
)

// ErrNothingToTurn means that there is no edit to take back or to do again, or
// that something else was changed since, so that it no longer fits.
var ErrNothingToTurn = errors.New("no edit to take back")

// Bounds of what can be taken back, a project.
const (
	maxEdits     = 50
	maxEditBytes = 4 << 20
	// oneEdit is how soon saves at the same place follow one another to be one edit.
	oneEdit = time.Minute
)

// Edit names an edit of the scenarios, for the ways back and forth.
type Edit struct {
	// What was done, as "edit.…" of the catalogue says it, and the Title of the scenario.
	What, Title string
	// Place is where something was typed; "" keeps edits apart.
	Place string
	// Number names the edit among those of its project, once it was made.
	Number int64
}

// kept is a scenario that an edit touched, with its place in the list.
type kept struct {
	At       int           `json:"at"`
	Scenario flow.Scenario `json:"scenario"`
}

// EditScenarios is Edit of the scenarios, of which a history is kept. change
// may name the edit; its number is set when it is made.
func (s *Service) EditScenarios(ctx context.Context, projectID int64, edit *Edit, change func(*Draft) error) (time.Time, error) {
	_, at, err := s.edit(ctx, projectID, 0, func(q *db.Queries, d *Draft) error {
		before, err := cloned(d.Scenarios)
		if err != nil {
			return err
		}
		if err := change(d); err != nil {
			return err
		}
		return edit.record(ctx, q, projectID, before, d.Scenarios)
	})
	return at, err
}

// cloned is a copy that shares nothing.
func cloned(s flow.Scenarios) (twin flow.Scenarios, err error) {
	raw, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(raw, &twin)
	}
	if err != nil {
		return nil, fmt.Errorf("copy scenarios: %w", err)
	}
	return twin, nil
}

// record keeps what an edit changed; one that changed nothing is none.
func (e *Edit) record(ctx context.Context, q *db.Queries, projectID int64, before, after flow.Scenarios) error {
	was, now := touched(before, after), touched(after, before)
	if len(was) == 0 && len(now) == 0 {
		return nil
	}
	x, y, err := encodeBoth(was, now)
	if err != nil {
		return err
	}
	if err := q.ForgetUndone(ctx, projectID); err != nil {
		return fmt.Errorf("forget the edits of project %d that were taken back: %w", projectID, err)
	}
	if e.Number, err = e.write(ctx, q, projectID, x, y); err != nil {
		return fmt.Errorf("record an edit of project %d: %w", projectID, err)
	}
	return q.TrimEdits(ctx, db.TrimEditsParams{ProjectID: projectID, Most: maxEdits, MostBytes: maxEditBytes})
}

// write makes a new edit, or the last one longer.
func (e *Edit) write(ctx context.Context, q *db.Queries, projectID int64, before, after []byte) (int64, error) {
	last, err := q.LastEdit(ctx, projectID)
	if err != nil && !db.NotFound(err) {
		return 0, err
	}
	if err == nil && e.Place != "" && last.Place == e.Place && time.Since(last.MadeAt) < oneEdit {
		return last.Number, q.ProlongEdit(ctx, db.ProlongEditParams{
			ProjectID: projectID, Number: last.Number, After: after, Title: e.Title, Size: int32(len(last.Before) + len(after)),
		})
	}
	return q.RecordEdit(ctx, db.RecordEditParams{
		ProjectID: projectID, What: e.What, Title: e.Title, Place: e.Place, Before: before, After: after, Size: int32(len(before) + len(after)),
	})
}

func encodeBoth(was, now []kept) (before, after []byte, err error) {
	if before, err = json.Marshal(was); err == nil {
		after, err = json.Marshal(now)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("encode an edit: %w", err)
	}
	return withoutNUL(before), withoutNUL(after), nil
}

// touched are the scenarios of a list that the other does not have as they are.
func touched(list, other flow.Scenarios) []kept {
	all := []kept{}
	for i, s := range list {
		if twin := other.Find(s.ID); twin == nil || !same(*twin, s) {
			all = append(all, kept{i, s})
		}
	}
	return all
}

// Turns tells what Undo and Redo would do next, nil for nothing.
func (s *Service) Turns(ctx context.Context, projectID int64) (undo, redo *Edit, err error) {
	if undo, err = s.next(ctx, projectID, true); err != nil {
		return nil, nil, err
	}
	redo, err = s.next(ctx, projectID, false)
	return undo, redo, err
}

func (s *Service) next(ctx context.Context, projectID int64, back bool) (*Edit, error) {
	row, err := turned(ctx, s.Store.Queries, projectID, back)
	switch {
	case errors.Is(err, ErrNothingToTurn):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read the edits of project %d: %w", projectID, err)
	}
	return &Edit{row.What, row.Title, row.Place, row.Number}, nil
}

// Undo takes the last edit of the scenarios back. number is the edit that is
// meant, 0 for any. ErrNothingToTurn when there is none, or it is not the last.
func (s *Service) Undo(ctx context.Context, projectID, number int64) error {
	return s.turn(ctx, projectID, number, true)
}

// Redo does again what Undo took back; ErrNothingToTurn as in Undo.
func (s *Service) Redo(ctx context.Context, projectID int64) error {
	return s.turn(ctx, projectID, 0, false)
}

func (s *Service) turn(ctx context.Context, projectID, number int64, back bool) error {
	_, _, err := s.edit(ctx, projectID, 0, func(q *db.Queries, d *Draft) error {
		row, err := turned(ctx, q, projectID, back)
		if err != nil {
			return err
		}
		if number != 0 && number != row.Number {
			return ErrNothingToTurn
		}
		from, to := row.After, row.Before
		if !back {
			from, to = to, from
		}
		if d.Scenarios, err = swap(d.Scenarios, from, to); err != nil {
			return err
		}
		return q.MarkEdit(ctx, db.MarkEditParams{ProjectID: projectID, Number: row.Number, Undone: back})
	})
	return err
}

// turned is the edit that is next.
func turned(ctx context.Context, q *db.Queries, projectID int64, back bool) (row db.ScenarioEdit, err error) {
	if back {
		row, err = q.LastEdit(ctx, projectID)
	} else {
		row, err = q.NextEdit(ctx, projectID)
	}
	if db.NotFound(err) {
		return row, ErrNothingToTurn
	}
	return row, err
}

// swap takes some scenarios out of a list and puts others in; the first must
// be there as they were kept.
func swap(list flow.Scenarios, from, to []byte) (flow.Scenarios, error) {
	var out, in []kept
	if err := errors.Join(json.Unmarshal(from, &out), json.Unmarshal(to, &in)); err != nil {
		return nil, fmt.Errorf("read an edit: %w", err)
	}
	list = slices.Clone(list)
	for _, k := range out {
		at := slices.IndexFunc(list, func(s flow.Scenario) bool { return s.ID == k.Scenario.ID })
		if at < 0 || !same(list[at], k.Scenario) {
			return nil, ErrNothingToTurn
		}
		list = slices.Delete(list, at, at+1)
	}
	for _, k := range in {
		if list.Find(k.Scenario.ID) != nil {
			return nil, ErrNothingToTurn
		}
		list = slices.Insert(list, min(k.At, len(list)), k.Scenario)
	}
	return list, nil
}
