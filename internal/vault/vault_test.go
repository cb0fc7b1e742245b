package vault

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/secret"
	"botyard/internal/telegram"
)

const token = telegram.Token("123456789:AAabcdefghijklmnopqrstuvwxyz0123456")

func newVault(t *testing.T) (*Vault, *db.Store) {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	keys, err := secret.New(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	return New(store, keys), store
}

// bot stores a connected bot of project 3.
func bot(t *testing.T, v *Vault, store *db.Store) db.Integration {
	t.Helper()
	const sql = `WITH a AS (INSERT INTO accounts DEFAULT VALUES RETURNING id)
		INSERT INTO projects (id, account_id, name) OVERRIDING SYSTEM VALUE SELECT 3, a.id, 'p' FROM a`
	if _, err := store.Pool.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
	_, err := store.WantConnected(t.Context(), db.WantConnectedParams{ProjectID: 3, BotID: 7, Token: v.Seal(token, 3, 7)})
	if err != nil {
		t.Fatal(err)
	}
	row, err := store.LiveIntegration(t.Context(), 3)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func TestATokenIsSealedAndOpened(t *testing.T) {
	t.Parallel()
	v, store := newVault(t)
	row := bot(t, v, store)
	if strings.Contains(string(row.Token), string(token)[10:]) {
		t.Error("the sealed token can be read")
	}
	if got, err := v.Open(row); err != nil || string(got) != string(token) {
		t.Errorf("Open = %v, %v, want the token", got, err)
	}
	moved := row
	moved.ProjectID = 4
	if _, err := v.Open(moved); err == nil || strings.Contains(err.Error(), string(token)[10:]) {
		t.Errorf("Open in another project = %v, want an error without the token", err)
	}
	moved = row
	moved.BotID = 8
	if _, err := v.Open(moved); err == nil {
		t.Error("Open for another bot = nil, want an error")
	}
	row.Token = nil
	if _, err := v.Open(row); !errors.Is(err, ErrNoToken) {
		t.Errorf("Open of none = %v, want ErrNoToken", err)
	}
}

func TestOnlyABotThatShallBeConnectedHasAToken(t *testing.T) {
	t.Parallel()
	v, store := newVault(t)
	row := bot(t, v, store)
	ask := func() error {
		v.Forget(row.ID)
		_, err := v.Token(t.Context(), 3, row.ID)
		return err
	}
	for _, test := range []struct {
		change string
		want   error
	}{
		{"reason = ''", nil}, {"reason = 'telegram_unreachable'", nil}, {"reason = 'token_revoked'", ErrNoToken},
		{"reason = '', desired = 'disconnected'", ErrNoToken}, {"token = NULL", ErrNoToken},
	} {
		if _, err := store.Pool.Exec(t.Context(), "UPDATE integrations SET "+test.change); err != nil {
			t.Fatal(err)
		}
		if err := ask(); !errors.Is(err, test.want) {
			t.Errorf("Token after %s = %v, want %v", test.change, err, test.want)
		}
	}
	if _, err := v.Token(t.Context(), 4, row.ID); !errors.Is(err, ErrNoToken) {
		t.Errorf("Token through another project = %v, want ErrNoToken", err)
	}
}

func TestAnOpenedTokenIsHeldForAWhile(t *testing.T) {
	t.Parallel()
	v, store := newVault(t)
	row := bot(t, v, store)
	ask := func() error { _, err := v.Token(t.Context(), 3, row.ID); return err }
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Pool.Exec(t.Context(), "UPDATE integrations SET desired = 'disconnected'"); err != nil {
		t.Fatal(err)
	}
	if err := ask(); err != nil {
		t.Errorf("Token that is held = %v, want it", err)
	}
	v.open[row.ID].until = time.Now().Add(-time.Nanosecond)
	if err := ask(); !errors.Is(err, ErrNoToken) {
		t.Errorf("Token that was held too long = %v, want ErrNoToken", err)
	}
}

func TestADatabaseThatIsAwayIsNoMissingToken(t *testing.T) {
	t.Parallel()
	v, store := newVault(t)
	row := bot(t, v, store)
	store.Close()
	if _, err := v.Token(t.Context(), 3, row.ID); err == nil || errors.Is(err, ErrNoToken) {
		t.Errorf("Token without a database = %v, want another error", err)
	}
}

func TestHeldTokensAreBounded(t *testing.T) {
	t.Parallel()
	v, _ := newVault(t)
	for id := range int64(maxOpen + 10) {
		v.hold(id, 3, token)
	}
	if len(v.open) != maxOpen {
		t.Errorf("held = %d, want %d", len(v.open), maxOpen)
	}
	if _, found := v.held(3, maxOpen+9); !found {
		t.Error("the last one is not held")
	}
}

// TestTokensInUseAreRenewedTogether: who is asked about brings along those that
// would be asked about soon, but no answer that is older than a change.
func TestTokensInUseAreRenewedTogether(t *testing.T) {
	t.Parallel()
	v, store := newVault(t)
	row := bot(t, v, store)
	soon := time.Now().Add(fresh / 4)
	v.open[row.ID] = &opened{project: 3, token: "held", until: soon, used: true}
	v.open[99] = &opened{project: 3, token: "gone", until: soon, used: true}
	v.open[98] = &opened{project: 3, token: "idle", until: soon}
	if _, err := v.Token(t.Context(), 3, 97); !errors.Is(err, ErrNoToken) {
		t.Fatalf("Token of an unknown bot = %v, want ErrNoToken", err)
	}
	if o := v.open[row.ID]; o.token != token || !o.until.After(soon) || o.used {
		t.Errorf("a token in use = %+v, want it read again", o)
	}
	if !v.open[98].until.Equal(soon) {
		t.Error("a token that nobody uses was renewed")
	}
	v.Forget(row.ID)
	v.renew(db.SendingTokensRow{ID: row.ID, ProjectID: 3, BotID: 7, Token: row.Token, Usable: true})
	if v.open[row.ID] != nil {
		t.Error("a token that was forgotten meanwhile is held again")
	}
}

func TestWebhookSecretsLastAsLongAsTheirToken(t *testing.T) {
	t.Parallel()
	v, _ := newVault(t)
	row := db.Integration{Token: v.Seal(token, 3, 7)}
	one := v.WebhookSecret("id", row)
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(one) {
		t.Errorf("WebhookSecret = %q, want what setWebhook takes", one)
	}
	if again := v.WebhookSecret("id", row); again != one {
		t.Errorf("WebhookSecret again = %q, want %q", again, one)
	}
	if other := v.WebhookSecret("other", row); other == one {
		t.Error("WebhookSecret of another id is the same")
	}
	row.Token = v.Seal(token, 3, 7)
	if next := v.WebhookSecret("id", row); next == one {
		t.Error("WebhookSecret of a token that was given again is the same")
	}
}
