package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"botyard/internal/pgserver"
)

// machineServer finds the server once per test binary.
var machineServer = func() func(context.Context) (*server, error) {
	var (
		once sync.Once
		srv  *server
		err  error
	)
	return func(ctx context.Context) (*server, error) {
		once.Do(func() { srv, err = findServer(ctx, os.Getenv("DATABASE_URL")) })
		return srv, err
	}
}()

func findServer(ctx context.Context, databaseURL string) (*server, error) {
	if databaseURL == "" {
		return folderServer(ctx, testFolder())
	}
	u, err := url.Parse(databaseURL)
	if err != nil || u.User == nil {
		return nil, errors.New("DATABASE_URL is no postgres:// address with a user in it")
	}
	return &server{admin: u, user: u}, nil
}

// testFolder holds the private server of this user's tests.
func testFolder() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("botyard-test-%d", os.Getuid()))
}

// folderServer returns the server in dir, which it starts when none runs, and
// keeps Stop from ending it while this process lives.
func folderServer(ctx context.Context, dir string) (*server, error) {
	inUse, err := lock(dir+".users", syscall.LOCK_SH)
	if err != nil {
		return nil, err
	}
	starting, err := lock(dir+".start", syscall.LOCK_EX)
	if err != nil {
		return nil, err
	}
	defer unlock(starting)
	dsn, running := pgserver.Running(config(dir))
	if !running {
		if dsn, err = startFresh(ctx, dir); err != nil {
			return nil, err
		}
	}
	return privateServer(dsn, inUse)
}

// startFresh never reuses old data: it was written without fsync.
func startFresh(ctx context.Context, dir string) (string, error) {
	if err := os.RemoveAll(dir); err != nil {
		return "", fmt.Errorf("clear the last tests' data: %w", err)
	}
	s, err := pgserver.Start(ctx, config(dir))
	if err != nil {
		return "", err
	}
	return s.URL(), s.Leave()
}

func config(dir string) pgserver.Config {
	return pgserver.Config{
		DataDir: dir,
		User:    os.Getenv("BOTYARD_USER"),
		Log:     slog.New(slog.DiscardHandler),
		Settings: map[string]string{
			"fsync":            "off",
			"full_page_writes": "off",
			"max_connections":  "500", // several packages, each with parallel tests and their pools
			"max_wal_size":     "1GB",
			"autovacuum":       "off", // it would hold up the copying of templates
		},
	}
}

func privateServer(dsn string, inUse *os.File) (*server, error) {
	user, err := url.Parse(dsn)
	if err != nil {
		return nil, err
	}
	admin := *user
	admin.User = url.User("postgres")
	admin.Path = "/postgres"
	return &server{admin: &admin, user: user, inUse: inUse}, nil
}

// Stop ends the private server and removes its data. A server that other test
// binaries still use is left to them.
func Stop(ctx context.Context) error { return stopIn(ctx, testFolder()) }

func stopIn(ctx context.Context, dir string) error {
	users, err := lock(dir+".users", syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unlock(users)
	if _, running := pgserver.Running(config(dir)); running {
		s, err := pgserver.Start(ctx, config(dir))
		if err != nil {
			return err
		}
		if err := s.Stop(ctx); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("clear the tests' data: %w", err)
	}
	return nil
}

// lock holds until the file is closed or the process ends.
func lock(path string, how int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the tests' server: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), how); err != nil {
		f.Close()
		return nil, fmt.Errorf("lock the tests' server: %w", err)
	}
	return f, nil
}

// unlock does not rely on closing: a child that is being forked this moment
// still has the file.
func unlock(f *os.File) error {
	return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
}
