package retention

import (
	"testing"

	"botyard/db"
	"botyard/internal/pgtest"
)

// TestDoorsAreForgotten leaves an old and a fresh row in each table.
func TestDoorsAreForgotten(t *testing.T) {
	t.Parallel()
	store, err := db.Open(t.Context(), pgtest.New(t), 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	const plant = `WITH s AS (INSERT INTO sessions (token, data, expiry) VALUES ('old', '', now() - interval '1 second'), ('fresh', '', now() + interval '1 hour')),
		a AS (INSERT INTO audit (action, at) VALUES ('old', now() - interval '366 days'), ('fresh', now() - interval '364 days'))
		INSERT INTO throttle (key, window_start, attempts) VALUES ('old', now() - interval '2 hours', 1), ('fresh', now(), 1)`
	if _, err := store.Pool.Exec(t.Context(), plant); err != nil {
		t.Fatal(err)
	}
	if err := Once(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	const left = `SELECT (SELECT string_agg(token, ' ') FROM sessions) || ' ' || (SELECT string_agg(action, ' ') FROM audit) || ' ' ||
		(SELECT string_agg(convert_from(key, 'UTF8'), ' ') FROM throttle)`
	var got string
	if err := store.Pool.QueryRow(t.Context(), left).Scan(&got); err != nil || got != "fresh fresh fresh" {
		t.Errorf("left = %q, %v, want the fresh rows only", got, err)
	}
}
