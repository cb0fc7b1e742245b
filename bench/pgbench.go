package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// pgbenchSeconds is how long one run takes.
const pgbenchSeconds = 4

// newPgbench is what PostgreSQL itself can take in when each update is a
// transaction: a narrow table with one key, and nothing else to do.
func newPgbench(ctx context.Context, pool *pgxpool.Pool, dsn string) ([]contender, error) {
	program, err := findPgbench()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench: left out:", err)
		return nil, nil
	}
	err = execAll(ctx, pool, `CREATE TABLE received (
		bot_id bigint NOT NULL, update_id bigint NOT NULL, received_at timestamptz NOT NULL DEFAULT now(), payload bytea NOT NULL,
		PRIMARY KEY (bot_id, update_id))`)
	if err != nil {
		return nil, err
	}
	return []contender{{name: pgbenchName, figure: func(ctx context.Context) (result, error) {
		if err := errors.Join(execAll(ctx, pool, "TRUNCATE received"), checkpoint(ctx, dsn)); err != nil {
			return result{}, err
		}
		return runPgbench(ctx, program, dsn)
	}}}, nil
}

func findPgbench() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
	if len(found) > 0 {
		return found[len(found)-1], nil
	}
	return exec.LookPath("pgbench")
}

// pgbenchScript has the payload in hexadecimals: pgbench would take the
// colons of JSON for its own.
func pgbenchScript() string {
	return fmt.Sprintf("\\set bot random(1, %d)\n\\set update random(1, 1000000000000)\n"+
		"INSERT INTO received (bot_id, update_id, payload) VALUES (:bot, :update, '\\x%x') ON CONFLICT DO NOTHING;\n", projects, updateJSON(1))
}

var tpsShape = regexp.MustCompile(`tps = ([0-9.]+)`)

func runPgbench(ctx context.Context, program, dsn string) (result, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return result{}, err
	}
	cmd := exec.CommandContext(ctx, program, "-n", "-M", "prepared", "-c", "8", "-j", "2", "-T", strconv.Itoa(pgbenchSeconds),
		"-f", "-", "-h", u.Query().Get("host"), "-p", u.Query().Get("port"), "-U", u.User.Username(), u.Path[1:])
	cmd.Stdin = strings.NewReader(pgbenchScript())
	before := cpuTime()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return result{}, fmt.Errorf("%w: %s", err, out)
	}
	found := tpsShape.FindSubmatch(out)
	if found == nil {
		return result{}, fmt.Errorf("no figure in: %s", out)
	}
	perSecond, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil || perSecond == 0 {
		return result{}, fmt.Errorf("figure %q: %w", found[1], err)
	}
	used := cpuTime() - before + cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return result{perSecond, used / time.Duration(perSecond*pgbenchSeconds)}, nil
}
