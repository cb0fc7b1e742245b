package pgserver

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	port     = "5432" // part of the socket's name only: no TCP port is opened
	lockName = "botyard.lock"

	// A socket's path may have 107 bytes (sun_path less its final NUL).
	maxSocketPath = 107
)

// DataDir is the installation's folder: BOTYARD_DATA_DIR; else
// /var/lib/botyard for root; else botyard in $XDG_DATA_HOME (~/.local/share).
func DataDir(getenv func(string) string) (string, error) {
	if dir := getenv("BOTYARD_DATA_DIR"); dir != "" {
		return resolved(dir)
	}
	if os.Geteuid() == 0 {
		return "/var/lib/botyard", nil
	}
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "botyard"), nil
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local", "share", "botyard"), nil
	}
	return "", errors.New("no folder for the data: set BOTYARD_DATA_DIR (HOME is not set either)")
}

// resolved is dir as an absolute path without links, so that a data directory
// which an administrator put on another disk has one name.
func resolved(dir string) (string, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("data directory: %w", err)
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target, nil
	}
	return path, nil // it does not exist yet
}

// prepareFolders makes the folders that PostgreSQL's account must own.
func (c *cluster) prepareFolders() error {
	if err := handOver(c.dir, c.owner); err != nil {
		return err
	}
	return socketHome(c.socketDir, c.owner)
}

// handOver makes dir the private folder of a. A folder of root's is given
// away only when it is empty or was used by this program before, because
// BOTYARD_DATA_DIR may name any folder by mistake.
func handOver(dir string, a account) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return fmt.Errorf("make the data directory: %w", err)
	}
	if err := reachable(dir, a); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err == nil && ownerOf(info) == 0 && a.uid != 0 && os.Geteuid() == 0 {
		return giveAway(dir, a)
	}
	return ownFolder(dir, a)
}

func giveAway(dir string, a account) error {
	if !vacant(dir) {
		return fmt.Errorf("the data directory %s holds other files and belongs to root: name an empty folder in BOTYARD_DATA_DIR, or run chown -R %s %s", dir, a.name, dir)
	}
	if err := os.Chown(dir, a.uid, a.gid); err != nil {
		return fmt.Errorf("hand over the data directory: %w", err)
	}
	return os.Chmod(dir, 0o700)
}

func vacant(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if e.Name() != "lost+found" && e.Name() != lockName {
			return false
		}
	}
	return true
}

// socketHome makes the folder of the socket, which nobody else may enter.
func socketHome(dir string, a account) error {
	if err := ownFolder(dir, a); err != nil {
		return err
	}
	return os.Chmod(dir, 0o700)
}

// ownFolder makes dir with mode 0700 for a, or checks that it is a folder of
// a's: anything else there, a link above all, was put there by a stranger.
func ownFolder(dir string, a account) error {
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		return os.Lchown(dir, a.uid, a.gid)
	}
	if !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make a folder: %w", err)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("check a folder: %w", err)
	}
	if !info.IsDir() || ownerOf(info) != a.uid {
		return fmt.Errorf("%s belongs to user %d, not to %s who runs Botyard: run as its owner, or set BOTYARD_DATA_DIR to another folder", dir, ownerOf(info), a.name)
	}
	return nil
}

// reachable says which folder above dir a may not enter, if any. It asks on
// root's behalf only: others find out by entering.
func reachable(dir string, a account) error {
	if os.Geteuid() != 0 {
		return nil
	}
	for p := filepath.Dir(dir); ; p = filepath.Dir(p) {
		info, err := os.Stat(p)
		if err != nil {
			return fmt.Errorf("reach the data directory: %w", err)
		}
		if !mayEnter(info, a) {
			return fmt.Errorf("%s cannot enter %s: set BOTYARD_DATA_DIR to a folder that it can reach", a.name, p)
		}
		if p == filepath.Dir(p) {
			return nil
		}
	}
}

func mayEnter(info fs.FileInfo, a account) bool {
	st := info.Sys().(*syscall.Stat_t)
	switch {
	case int(st.Uid) == a.uid:
		return info.Mode()&0o100 != 0
	case int(st.Gid) == a.gid:
		return info.Mode()&0o010 != 0
	}
	return info.Mode()&0o001 != 0
}

func ownerOf(info fs.FileInfo) int { return int(info.Sys().(*syscall.Stat_t).Uid) }

// socketFolder is run in the data directory, or a short one in /tmp that is
// the same at every start when the path would be too long for a socket.
func socketFolder(dir string) string {
	run := filepath.Join(dir, "run")
	if len(socketPath(run)) <= maxSocketPath {
		return run
	}
	sum := sha256.Sum256([]byte(dir))
	return fmt.Sprintf("/tmp/botyard-%x", sum[:6])
}

// Holds tells whether there is a private database below a data directory.
func Holds(dir string) bool {
	_, err := os.Stat(filepath.Join((&cluster{dir: dir}).dataDir(), "PG_VERSION"))
	return err == nil
}

func socketPath(dir string) string { return filepath.Join(dir, ".s.PGSQL."+port) }

// lockFolder takes the data directory for as long as this process lives. The
// file stays when the lock goes.
func lockFolder(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data directory: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer f.Close()
		return nil, lockError(dir, f, err)
	}
	if err := signIn(f); err != nil {
		unlock(f)
		return nil, fmt.Errorf("lock the data directory: %w", err)
	}
	return f, nil
}

// unlock does not rely on closing: a child that is being forked this moment
// still has the file.
func unlock(f *os.File) error {
	return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
}

// signIn tells a second program who holds the lock.
func signIn(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := fmt.Fprintf(f, "%d\n", os.Getpid())
	return err
}

func lockError(dir string, f *os.File, err error) error {
	if !errors.Is(err, syscall.EWOULDBLOCK) {
		return fmt.Errorf("lock the data directory: %w", err)
	}
	holder := make([]byte, 20)
	n, _ := f.Read(holder)
	return fmt.Errorf("%w: Botyard runs in %s already (process %s): stop it, or set BOTYARD_DATA_DIR to another folder",
		ErrInUse, dir, strings.TrimSpace(string(holder[:n])))
}
