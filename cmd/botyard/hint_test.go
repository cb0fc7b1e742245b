package main

import (
	"context"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"

	"botyard/internal/pgtest"
	"botyard/internal/telegram"
)

// ear hears hints beside the service.
type ear struct {
	t    *testing.T
	conn *pgx.Conn
}

func newEar(t *testing.T, dsn string) ear {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), "LISTEN hints"); err != nil {
		t.Fatal(err)
	}
	return ear{t, conn}
}

// others counts the sessions beside this one that listen.
func (e ear) others() (n int) {
	e.t.Helper()
	err := e.conn.QueryRow(e.t.Context(), `SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE '%LISTEN hints%' AND pid <> pg_backend_pid()`).Scan(&n)
	if err != nil {
		e.t.Fatal(err)
	}
	return n
}

// hears tells whether a hint for a project comes before ctx ends.
func (e ear) hears(ctx context.Context) bool {
	for {
		n, err := e.conn.WaitForNotification(ctx)
		if err != nil {
			return false
		}
		if _, err := strconv.Atoi(n.Payload); err == nil {
			return true
		}
	}
}

func TestHalvesTellEachOther(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	e := newEar(t, dsn)
	in := newInstallWith(t, newSim(t), "DATABASE_URL="+dsn, "BOTYARD_DATA_DIR="+t.TempDir())
	var out lines
	in.inProcess(&out, "worker")
	in.inProcess(&out, "web", "-addr", in.addr)
	in.serves()
	in.until("the worker listens", func() bool { return e.others() == 1 })
	k := &talk{bot: in.owner("anna@example.org").bot(in.sim, "telling_bot"), visitor: in.sim.User(telegram.User{})}
	k.say(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if !e.hears(ctx) {
		t.Error("no hint for the worker came of what the web half received")
	}
	in.allAnswered([]*talk{k})
}

func TestAloneNothingIsTold(t *testing.T) {
	t.Parallel()
	dsn := pgtest.New(t)
	in := newInstallWith(t, newSim(t), "DATABASE_URL="+dsn, "BOTYARD_DATA_DIR="+t.TempDir())
	var out lines
	in.inProcess(&out, "serve", "-addr", in.addr)
	in.serves()
	k := &talk{bot: in.owner("anna@example.org").bot(in.sim, "lonely_bot"), visitor: in.sim.User(telegram.User{})}
	k.say(t)
	in.allAnswered([]*talk{k})
	in.until("its leases", func() bool { return len(owners(t, dsn)) == 1 })
	e := newEar(t, dsn)
	k.say(t)
	in.allAnswered([]*talk{k})
	if _, err := e.conn.Exec(t.Context(), "SELECT pg_notify('hints', 'end')"); err != nil {
		t.Fatal(err)
	}
	for {
		n, err := e.conn.WaitForNotification(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n.Payload == "end" {
			return
		}
		if _, err := strconv.Atoi(n.Payload); err == nil {
			t.Errorf("told project %s, want nothing: nobody else works", n.Payload)
		}
	}
}
