package secret

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestKeyIsMadeForAnEmptyInstallationOnly(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new", "key")
	if _, err := LoadOrCreate(path, false); !errors.Is(err, ErrKeyMissing) {
		t.Fatalf("LoadOrCreate(missing, not empty) = %v, want ErrKeyMissing", err)
	}
	first, err := LoadOrCreate(path, true)
	if err != nil {
		t.Fatalf("LoadOrCreate(missing, empty) = %v", err)
	}
	again, err := LoadOrCreate(path, false)
	if err != nil || !bytes.Equal(first.Fingerprint(), again.Fingerprint()) {
		t.Errorf("the second LoadOrCreate = another key, %v, want the same", err)
	}
	info, _ := os.Stat(path)
	if got := info.Mode().Perm(); got != 0o600 {
		t.Errorf("mode = %o, want 600", got)
	}
	left, _ := os.ReadDir(filepath.Dir(path))
	if len(left) != 1 {
		t.Errorf("%d files beside the key, want none", len(left)-1)
	}
}

func TestParallelStartersAgreeOnOneKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "key")
	prints := make([]string, 8)
	var wg sync.WaitGroup
	for i := range prints {
		wg.Go(func() {
			if ring, err := LoadOrCreate(path, true); err == nil {
				prints[i] = string(ring.Fingerprint())
			}
		})
	}
	wg.Wait()
	for i, p := range prints {
		if p == "" || p != prints[0] {
			t.Errorf("starter %d has another key than the first", i)
		}
	}
}

func TestUnfitKeyFiles(t *testing.T) {
	t.Parallel()
	good := strings.Repeat("ab", 32)
	for name, c := range map[string]struct {
		text string
		mode os.FileMode
	}{
		"readable by all": {good, 0o644},
		"empty":           {"# nothing\n", 0o600},
		"not hex":         {"zz" + good[2:], 0o600},
		"short":           {good[2:], 0o600},
	} {
		path := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(path, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		_, err := LoadOrCreate(path, true)
		if err == nil || strings.Contains(err.Error(), "abab") {
			t.Errorf("%s: LoadOrCreate = %v, want an error without the key", name, err)
		}
	}
}

func TestKeyBesideTheDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "PG_VERSION"), []byte("15"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadOrCreate(filepath.Join(dir, "sub", "key"), true); err == nil {
		t.Error("LoadOrCreate inside a database's folder = nil error, want a refusal")
	}
}

func TestKeyFileHoldsSeveralKeys(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "key")
	text := "# old\n" + strings.Repeat("01", 32) + "\n\n# new\n" + strings.Repeat("02", 32) + "\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ring, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := newRing(t, 2).Fingerprint(); !bytes.Equal(ring.Fingerprint(), want) {
		t.Error("Fingerprint = of the first line, want of the last")
	}
	if !ring.Holds(newRing(t, 1).Fingerprint()) {
		t.Error("Holds(the first line's key) = false, want true")
	}
}
