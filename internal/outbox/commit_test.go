package outbox

import (
	"testing"

	"botyard/db"
	"botyard/internal/pgtest"
)

// TestOnlySentMarksAreCommittedLater: the setting holds for their transaction
// alone, and for none in which anything else is written.
func TestOnlySentMarksAreCommittedLater(t *testing.T) {
	t.Parallel()
	store, err := db.Open(t.Context(), pgtest.New(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	for _, test := range []struct {
		outcomes []string
		want     string
	}{{[]string{"sent", "sent"}, "off"}, {[]string{"sent", "failed"}, "on"}, {[]string{""}, "on"}, {nil, "off"}} {
		var w settled
		for _, outcome := range test.outcomes {
			w.add(end{result: result{item: &item{}}, verdict: verdict{outcome: outcome}}, usualTimes)
		}
		tx, err := store.Pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got string
		err = w.save(t.Context(), db.New(tx))
		if err == nil {
			err = tx.QueryRow(t.Context(), "SHOW synchronous_commit").Scan(&got)
		}
		if err != nil || got != test.want {
			t.Errorf("synchronous_commit with ends %q = %q, %v, want %q", test.outcomes, got, err, test.want)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := store.Pool.QueryRow(t.Context(), "SHOW synchronous_commit").Scan(&got); err != nil || got != "on" {
			t.Errorf("synchronous_commit afterwards = %q, %v, want on", got, err)
		}
	}
}
