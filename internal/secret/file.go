package secret

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrKeyMissing means that a database with secrets in it was given without its key.
var ErrKeyMissing = errors.New("the key file is missing, and this database already belongs to a key: put the file back or name it in BOTYARD_KEY_FILE")

// ErrKeyOther means that the key file is not the one this database was sealed with.
var ErrKeyOther = errors.New("the key file is not the one this database belongs to: put the right file back or name it in BOTYARD_KEY_FILE")

// LoadOrCreate reads the keys at path: a line of 64 hex digits each, the newest
// last, "#" begins a comment. Where there is no file, one with a new key is made
// (mode 0600), but only for an empty installation: for any other the old
// secrets would be lost, which is ErrKeyMissing. A file that others can read
// or that lies inside a database's folder is refused.
func LoadOrCreate(path string, emptyInstallation bool) (*Keyring, error) {
	if inDatabase(path) {
		return nil, errors.New("the key file must lie outside the database's folder, so that a copy of one is not a copy of both")
	}
	ring, err := Load(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return ring, err
	}
	if !emptyInstallation {
		return nil, ErrKeyMissing
	}
	if err := create(path); err != nil {
		return nil, fmt.Errorf("create the key file: %w", err)
	}
	return Load(path)
}

// Load reads the keys at path as LoadOrCreate does and creates nothing.
func Load(path string) (*Keyring, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read the key file: %w", err)
	}
	if info.Mode().Perm()&0o007 != 0 {
		return nil, errors.New("the key file can be read by everybody on this machine: chmod 600 it")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the key file: %w", err)
	}
	return parse(text)
}

func parse(text []byte) (*Keyring, error) {
	var keys [][]byte
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		b, err := hex.DecodeString(string(line))
		if err != nil {
			return nil, errors.New("the key file holds a line that is no key") // never the line itself
		}
		keys = append(keys, b)
	}
	ring, err := New(keys...)
	if err != nil {
		return nil, fmt.Errorf("the key file is not usable: %w", err)
	}
	return ring, nil
}

// create writes the file under another name first: of several processes that
// start together one wins, and nobody reads half a key.
func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".key-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := writeKey(f); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func writeKey(f *os.File) error {
	b := make([]byte, keyBytes)
	rand.Read(b)
	_, err := fmt.Fprintf(f, "# The key of this Botyard. Back it up apart from the database.\n%s\n", hex.EncodeToString(b))
	return errors.Join(err, f.Sync(), f.Close())
}

// inDatabase tells whether a folder above path is a PostgreSQL data folder.
func inDatabase(path string) bool {
	path, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "PG_VERSION")); err == nil {
			return true
		}
		if strings.TrimRight(dir, string(filepath.Separator)) == filepath.VolumeName(dir) {
			return false
		}
	}
}
