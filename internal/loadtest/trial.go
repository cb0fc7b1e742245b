package loadtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"botyard/db"
	"botyard/internal/pgserver"
)

// trial is a private copy of everything, running.
type trial struct {
	Options
	dataDir          string
	simURL, serveURL string
	telegram, serve  *child
	sim              *simulator
	store            *db.Store
	startTime        time.Duration // of the service, at its last start
}

// Run tries what the options say and reports. It leaves no process behind;
// the folder is the caller's to remove. An error means that it could not be
// tried: what went wrong with messages is in the report.
func Run(ctx context.Context, o Options) (report Report, err error) {
	o, err = o.complete()
	if err != nil {
		return Report{}, err
	}
	t := &trial{Options: o, dataDir: filepath.Join(o.Dir, "data")}
	defer func() { err = errors.Join(err, t.close()) }()
	if err := t.start(ctx); err != nil {
		return Report{}, err
	}
	bots, err := t.seed(ctx)
	if err != nil {
		return Report{}, err
	}
	return t.measure(ctx, bots)
}

func (t *trial) say(format string, args ...any) {
	if t.Log != nil {
		fmt.Fprintf(t.Log, format+"\n", args...)
	}
}

// start starts the simulator and the service.
func (t *trial) start(ctx context.Context) error {
	simAddr, err := freeAddr()
	if err != nil {
		return err
	}
	serveAddr, err := freeAddr()
	if err != nil {
		return err
	}
	t.simURL, t.serveURL = "http://"+simAddr, "http://"+serveAddr
	t.sim = newSimulator(t.simURL)
	t.say("starting the simulator, PostgreSQL and the service")
	t.telegram, err = launch(t.Program, t.Dir, "telegram-sim", environment("GOGC=400"), "telegram-sim",
		"-addr", simAddr, "-latency", t.Latency.String(), "-bots", strconv.Itoa(t.Bots+t.extra()), "-journal", strconv.Itoa(journalSize))
	if err != nil {
		return err
	}
	if _, err := t.telegram.awaitReady(ctx, t.simURL+"/sim/journal"); err != nil {
		return err
	}
	return t.startService(ctx)
}

// extra is how many bots there are beside the measured ones.
func (t *trial) extra() int { return min(t.Deep, 1) }

// freeAddr is an address on loopback that nobody listens on now.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return l.Addr().String(), l.Close()
}

func (t *trial) startService(ctx context.Context) error {
	if t.Rival != nil {
		return t.startRival(ctx)
	}
	env := environment("BOTYARD_DATA_DIR="+t.dataDir, "BOTYARD_PUBLIC_URL="+t.serveURL, "BOTYARD_TELEGRAM_API_URL="+t.simURL,
		"BOTYARD_COLD_TOKENS_PER_MINUTE=0", "BOTYARD_CONNECTS_PER_MINUTE=0")
	var err error
	if t.serve, err = launch(t.Program, t.Dir, "serve", env, "serve", "-addr", t.serveURL[len("http://"):]); err != nil {
		return err
	}
	if t.startTime, err = t.serve.awaitReady(ctx, t.serveURL+"/readyz"); err != nil {
		return err
	}
	dsn, running := pgserver.Running(t.postgres())
	if !running {
		return errors.New("the service is ready, but its PostgreSQL does not answer")
	}
	t.store, err = db.Open(ctx, dsn, storeConnections)
	return err
}

func (t *trial) startRival(ctx context.Context) error {
	args := append(slices.Clone(t.Rival[1:]), "-addr", t.serveURL[len("http://"):], "-telegram", t.simURL, "-data", t.dataDir)
	var err error
	if t.serve, err = launch(t.Rival[0], t.Dir, "rival", environment(), args...); err != nil {
		return err
	}
	t.startTime, err = t.serve.awaitReady(ctx, t.serveURL+"/readyz")
	return err
}

// storeConnections is how many connections the load test itself has.
const storeConnections = 16

func (t *trial) postgres() pgserver.Config {
	return pgserver.Config{DataDir: t.dataDir, Log: slog.New(slog.DiscardHandler)}
}

// restartService stops the service, with its PostgreSQL, and starts both.
func (t *trial) restartService(ctx context.Context) error {
	t.store.Close()
	t.serve.stop()
	return t.startService(ctx)
}

// alive is an error when one of the processes has ended.
func (t *trial) alive() error { return errors.Join(t.telegram.check(), t.serve.check()) }

// close stops all processes. A PostgreSQL that outlived its service is found
// in its folder.
func (t *trial) close() error {
	if t.store != nil {
		t.store.Close()
	}
	if t.serve != nil {
		t.serve.stop()
	}
	if t.telegram != nil {
		t.telegram.stop()
	}
	if _, running := pgserver.Running(t.postgres()); !running {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	left, err := pgserver.Start(ctx, t.postgres())
	if err != nil {
		return fmt.Errorf("adopt the PostgreSQL that was left: %w", err)
	}
	return left.Stop(ctx)
}

// seed makes the projects. With a deep queue the last of the bots is for it.
func (t *trial) seed(ctx context.Context) ([]simBot, error) {
	bots, err := t.sim.bots(ctx)
	if err != nil || t.Rival != nil {
		return bots, err
	}
	s, err := newSeeder(t.store, filepath.Join(t.dataDir, "key"), t.serveURL, t.simURL)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	if t.Bulk {
		err = t.seedCopies(ctx, s, bots)
	} else {
		t.say("making %d projects: created, published, connected", len(bots))
		err = s.make(ctx, bots)
	}
	if err != nil {
		return nil, err
	}
	t.say("made in %.1f s", time.Since(began).Seconds())
	return bots, nil
}

func (t *trial) seedCopies(ctx context.Context, s *seeder, bots []simBot) error {
	t.say("making one project, and copying its rows %d times", len(bots)-1+t.Sleeping)
	first, err := s.makeOne(ctx, bots[0])
	if err != nil {
		return err
	}
	if err := s.copy(ctx, first, append(bots[1:len(bots):len(bots)], sleepers(t.Sleeping)...)); err != nil {
		return err
	}
	if err := s.hook(ctx, bots[1:]); err != nil {
		return err
	}
	return t.restartService(ctx)
}

// sleepers are bots that the simulator does not know: nobody calls them, and
// they write to nobody.
func sleepers(n int) []simBot {
	const first = 9_000_000_001
	bots := make([]simBot, n)
	for i := range bots {
		id := first + int64(i)
		bots[i].ID, bots[i].Username, bots[i].Name = id, fmt.Sprintf("sleeper%d_bot", i), fmt.Sprintf("Sleeper %d", i)
		bots[i].Token = tokenOf(id)
	}
	return bots
}
