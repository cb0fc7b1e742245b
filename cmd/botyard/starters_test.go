package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"

	"botyard/internal/pgtest"
)

// TestFiveStartersSettleOnce: five programs start at once on a database with
// nothing in it. Each migration runs once, there is one installation, and one
// key that all of them use.
func TestFiveStartersSettleOnce(t *testing.T) {
	t.Parallel()
	dsn, key := pgtest.Empty(t), filepath.Join(t.TempDir(), "key")
	telegramSim := slowSim(t)
	var all []*install
	var programs []*process
	for range 5 {
		in := newInstallWith(t, telegramSim, "DATABASE_URL="+dsn, "BOTYARD_KEY_FILE="+key, "BOTYARD_DATA_DIR="+t.TempDir())
		// One address for all, as of one installation behind a proxy.
		in.env = append(in.env, "BOTYARD_PUBLIC_URL=http://botyard.example")
		all, programs = append(all, in), append(programs, in.start("serve", "-addr", in.addr))
	}
	for i, in := range all {
		in.ready(programs[i])
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var most, installations int
	err = conn.QueryRow(t.Context(), `SELECT max(n), (SELECT count(*) FROM installation)
		FROM (SELECT count(*) AS n FROM goose_db_version GROUP BY version_id) AS x`).Scan(&most, &installations)
	if err != nil || most != 1 || installations != 1 {
		t.Errorf("after five starts: a migration ran %d times, %d installations, %v, want 1 and 1", most, installations, err)
	}
	if info, err := os.Stat(key); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key after five starts = %v, %v, want one file with mode 600", info, err)
	}
	for _, c := range programs {
		c.stop()
	}
}
