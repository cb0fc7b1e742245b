package pgserver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	overrides := map[string]string{"max_connections": "33", "application_name": "it's"}
	s, err := Start(t.Context(), Config{DataDir: dir, Settings: overrides})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"max_connections": "33", "shared_buffers": "128MB", "port": "5432"} {
		if got := query(t, s.URL(), "SHOW "+name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	stop(t, s)

	local := "shared_buffers = '64MB'\nlisten_addresses = 'localhost'\n"
	if err := s.writeFile("local.conf", local); err != nil {
		t.Fatal(err)
	}
	s = start(t, dir)
	for name, want := range map[string]string{"max_connections": "100", "shared_buffers": "64MB", "listen_addresses": ""} {
		if got := query(t, s.URL(), "SHOW "+name); got != want {
			t.Errorf("%s with a local.conf = %q, want %q", name, got, want)
		}
	}
	stop(t, s)

	if err := s.writeFile("local.conf", "nonsense = 'x'\n"); err != nil {
		t.Fatal(err)
	}
	_, err = Start(t.Context(), Config{DataDir: dir})
	if err == nil || !strings.Contains(err.Error(), "FATAL") || !strings.Contains(err.Error(), s.logFile()) {
		t.Errorf("Start with a broken local.conf = %v, want PostgreSQL's reason and its log's name", err)
	}
}

func TestLogHoldsNoRowsAndNoStatements(t *testing.T) {
	t.Parallel()
	s := start(t, folder(t))
	conn, err := pgx.Connect(t.Context(), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"CREATE TABLE people (email text UNIQUE)",
		"INSERT INTO people VALUES ('marker-person@example.org')",
		"INSERT INTO people VALUES ('marker-person@example.org')",
		"SELECT 'marker-statement' / 0",
	} {
		conn.Exec(t.Context(), sql) // the last two fail, which is the point
	}
	stop(t, s)
	log, err := os.ReadFile(s.logFile())
	if err != nil || !strings.Contains(string(log), "shut down") {
		t.Fatalf("log = %q, %v, want starts and ends", log, err)
	}
	if strings.Contains(string(log), "marker-") {
		t.Errorf("the log holds people's data: %s", log)
	}
}

func TestBigLogIsPutAside(t *testing.T) {
	t.Parallel()
	c := cluster{dir: t.TempDir()}
	if err := os.WriteFile(c.logFile(), make([]byte, maxLog+1), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := c.openLog()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := os.Stat(filepath.Join(c.dir, "postgres.log.1"))
	if err != nil || info.Size() != maxLog+1 {
		t.Errorf("postgres.log.1 = %v, %v, want the old log", info, err)
	}
}
