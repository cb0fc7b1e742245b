package db_test

import (
	"context"
	"errors"
	"testing"

	"botyard/db"
)

func fence(epoch int64) db.LockFenceParams {
	return db.LockFenceParams{Shards: []int16{7}, Epochs: []int64{epoch}}
}

func TestTogetherKeepsAllOrNothing(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ctx := t.Context()
	for _, test := range []struct {
		name   string
		f      func(q *db.Queries) error
		broken bool
	}{
		{"a claim that breaks before", func(q *db.Queries) error {
			return errors.Join(q.LockFence(ctx, fence(9)), write(ctx, q))
		}, true},
		{"a claim that breaks after", func(q *db.Queries) error {
			return errors.Join(write(ctx, q), q.LockFence(ctx, fence(9)))
		}, true},
		{"a claim that holds", func(q *db.Queries) error {
			return errors.Join(q.LockFence(ctx, fence(0)), write(ctx, q))
		}, false},
	} {
		err := store.Together(ctx, test.f)
		if broken := db.Broke(err, db.FenceLost); broken != test.broken || (err != nil) != broken || db.Broke(err, db.EventsGone) {
			t.Errorf("Together with %s = %v, want broken %t", test.name, err, test.broken)
		}
		if kept := isWritten(t, store); kept == test.broken {
			t.Errorf("Together with %s: written = %t", test.name, kept)
		}
	}
}

// write keeps a chat.
func write(ctx context.Context, q *db.Queries) error {
	return q.SaveChats(ctx, db.SaveChatsParams{Projects: []int64{1}, Chats: []int64{1}, Releases: []int32{1}, States: [][]byte{[]byte("{}")}})
}

func isWritten(t *testing.T, store *db.Store) bool {
	t.Helper()
	rows, err := store.ChatStates(t.Context(), db.ChatStatesParams{Projects: []int64{1}, Chats: []int64{1}})
	if err != nil {
		t.Fatal(err)
	}
	return len(rows) == 1
}

func TestTogetherTakesNoRows(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	asked := 0
	err := store.Together(t.Context(), func(q *db.Queries) error {
		asked++
		_, one := q.Installation(t.Context())
		_, many := q.WaitingProjects(t.Context())
		if one == nil || many == nil {
			t.Errorf("statements with rows = %v and %v, want errors", one, many)
		}
		return errors.Join(write(t.Context(), q), one)
	})
	if err == nil || asked != 1 || isWritten(t, store) {
		t.Errorf("Together = %v after %d calls, want its error after one, and nothing written", err, asked)
	}
}

func TestInTxAfterUndoes(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ctx, refused := t.Context(), errors.New("refused")
	first := func(epoch int64) func(*db.Queries) error {
		return func(q *db.Queries) error { return q.LockFence(ctx, fence(epoch)) }
	}
	write := func(end error) func(*db.Queries) error {
		return func(q *db.Queries) error { return errors.Join(write(ctx, q), end) }
	}
	if err := store.InTxAfter(ctx, first(9), write(nil)); !db.Broke(err, db.FenceLost) || isWritten(t, store) {
		t.Errorf("InTxAfter a broken claim = %v, written %t, want it and nothing", err, isWritten(t, store))
	}
	if err := store.InTxAfter(ctx, first(0), write(refused)); !errors.Is(err, refused) || isWritten(t, store) {
		t.Errorf("InTxAfter = %v, written %t, want what f returned and nothing", err, isWritten(t, store))
	}
	panics(t, store, first(0))
	if err := store.InTxAfter(ctx, first(0), write(nil)); err != nil || !isWritten(t, store) {
		t.Errorf("InTxAfter = %v, written %t, want nil and written", err, isWritten(t, store))
	}
}

// panics lets every connection of the pool see a panic, which leaves none of
// them in a transaction.
func panics(t *testing.T, store *db.Store, first func(*db.Queries) error) {
	t.Helper()
	for range 8 {
		func() {
			defer func() { _ = recover() }()
			_ = store.InTxAfter(t.Context(), first, func(q *db.Queries) error {
				_ = write(t.Context(), q)
				panic("broken")
			})
		}()
	}
	if isWritten(t, store) {
		t.Error("a transaction that panicked was kept")
	}
}
