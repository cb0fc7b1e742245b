package keys

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/secret"
)

// bench is a database and a key file.
type bench struct {
	t     *testing.T
	store *db.Store
	path  string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return &bench{t, store, filepath.Join(t.TempDir(), "key")}
}

// hexKey is the nth key as a line of the file.
func hexKey(n int) string { return hex.EncodeToString(bytes.Repeat([]byte{byte(n)}, 32)) }

// write puts keys into the file, the newest last.
func (b *bench) write(keys ...int) {
	b.t.Helper()
	text := "# keys\n"
	for _, n := range keys {
		text += hexKey(n) + "\n"
	}
	if err := os.WriteFile(b.path, []byte(text), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) open() *secret.Keyring {
	b.t.Helper()
	ring, err := Open(b.t.Context(), b.store, b.path)
	if err != nil {
		b.t.Fatal(err)
	}
	return ring
}

// refuses is an opening that must fail.
func (b *bench) refuses(want error) {
	b.t.Helper()
	_, err := Open(b.t.Context(), b.store, b.path)
	if !errors.Is(err, want) {
		b.t.Errorf("Open = %v, want %v", err, want)
	}
	if err != nil && (strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), hexKey(1)[:8])) {
		b.t.Errorf("Open = %q, want one sentence without a key", err)
	}
}

func (b *bench) installation() db.InstallationRow {
	b.t.Helper()
	row, err := b.store.Installation(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return row
}

func TestAnEmptyDatabaseGetsAKey(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ring := b.open()
	if info, err := os.Stat(b.path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("key file = %v, %v, want it there, for its owner alone", info, err)
	}
	if !bytes.Equal(b.installation().KeyFingerprint, ring.Fingerprint()) {
		t.Error("the database is bound to another key than the one that was made")
	}
	if again := b.open(); !bytes.Equal(again.Fingerprint(), ring.Fingerprint()) {
		t.Error("another key at the second start, want the same")
	}
}

func TestAMissingOrOtherKeyIsRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write(1)
	b.open()
	b.write(2)
	b.refuses(secret.ErrKeyOther)
	if err := os.Remove(b.path); err != nil {
		t.Fatal(err)
	}
	b.refuses(secret.ErrKeyMissing)
	b.write(1, 2)
	if ring := b.open(); !bytes.Equal(ring.Fingerprint(), b.installation().KeyFingerprint) || bytes.Equal(ring.Newest(), ring.Fingerprint()) {
		t.Error("a newer key in the file is the present one at once, want that of the database")
	}
}

func TestSecretsWithoutAFingerprintAreRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write(1)
	pgtest.Plant(t, b.store.Pool, "users", "facade0000000001", map[string]any{"id": 1})
	b.refuses(secret.ErrKeyOther)
}

func TestManyFirstStartsAgreeOnAKey(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var all sync.WaitGroup
	prints := make([][]byte, 6)
	for n := range prints {
		all.Go(func() {
			ring, err := Open(t.Context(), b.store, b.path)
			if err != nil {
				t.Errorf("one of many first starts: %v", err)
				return
			}
			prints[n] = ring.Fingerprint()
		})
	}
	all.Wait()
	for _, print := range prints {
		if !bytes.Equal(print, b.installation().KeyFingerprint) {
			t.Errorf("one of many first starts has the key %x, the database %x", print, b.installation().KeyFingerprint)
		}
	}
}

func TestTwoFilesOnOneDatabase(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write(1)
	first := b.open()
	b.write(2)
	second, err := secret.Load(b.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := bindAfter(t.Context(), b.store, second); !errors.Is(err, errOtherFile) {
		t.Errorf("bind with another file = %v, want errOtherFile", err)
	}
	if err := bindAfter(t.Context(), b.store, first); err != nil {
		t.Errorf("bind with the same file = %v, want no error", err)
	}
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

func fingerprintOf(n int) []byte {
	ring, err := secret.New(bytes.Repeat([]byte{byte(n)}, 32))
	if err != nil {
		panic(fmt.Sprint("a key of the test: ", err))
	}
	return ring.Fingerprint()
}
