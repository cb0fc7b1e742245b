package keys

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/secret"
	"botyard/internal/telegram"
	"botyard/internal/vault"
)

// process is a program that follows the key file.
type process struct {
	*Rotation
	vault *vault.Vault
}

func (b *bench) process() *process {
	b.t.Helper()
	ring := b.open()
	v := vault.New(b.store, ring)
	r := NewRotation(b.store, ring, v, b.path, quiet())
	r.grace = 0
	return &process{r, v}
}

// connect stores a bot whose token p sealed.
func (b *bench) connect(p *process, n int64) {
	b.t.Helper()
	pgtest.Plant(b.t, b.store.Pool, "integrations", fmt.Sprintf("facade%010d", n), map[string]any{
		"project_id": 1, "id": n, "bot_id": n, "desired": map[bool]string{true: "connected", false: "disconnected"}[n == 1],
		"token": p.vault.Seal(tokenOf(n), 1, n),
	})
}

func tokenOf(n int64) telegram.Token {
	return telegram.Token(fmt.Sprintf("%d:AAHplantedplantedplantedplanted%04d", n, n))
}

// wantOpens tells whether a program reads every token.
func (b *bench) wantOpens(p *process, when string, bots int64) {
	b.t.Helper()
	for n := int64(1); n <= bots; n++ {
		row, err := b.store.Integration(b.t.Context(), db.IntegrationParams{ProjectID: 1, ID: n})
		if err != nil {
			b.t.Fatal(err)
		}
		if token, err := p.vault.Open(row); err != nil || token != tokenOf(n) {
			b.t.Errorf("%s: token %d does not open: %v", when, n, err)
		}
	}
}

// project makes the project of the bots.
func (b *bench) project() {
	b.t.Helper()
	pgtest.Plant(b.t, b.store.Pool, "accounts", "facade0000000001", map[string]any{"id": 1})
	pgtest.Plant(b.t, b.store.Pool, "projects", "facade0000000001", map[string]any{"id": 1, "account_id": 1})
}

func (p *process) looks(t *testing.T) {
	t.Helper()
	if err := p.lookOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (p *process) reseals(t *testing.T, quiet, want bool) {
	t.Helper()
	got, err := p.resealOnce(t.Context(), quiet)
	if err != nil || got != want {
		t.Errorf("resealOnce(quiet %t) = %t, %v, want %t", quiet, got, err, want)
	}
}

// TestRotation goes the whole way: a new key is added, used, everything is
// sealed anew, the old one is taken out; all with two programs running.
func TestRotation(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write(1)
	one, two := b.process(), b.process()
	b.project()
	const bots = 450 // more than two pieces
	for n := range int64(bots) {
		b.connect(one, n+1)
	}
	b.write(1, 2)
	one.grace = time.Hour
	one.looks(t)
	if !bytes.Equal(one.ring.Fingerprint(), fingerprintOf(1)) || !one.ring.Holds(fingerprintOf(2)) {
		t.Error("a new key is used at once, want it known and not used before its time")
	}
	one.reseals(t, false, false)
	one.grace = 0
	one.looks(t)
	b.connect(one, bots+1)
	two.looks(t) // as every program does before the time of the new key comes
	b.wantOpens(two, "after the new key is in use", bots+1)
	row := b.installation()
	if !bytes.Equal(row.KeyFingerprint, fingerprintOf(2)) || len(row.OlderFingerprints) != 1 || !bytes.Equal(row.OlderFingerprints[0], fingerprintOf(1)) {
		t.Errorf("the database is bound to %x, before %x", row.KeyFingerprint, row.OlderFingerprints)
	}
	b.write(2)
	b.refuses(secret.ErrKeyOther)
	if err := one.lookOnce(t.Context()); !errors.Is(err, errStillNeeded) || !one.ring.Holds(fingerprintOf(1)) {
		t.Errorf("look at a file without the old key = %v, want errStillNeeded and the key kept", err)
	}
	one.reseals(t, true, false) // it found much to do
	one.reseals(t, false, true)
	if len(b.installation().OlderFingerprints) != 1 {
		t.Error("the old key is forgotten after one quiet look, want two")
	}
	one.reseals(t, true, false)
	if len(b.installation().OlderFingerprints) != 0 {
		t.Error("the old key is still needed after everything was sealed anew")
	}
	one.looks(t)
	if one.ring.Holds(fingerprintOf(1)) {
		t.Error("the old key is still held after it was taken out")
	}
	b.wantOpens(one, "with the new key alone", bots+1)
	b.wantOpens(b.process(), "after a start with the new key alone", bots+1)
}

func TestTheOldKeyIsNeededWhileAnythingIsSealedWithIt(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write(1)
	one, late := b.process(), b.process()
	b.project()
	b.write(1, 2)
	one.looks(t)
	one.reseals(t, false, true)
	b.connect(late, 1) // one that has not looked yet
	n, err := b.store.ForgetOlderKeys(t.Context(), one.ring.Fingerprint())
	if err != nil || n != 0 || len(b.installation().OlderFingerprints) != 1 {
		t.Errorf("ForgetOlderKeys = %d, %v, want 0: a token is sealed with the old key", n, err)
	}
	late.reseals(t, true, false)
	if len(b.installation().OlderFingerprints) != 1 {
		t.Error("a program that has not seen the new key forgot the old one")
	}
}

func TestATokenThatIsReplacedMeanwhileStays(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write(1)
	p := b.process()
	b.project()
	b.connect(p, 1)
	row, err := b.store.Integration(t.Context(), db.IntegrationParams{ProjectID: 1, ID: 1})
	if err != nil {
		t.Fatal(err)
	}
	n, err := b.store.ReplaceSealedToken(t.Context(), db.ReplaceSealedTokenParams{Sealed: []byte("older"), ProjectID: 1, ID: 1, Before: []byte("before")})
	if err != nil || n != 0 {
		t.Errorf("ReplaceSealedToken of another ciphertext = %d, %v, want 0", n, err)
	}
	b.wantOpens(p, "after that", 1)
	if row.Token == nil {
		t.Error("the token is gone")
	}
}

// TestOneThatNoKeyOpensKeepsNoOther: it stays and is told.
func TestOneThatNoKeyOpensKeepsNoOther(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write(1)
	p := b.process()
	b.project()
	b.connect(p, 1)
	b.connect(p, 2)
	if _, err := b.store.Pool.Exec(t.Context(), "UPDATE integrations SET token = convert_to('broken, and longer than a head', 'UTF8') WHERE id = 1"); err != nil {
		t.Fatal(err)
	}
	b.write(1, 2)
	p.looks(t)
	if n, err := p.vault.Reseal(t.Context()); n != 1 || !errors.Is(err, secret.ErrOpen) {
		t.Errorf("Reseal = %d, %v, want the other one sealed anew and ErrOpen", n, err)
	}
}

func TestABrokenFileChangesNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write(1)
	p := b.process()
	for name, change := range map[string]func() error{
		"gone":       func() error { b.write(1); return os.Remove(b.path) },
		"half a key": func() error { return os.WriteFile(b.path, []byte(hexKey(1)[:10]), 0o600) },
		"empty":      func() error { return os.WriteFile(b.path, nil, 0o600) },
		"readable":   func() error { b.write(1); return os.Chmod(b.path, 0o644) },
		"another":    func() error { b.write(3); return os.Chmod(b.path, 0o600) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if err := p.lookOnce(t.Context()); err == nil {
			t.Errorf("%s: lookOnce = nil, want an error", name)
		}
		if !bytes.Equal(p.ring.Fingerprint(), fingerprintOf(1)) {
			t.Errorf("%s: the key was changed", name)
		}
		_ = os.Remove(b.path)
	}
}

// TestFollowWhileRunning lets the loops do it all.
func TestFollowWhileRunning(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.write(1)
	p := b.process()
	p.look, p.reseal, p.grace = time.Millisecond, 2*time.Millisecond, 10*time.Millisecond
	b.project()
	b.connect(p, 1)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{}, 2)
	go func() { p.Follow(ctx); done <- struct{}{} }()
	go func() { p.Reseal(ctx); done <- struct{}{} }()
	defer func() { stop(); <-done; <-done }()
	b.write(1, 2)
	for deadline := time.Now().Add(20 * time.Second); ; {
		row := b.installation()
		if bytes.Equal(row.KeyFingerprint, fingerprintOf(2)) && len(row.OlderFingerprints) == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("bound to %x and %x, want the new key alone", row.KeyFingerprint, row.OlderFingerprints)
		}
	}
	b.write(2)
	b.wantOpens(p, "after the rotation", 1)
}
