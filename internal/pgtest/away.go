package pgtest

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// TakeAway makes the database at dsn unreachable, as if its server had gone:
// sessions end, new ones are refused, until the returned function or the end
// of the test.
func TakeAway(t testing.TB, dsn string) (bringBack func()) {
	t.Helper()
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/")
	ctx := context.Background() // t's own ends before its clean-up
	srv, err := machineServer(ctx)
	if err != nil {
		t.Fatal(err)
	}
	run := func(statements ...string) {
		within, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		for _, sql := range statements {
			if err := srv.exec(within, sql); err != nil {
				t.Error(err)
			}
		}
	}
	back := sync.OnceFunc(func() { run("ALTER DATABASE " + quoted(name) + " ALLOW_CONNECTIONS true") })
	t.Cleanup(back)
	run("ALTER DATABASE "+quoted(name)+" ALLOW_CONNECTIONS false",
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+name+"'")
	return back
}
