package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"botyard/db"
	"botyard/internal/installation"
	"botyard/internal/telegram/sim"
	"botyard/migrations"
)

// demo runs everything on this machine: the service on its private database
// and a simulated Telegram. What was done in it is there at the next start.
func (p program) demo(ctx context.Context, args []string) error {
	f := p.flags("demo")
	addr := f.String("addr", "127.0.0.1:8080", "address of the service")
	simAddr := f.String("sim-addr", "127.0.0.1:8081", "address of the simulated Telegram")
	latency := f.Duration("latency", 120*time.Millisecond, "what a call of the Bot API takes")
	if err := parse(f, args); err != nil {
		return err
	}
	given := p.getenv
	p.logged = slog.LevelWarn // what a person reads is printed
	p.getenv = func(name string) string { return demoEnv(given, name, *addr, *simAddr) }
	c, log, err := p.beginDemo(given, *addr)
	if err != nil {
		return err
	}
	d, err := openDatabase(ctx, c, log)
	if err != nil {
		return err
	}
	defer d.close(log)
	return p.runDemo(ctx, c, d, log, demoAddrs{*addr, *simAddr, *latency})
}

type demoAddrs struct {
	service, sim string
	latency      time.Duration
}

// demoEnv answers for the settings that make a demo one; a database of its own too.
func demoEnv(getenv func(string) string, name, addr, simAddr string) string {
	switch name {
	case "DATABASE_URL", "BOTYARD_PAGES_URL", "BOTYARD_TRUSTED_PROXIES", "BOTYARD_SIGNUP", "BOTYARD_KEY_FILE":
		return ""
	case "BOTYARD_PUBLIC_URL":
		return "http://" + addr
	case "BOTYARD_TELEGRAM_API_URL":
		return "http://" + simAddr
	case "BOTYARD_COLD_TOKENS_PER_MINUTE", "BOTYARD_CONNECTS_PER_MINUTE":
		return "0"
	}
	return getenv(name)
}

// beginDemo is begin, with a folder of the demo's own beside a real installation's.
func (p program) beginDemo(given func(string) string, addr string) (config, *slog.Logger, error) {
	c, log, err := p.begin(addr)
	if err != nil {
		return c, log, err
	}
	// Dropping root's privileges sets the environment anew: read the demo's again.
	c, err = configure(func(name string) string {
		if name == "BOTYARD_DATA_DIR" || name == "HOME" || name == "XDG_DATA_HOME" {
			return os.Getenv(name)
		}
		return demoEnv(given, name, addr, trimScheme(p.getenv("BOTYARD_TELEGRAM_API_URL")))
	}, addr)
	if err != nil {
		return c, log, err
	}
	c.appFrame, c.development = c.telegramURL, true
	c.dataDir = demoDir(c.dataDir)
	c.keyFile = filepath.Join(c.dataDir, "key")
	return c, log, os.MkdirAll(c.dataDir, 0o700)
}

// demoDir is the demo's folder below a data directory.
func demoDir(dir string) string { return filepath.Join(dir, "demo") }

func trimScheme(origin string) string { return origin[len("http://"):] }

func (p program) runDemo(ctx context.Context, c config, d database, log *slog.Logger, at demoAddrs) (err error) {
	if err := migrations.Up(ctx, d.dsn); err != nil {
		return err
	}
	telegram, err := sim.New(sim.Config{Latency: at.latency, StateFile: filepath.Join(c.dataDir, "telegram.json"), Logger: log})
	if err != nil {
		return err
	}
	simServer := servers{log: log}
	// First the simulator: its long polls and streams would hold the server open.
	defer func() { err = errors.Join(err, closeSim(telegram), simServer.stop()) }()
	if err := simServer.listen("-sim-addr", at.sim, telegram, nil); err != nil {
		return err
	}
	if err := atHome(ctx, c, d); err != nil {
		return err
	}
	a, err := assemble(ctx, c, d, log, both, at.service)
	if err != nil {
		return err
	}
	defer a.close()
	return p.serveDemo(ctx, a, telegram, at)
}

// serveDemo serves until ctx ends; once it listens, it makes what a demo shows.
func (p program) serveDemo(ctx context.Context, a *app, telegram *sim.Server, at demoAddrs) error {
	running, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	listening := func(net.Addr) {
		go func() {
			if err := p.furnish(running, a, telegram, at); err != nil {
				stop(fmt.Errorf("furnish the demo: %w", err))
			}
		}()
	}
	err := a.run(running, at.service, "", listening)
	if cause := context.Cause(running); ctx.Err() == nil && cause != nil {
		err = errors.Join(err, cause)
	}
	return err
}

// atHome lets a demo be started at another address, or be copied: all of it moves.
func atHome(ctx context.Context, c config, d database) error {
	store, err := db.Open(ctx, d.dsn, 2)
	if err != nil {
		return err
	}
	defer store.Close()
	_, err = installation.Adopt(ctx, store, origin(c.publicURL), true)
	return err
}

func closeSim(s *sim.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		return fmt.Errorf("close the simulated Telegram: %w", err)
	}
	return nil
}
