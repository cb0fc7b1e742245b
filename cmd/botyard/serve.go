package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"botyard/db"
	"botyard/handlers"
	"botyard/internal/hint"
	"botyard/internal/httpcall"
	"botyard/internal/inbox"
	"botyard/internal/installation"
	"botyard/internal/keys"
	"botyard/internal/load"
	"botyard/internal/outbox"
	"botyard/internal/poll"
	"botyard/internal/project"
	"botyard/internal/retention"
	"botyard/internal/secret"
	"botyard/internal/shard"
	"botyard/internal/timer"
	"botyard/migrations"
)

// half is which part of the service a process runs.
type half int

const (
	webHalf half = 1 << iota
	workerHalf
	both = webHalf | workerHalf
)

// Sizes of the pools of connections. What runs between a webhook and an answer
// has its own, so that slow screens cost no lease.
const (
	screensPool   = 16
	machineryPool = 12
)

func (p program) serve(ctx context.Context, args []string, part half) error {
	f := p.flags(map[half]string{both: "serve", webHalf: "web", workerHalf: "worker"}[part])
	addr := f.String("addr", "127.0.0.1:8080", "address to listen on")
	metricsAddr := f.String("metrics-addr", "", "address of GET /metrics; empty: none")
	if err := parse(f, args); err != nil {
		return err
	}
	c, log, err := p.begin(*addr)
	if err != nil {
		return err
	}
	paceCollector(p.getenv)
	open := joinDatabase
	if part == both {
		open = openDatabase
	}
	d, err := open(ctx, c, log)
	if err != nil {
		return err
	}
	defer d.close(log)
	if err := p.prepareSchema(ctx, d, part); err != nil {
		return err
	}
	a, err := assemble(ctx, c, d, log, part, *addr)
	if err != nil {
		return err
	}
	defer a.close()
	return a.run(ctx, *addr, *metricsAddr, nil)
}

// prepareSchema migrates for serve; the halves on their own never do.
func (p program) prepareSchema(ctx context.Context, d database, part half) error {
	if part == both {
		return migrations.Up(ctx, d.dsn)
	}
	return migrations.Check(ctx, d.dsn)
}

// app is a process put together.
type app struct {
	config     config
	database   database
	part       half
	log        *slog.Logger
	store      *db.Store // of the screens
	machinery  *db.Store // of the loops
	keys       *secret.Keyring
	home       *installation.Home
	rotation   *keys.Rotation
	projects   *project.Service
	directory  *inbox.Directory
	bounds     *inbox.Bounds
	receiver   *inbox.Receiver
	teller     *hint.Teller
	listener   *hint.Listener
	owner      *shard.Owner
	scheduler  inbox.Schedulers
	sender     *outbox.Sender
	timers     *timer.Poller
	caller     *httpcall.Caller
	poller     *poll.Poller
	meter      *load.Meter
	reconciler *project.Reconciler
	handler    http.Handler
	metrics    http.Handler
}

// run serves until ctx ends, and stops in the order in which work flows:
// nothing new comes in, what came is written, what was begun is finished.
// listening is told the address, when it is not nil.
func (a *app) run(ctx context.Context, addr, metricsAddr string, listening func(net.Addr)) error {
	servers := servers{log: a.log}
	if a.receives() {
		if err := errors.Join(a.directory.Refresh(ctx), a.bounds.Refresh(ctx)); err != nil {
			return err
		}
	}
	if a.part&webHalf != 0 {
		if err := servers.listen("-addr", addr, a.handler, listening); err != nil {
			return err
		}
		a.log.Info("listening", "addr", addr)
		a.warnOfNeighbours()
	}
	if metricsAddr != "" {
		if err := servers.listen("-metrics-addr", metricsAddr, a.metrics, nil); err != nil {
			return errors.Join(err, servers.stop())
		}
	}
	stopWork, err := a.work(ctx)
	if err != nil {
		return errors.Join(err, servers.stop())
	}
	var failed error
	select {
	case <-ctx.Done():
	case failed = <-servers.failed():
	}
	a.log.Info("stopping")
	err = servers.stop()
	stopWork()
	a.log.Info("stopped")
	return errors.Join(failed, err)
}

// warnOfNeighbours tells the operator when what owners publish lies on the
// cabinet's own domain.
func (a *app) warnOfNeighbours() {
	if handlers.PagesShareTheSite(a.config.publicURL, a.config.pagesURL) {
		a.log.Warn("pages and the cabinet share a domain: set BOTYARD_PAGES_URL to an address on another one")
	}
}

// work starts the loops and returns what stops them in order.
func (a *app) work(ctx context.Context) (stop func(), err error) {
	if a.part&workerHalf != 0 && a.database.alone {
		if err := a.owner.TakeOverAll(ctx); err != nil {
			return nil, err
		}
	}
	var stages []func()
	stage := func(loops ...func(context.Context)) { stages = append(stages, start(loops...)) }
	stage(a.rotation.Follow)
	if a.part&workerHalf != 0 {
		stage(a.own, a.rotation.Reseal)
		stage(a.sender.Run, a.reconciler.Run, a.caller.Run)
		stage(a.scheduler.Run, a.listener.Run, a.timers.Run, a.meter.Run, func(ctx context.Context) { retention.Run(ctx, a.machinery, a.log) })
	}
	if a.receives() {
		stage(a.teller.Run)
		stage(a.receiver.Run, func(ctx context.Context) {
			a.directory.Run(ctx, func(err error) { a.log.Error("public ids not refreshed", "error", err) })
		}, func(ctx context.Context) {
			a.bounds.Run(ctx, func(err error) { a.log.Error("bounds not refreshed", "error", err) })
		})
	}
	if a.polls() {
		stage(a.poller.Run)
	}
	return func() {
		for i := len(stages) - 1; i >= 0; i-- {
			stages[i]()
		}
		if a.part&workerHalf != 0 {
			a.release()
		}
	}, nil
}

// polls tells whether this process fetches bots' messages: Telegram has no
// address to deliver them to.
func (a *app) polls() bool { return a.part&workerHalf != 0 && a.config.publicURL == nil }

// receives tells whether updates come into this process.
func (a *app) receives() bool { return a.part&webHalf != 0 || a.polls() }

// own takes shards as soon as the database is at home: without them nothing is
// run, sent or connected.
func (a *app) own(ctx context.Context) {
	if a.home.Await(ctx) {
		a.owner.Run(ctx)
	}
}

func (a *app) release() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := a.owner.Release(ctx); err != nil {
		a.log.Error("shards not handed over", "error", err)
	}
}

// start runs loops until the returned function is called, which waits for them.
func start(loops ...func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	for _, loop := range loops {
		running.Go(func() { loop(ctx) })
	}
	return func() {
		cancel()
		running.Wait()
	}
}

// servers are the HTTP servers of a process.
type servers struct {
	log  *slog.Logger
	all  []*http.Server
	errs chan error
}

// listen serves at the address that the flag gave.
func (s *servers) listen(flag, addr string, handler http.Handler, listening func(net.Addr)) error {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("another program listens on %s: stop it, or give another address with %s", addr, flag)
	}
	if err != nil {
		return fmt.Errorf("listen on %s: %w", addr, err)
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 2 * time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	s.all = append(s.all, server)
	failed := s.failed()
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	if listening != nil {
		listening(listener.Addr())
	}
	return nil
}

func (s *servers) failed() chan error {
	if s.errs == nil {
		s.errs = make(chan error, 4)
	}
	return s.errs
}

// stop lets running requests end, for ten seconds.
func (s *servers) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var err error
	for _, server := range s.all {
		err = errors.Join(err, server.Shutdown(ctx))
	}
	return err
}

// processID names this process among the owners of shards.
func processID() string { return rand.Text() }
