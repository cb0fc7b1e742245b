// Package pgserver runs the private PostgreSQL of an installation that was
// given no DATABASE_URL: one cluster in the data directory, reached through a
// Unix socket only, by peer authentication.
//
// The server outlives its parent: when the program is killed, the next start
// finds the postmaster and adopts it. Two programs never share a data
// directory; a lock that ends with its process sees to that.
package pgserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
)

// Config says where the private PostgreSQL lives and who runs it.
type Config struct {
	// DataDir is the installation's folder, as DataDir returns it. The cluster is its subfolder pg.
	DataDir string
	// User names the account that PostgreSQL runs as when the caller is root;
	// empty means botyard, else postgres. Other callers run it as themselves.
	User string
	// Log hears of starts, adoptions and unexpected ends; nil means slog.Default().
	Log *slog.Logger
	// Settings override the tuned ones, by their postgresql.conf names.
	Settings map[string]string
}

// Server is a PostgreSQL that answers, and the hold on its data directory.
type Server struct {
	cluster
	lock *os.File
	pid  int
	// ended is closed when a postmaster that this process started is gone;
	// nil for an adopted one.
	ended chan struct{}
}

// ErrInUse means that another program holds the data directory.
var ErrInUse = errors.New("data directory in use")

// Start returns once PostgreSQL accepts connections: a server that was left
// running is adopted, a new data directory is initialised first, which takes
// a few seconds. Errors are one sentence with the way out where there is one.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	c, err := newCluster(cfg)
	if err != nil {
		return nil, err
	}
	if err := c.prepareFolders(); err != nil {
		return nil, err
	}
	lock, err := lockFolder(c.dir)
	if err != nil {
		return nil, err
	}
	s := &Server{cluster: c, lock: lock}
	if err := s.open(ctx); err != nil {
		unlock(lock)
		return nil, err
	}
	return s, nil
}

// Running returns the address of the PostgreSQL that answers in cfg.DataDir
// at this moment, whoever started it, and false when there is none.
// A command that runs beside the program (user add) connects this way.
func Running(cfg Config) (dsn string, running bool) {
	c, err := newCluster(cfg)
	if err != nil {
		return "", false
	}
	p, err := c.readPIDFile()
	if err != nil || !c.serves(p) || !c.ours(p.pid) || !p.answers() {
		return "", false
	}
	return socketURL(p.socketDir), true
}

// URL is the address of the database botyard for its owner, the role botyard,
// who is no superuser.
func (s *Server) URL() string { return socketURL(s.socketDir) }

// Stop shuts PostgreSQL down (fast: sessions are ended, nothing committed is
// lost) and gives the data directory up. When ctx ends first, PostgreSQL is
// left to finish by itself.
func (s *Server) Stop(ctx context.Context) error {
	defer unlock(s.lock)
	if err := s.shutDown(ctx); err != nil {
		return fmt.Errorf("stop PostgreSQL: %w", err)
	}
	return nil
}

// Leave gives the data directory up and lets PostgreSQL run on, for the next
// Start or Running.
func (s *Server) Leave() error { return unlock(s.lock) }

func (s *Server) open(ctx context.Context) error {
	adopted, err := s.adopt(ctx)
	if err != nil || adopted {
		return err
	}
	bin, err := s.initialised(ctx)
	if err != nil {
		return err
	}
	return s.launch(ctx, bin)
}

func socketURL(dir string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.User("botyard"),
		Path:     "/botyard",
		RawQuery: url.Values{"host": {dir}, "port": {port}}.Encode(),
	}
	return u.String()
}

// cluster is the place of a PostgreSQL and the account that owns it.
type cluster struct {
	dir       string // the installation's folder
	socketDir string
	owner     account
	settings  map[string]string
	log       *slog.Logger
	find      finder
}

func newCluster(cfg Config) (cluster, error) {
	owner, err := clusterOwner(cfg.User)
	if err != nil {
		return cluster{}, err
	}
	dir, err := resolved(cfg.DataDir)
	if err != nil {
		return cluster{}, err
	}
	log := cfg.Log
	if log == nil {
		log = slog.Default()
	}
	return cluster{
		dir:       dir,
		socketDir: socketFolder(dir),
		owner:     owner,
		settings:  cfg.Settings,
		log:       log,
		find:      newFinder(dir),
	}, nil
}

func (c *cluster) dataDir() string { return filepath.Join(c.dir, "pg") }
func (c *cluster) logFile() string { return filepath.Join(c.dir, "postgres.log") }
