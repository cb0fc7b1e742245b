package secret

import (
	"bytes"
	"errors"
	"testing"
)

var place = Place{Table: "integrations", Column: "token", Project: 7, Bot: 1001}

func newRing(t *testing.T, fills ...byte) *Keyring {
	t.Helper()
	var keys [][]byte
	for _, f := range fills {
		keys = append(keys, bytes.Repeat([]byte{f}, keyBytes))
	}
	ring, err := New(keys...)
	if err != nil {
		t.Fatalf("New = %v, want no error", err)
	}
	return ring
}

func TestSealedOpensInItsPlaceOnly(t *testing.T) {
	t.Parallel()
	ring := newRing(t, 1)
	sealed := ring.Seal([]byte("1001:abc"), place)
	if plain, err := ring.Open(sealed, place); err != nil || string(plain) != "1001:abc" {
		t.Fatalf("Open = %q, %v, want the token", plain, err)
	}
	for name, other := range map[string]Place{
		"table":   {"others", "token", 7, 1001},
		"column":  {"integrations", "other", 7, 1001},
		"project": {"integrations", "token", 8, 1001},
		"bot":     {"integrations", "token", 7, 1002},
		"shifted": {"integrationst", "oken", 7, 1001},
	} {
		if _, err := ring.Open(sealed, other); !errors.Is(err, ErrOpen) {
			t.Errorf("Open with another %s = %v, want ErrOpen", name, err)
		}
	}
}

func TestOpenRefusesEveryChangedByte(t *testing.T) {
	t.Parallel()
	ring := newRing(t, 1)
	sealed := ring.Seal([]byte("x"), place)
	for i := range sealed {
		broken := bytes.Clone(sealed)
		broken[i] ^= 1
		if _, err := ring.Open(broken, place); !errors.Is(err, ErrOpen) {
			t.Errorf("Open with byte %d changed = %v, want ErrOpen", i, err)
		}
	}
	for n := range sealed {
		if _, err := ring.Open(sealed[:n], place); !errors.Is(err, ErrOpen) {
			t.Errorf("Open of %d bytes = %v, want ErrOpen", n, err)
		}
	}
}

func TestSealNeverRepeats(t *testing.T) {
	t.Parallel()
	ring := newRing(t, 1)
	if bytes.Equal(ring.Seal([]byte("x"), place), ring.Seal([]byte("x"), place)) {
		t.Error("two Seals of one text are equal, want different nonces")
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	old, both, other := newRing(t, 1), newRing(t, 1, 2), newRing(t, 2)
	before, after := old.Seal([]byte("x"), place), both.Seal([]byte("x"), place)
	if _, err := both.Open(before, place); err != nil {
		t.Errorf("both.Open(sealed with the old key) = %v, want no error", err)
	}
	if _, err := other.Open(after, place); err != nil {
		t.Errorf("the newest key alone cannot open what both sealed: %v", err)
	}
	if _, err := old.Open(after, place); !errors.Is(err, ErrOpen) {
		t.Errorf("old.Open(sealed with the new key) = %v, want ErrOpen", err)
	}
	if !both.Holds(old.Fingerprint()) || old.Holds(both.Fingerprint()) {
		t.Error("Holds: want the pair to hold the old key, and the old ring not the new one")
	}
}

func TestSignatureIsForOnePurpose(t *testing.T) {
	t.Parallel()
	ring, rotated := newRing(t, 1), newRing(t, 1, 2)
	sig := ring.Sign("browser", []byte("data"))
	if !rotated.Verify("browser", []byte("data"), sig) {
		t.Error("Verify after a rotation = false, want true")
	}
	if ring.Verify("bearer", []byte("data"), sig) || ring.Verify("browser", []byte("date"), sig) {
		t.Error("Verify with another purpose or data = true, want false")
	}
	if newRing(t, 3).Verify("browser", []byte("data"), sig) {
		t.Error("Verify with another key = true, want false")
	}
}

func TestNewRefusesOddKeys(t *testing.T) {
	t.Parallel()
	if _, err := New(); err == nil {
		t.Error("New() = nil error, want one")
	}
	if _, err := New(make([]byte, 16)); err == nil {
		t.Error("New(16 bytes) = nil error, want one")
	}
}

func FuzzOpen(f *testing.F) {
	ring, _ := New(bytes.Repeat([]byte{1}, keyBytes))
	f.Add([]byte{})
	f.Add(ring.Seal([]byte("x"), place)[:20])
	f.Fuzz(func(t *testing.T, sealed []byte) {
		if plain, err := ring.Open(sealed, place); err == nil {
			t.Errorf("Open(%x) = %q, want an error", sealed, plain)
		}
	})
}
