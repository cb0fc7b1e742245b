package inbox

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"botyard/db"
)

// tight are limits that a test can reach.
var tight = Limits{Project: Amount{10, 1000}, Account: Amount{15, 1500}, Installation: Amount{40, 4000}}

// loads writes what owners measured: project, account, rows, bytes.
func loads(t *testing.T, store *db.Store, rows ...[4]int64) {
	t.Helper()
	for _, r := range rows {
		_, err := store.Pool.Exec(t.Context(), `WITH a AS (INSERT INTO accounts (id) OVERRIDING SYSTEM VALUE VALUES ($2) ON CONFLICT DO NOTHING)
			INSERT INTO projects (id, account_id, name) OVERRIDING SYSTEM VALUE VALUES ($1, $2, 'p')`, r[0], r[1])
		if err != nil {
			t.Fatal(err)
		}
		if r[2] == 0 {
			continue // nothing waits, so there is no row
		}
		_, err = store.Pool.Exec(t.Context(), `INSERT INTO project_loads (project_id, account_id, waiting, waiting_bytes, retrying, unsent, error)
			VALUES ($1, $2, $3, $4, 0, 0, '')`, r[0], r[1], r[2], r[3])
		if err != nil {
			t.Fatal(err)
		}
	}
}

// refused lists who of the given projects may not bring an update.
func refused(b *Bounds, projects ...int64) (refused []int64) {
	for _, p := range projects {
		if errors.Is(b.take(p, 1), ErrFull) {
			refused = append(refused, p)
		}
	}
	return refused
}

func TestOnlyTheOffenderIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows [][4]int64
		want []int64
	}{
		"nothing waits":                    {[][4]int64{{1, 1, 0, 0}}, nil},
		"at the bound":                     {[][4]int64{{1, 1, 10, 1000}}, nil},
		"a project's rows":                 {[][4]int64{{1, 1, 11, 1}, {2, 1, 1, 1}, {3, 2, 10, 1000}}, []int64{1}},
		"a project's bytes":                {[][4]int64{{1, 1, 1, 1001}, {2, 1, 1, 1}}, []int64{1}},
		"an account's rows":                {[][4]int64{{1, 1, 8, 8}, {2, 1, 8, 8}, {3, 1, 0, 0}, {4, 2, 8, 8}}, []int64{1, 2, 3}},
		"an account's bytes":               {[][4]int64{{1, 1, 1, 800}, {2, 1, 1, 800}, {4, 2, 1, 800}}, []int64{1, 2}},
		"the installation: its big ones":   {[][4]int64{{1, 1, 10, 9}, {2, 2, 10, 9}, {3, 3, 10, 9}, {4, 4, 10, 9}, {5, 5, 1, 1}, {6, 6, 0, 0}}, []int64{1, 2, 3, 4}},
		"the installation: its heavy ones": {[][4]int64{{1, 1, 9, 1000}, {2, 2, 1, 1000}, {3, 3, 1, 1000}, {4, 4, 1, 1000}, {5, 5, 1, 1}}, []int64{1, 2, 3, 4}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, _ := newStore(t)
			loads(t, store, c.rows...)
			b := NewBounds(store, tight)
			if err := b.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := refused(b, 1, 2, 3, 4, 5, 6); !slices.Equal(got, c.want) {
				t.Errorf("refused = %v, want %v", got, c.want)
			}
		})
	}
}

// TestBoundsHoldBetweenMeasurements: what came since the last one counts too,
// and is forgotten with the next.
func TestBoundsHoldBetweenMeasurements(t *testing.T) {
	t.Parallel()
	store, _ := newStore(t)
	b := NewBounds(store, tight)
	const noisy, quiet = 3, 3 + 64 // of one shard
	for i := range 10 {
		if err := b.take(noisy, 1); err != nil {
			t.Fatalf("take %d = %v, want room for ten", i, err)
		}
	}
	measure := func(shard int) {
		t.Helper()
		_, err := store.Pool.Exec(t.Context(), "INSERT INTO load_measurements VALUES ($1, clock_timestamp()) ON CONFLICT (shard) DO UPDATE SET measured_at = excluded.measured_at", shard)
		if err == nil {
			err = b.Refresh(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := refused(b, noisy, quiet); !slices.Equal(got, []int64{noisy}) {
		t.Errorf("refused after ten = %v, want %d", got, noisy)
	}
	measure(4)
	if got := refused(b, noisy); len(got) != 1 {
		t.Error("another shard's measurement makes room")
	}
	measure(3)
	if got := refused(b, noisy); got != nil {
		t.Errorf("refused after a measurement = %v, want nobody", got)
	}
	if err := b.take(noisy, 1000); !errors.Is(err, ErrFull) {
		t.Errorf("take of 1000 bytes after 1 = %v, want ErrFull: bytes count too", err)
	}
}

func TestRefusedIsNotWritten(t *testing.T) {
	t.Parallel()
	in := newIntake(t)
	loads(t, in.store, [4]int64{source.ProjectID, 1, 11, 1})
	in.Bounds = NewBounds(in.store, tight)
	if err := in.Bounds.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	in.run()
	body := func(n int) []byte { return fmt.Appendf(nil, `{"update_id":%d}`, n) }
	if _, err := in.Receive(t.Context(), source, body(1)); !errors.Is(err, ErrFull) {
		t.Errorf("Receive of the offender = %v, want ErrFull", err)
	}
	if _, err := in.Receive(t.Context(), Source{ProjectID: 9, IntegrationID: 1}, body(2)); err != nil {
		t.Errorf("Receive of a neighbour = %v, want nil", err)
	}
	if _, err := in.Receive(t.Context(), Source{ProjectID: source.ProjectID, Retired: true}, body(3)); err != nil {
		t.Errorf("Receive of a bot that was let go = %v, want nil", err)
	}
	var seen int
	if err := in.store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM telegram_updates").Scan(&seen); err != nil || seen != 1 {
		t.Errorf("updates written = %d, %v, want the neighbour's", seen, err)
	}
}

func TestDefaultLimits(t *testing.T) {
	t.Parallel()
	l := DefaultLimits()
	if l.Project != (Amount{200_000, 268_435_456}) || l.Account != (Amount{500_000, 536_870_912}) || l.Installation != (Amount{2_000_000, 2_147_483_648}) {
		t.Errorf("DefaultLimits() = %+v", l)
	}
}
