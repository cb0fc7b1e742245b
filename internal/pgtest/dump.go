package pgtest

import (
	"bytes"
	"encoding/hex"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Dump is everything that the database at dsn holds, as pg_dump writes it or,
// where there is none, as COPY does table by table.
func Dump(t testing.TB, dsn string) []byte {
	t.Helper()
	if program := pgDump(); program != "" {
		dump := exec.CommandContext(t.Context(), program, "--dbname", dsn)
		var out, complaints bytes.Buffer
		dump.Stdout, dump.Stderr = &out, &complaints
		if err := dump.Run(); err != nil {
			t.Fatalf("%s: %v\n%s", program, err, complaints.String())
		}
		return out.Bytes()
	}
	return CopyAll(t, dsn)
}

// pgDump prefers the newest of the machine, which reads every older server.
func pgDump() string {
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump"); len(found) > 0 {
		return found[len(found)-1]
	}
	path, err := exec.LookPath("pg_dump")
	if err != nil {
		return ""
	}
	return path
}

// CopyAll is Dump without pg_dump.
func CopyAll(t testing.TB, dsn string) []byte {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), "SELECT quote_ident(relname) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) == 0 {
		t.Fatalf("tables = %v, %v, want some", tables, err)
	}
	var out bytes.Buffer
	for _, table := range tables {
		if _, err := conn.PgConn().CopyTo(t.Context(), &out, "COPY "+table+" TO STDOUT"); err != nil {
			t.Fatalf("copy %s: %v", table, err)
		}
	}
	return out.Bytes()
}

// Count tells how often a dump holds a text, as it is or as hexadecimal bytes.
func Count(dump []byte, text string) int {
	return bytes.Count(dump, []byte(text)) + bytes.Count(dump, []byte(hex.EncodeToString([]byte(text))))
}
