package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"botyard/internal/pgserver"
)

// place is a folder with the programs that are started again.
type place struct {
	dir           string
	self, botyard string // "" without the whole path
}

// newPlace makes the folder and builds the product. When root has started it,
// this process becomes the account that PostgreSQL runs as, which can reach
// neither program where it was built: both are copied.
func newPlace(ctx context.Context, whole bool) (place, error) {
	dir, err := os.MkdirTemp("", "botyard-bench-")
	if err != nil {
		return place{}, err
	}
	p := place{dir: dir}
	var self, botyard *os.File
	if whole {
		if self, botyard, err = programs(ctx); err != nil {
			return p, err
		}
		defer self.Close()
		defer botyard.Close()
	}
	_, _, err = pgserver.DropPrivileges(func(name string) string {
		if name == "BOTYARD_DATA_DIR" {
			return dir
		}
		return os.Getenv(name)
	})
	if err != nil || !whole {
		return p, err
	}
	p.self, p.botyard = filepath.Join(dir, "bench"), filepath.Join(dir, "botyard")
	return p, errors.Join(copyTo(p.self, self), copyTo(p.botyard, botyard))
}

// programs opens this program's file and the product's, fresh from the compiler.
func programs(ctx context.Context) (self, botyard *os.File, err error) {
	path, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	tmp, err := os.MkdirTemp("", "botyard-build-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(tmp) // what is open stays readable
	built := filepath.Join(tmp, "botyard")
	build := exec.CommandContext(ctx, "go", "-C", "..", "build", "-o", built, "./cmd/botyard")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("build botyard: %w: %s", err, out)
	}
	self, err = os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	botyard, err = os.Open(built)
	return self, botyard, err
}

func copyTo(path string, from io.Reader) error {
	to, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}
