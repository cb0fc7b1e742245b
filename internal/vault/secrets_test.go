package vault

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"botyard/db"
	"botyard/internal/secret"
)

// kept gives a project's secret "key" as the database has it.
func kept(t *testing.T, store *db.Store) string {
	t.Helper()
	var value []byte
	if err := store.Pool.QueryRow(t.Context(), "SELECT value FROM project_secrets WHERE project_id = 3 AND name = 'key'").Scan(&value); err != nil {
		t.Fatal(err)
	}
	return string(value)
}

func TestSecretsAreSealedForTheirName(t *testing.T) {
	t.Parallel()
	v, store := newVault(t)
	bot(t, v, store)
	for _, value := range []string{"first value", "second value"} {
		if err := v.SetSecret(t.Context(), store.Queries, 3, "key", value); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(kept(t, store), value) {
			t.Errorf("%q can be read in the database", value)
		}
		got, err := v.Secrets(t.Context(), 3, []string{"key", "other"})
		if err != nil || len(got) != 1 || got["key"] != value {
			t.Errorf("Secrets = %v, %v, want %q", got, err, value)
		}
	}
	if got, err := v.Secrets(t.Context(), 4, []string{"key"}); err != nil || len(got) != 0 {
		t.Errorf("Secrets of another project = %v, %v, want none", got, err)
	}
	if _, err := store.Pool.Exec(t.Context(), "UPDATE project_secrets SET name = 'other'"); err != nil {
		t.Fatal(err)
	}
	if got, err := v.Secrets(t.Context(), 3, []string{"other"}); !errors.Is(err, secret.ErrOpen) || strings.Contains(err.Error(), "value") && strings.Contains(err.Error(), "second") {
		t.Errorf("Secrets under another name = %v, %v, want ErrOpen", got, err)
	}
}

func TestASuspendedProjectsTokenIsForReadingAlone(t *testing.T) {
	t.Parallel()
	v, store := newVault(t)
	row := bot(t, v, store)
	if _, err := store.Pool.Exec(t.Context(), "UPDATE projects SET suspended_at = now()"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Token(t.Context(), 3, row.ID); !errors.Is(err, ErrSuspended) {
		t.Errorf("Token = %v, want ErrSuspended", err)
	}
	if got, err := v.ReadingToken(t.Context(), 3, row.ID); err != nil || string(got) != string(token) {
		t.Errorf("ReadingToken = %v, want the token", err)
	}
	if _, err := v.Token(t.Context(), 3, row.ID); !errors.Is(err, ErrSuspended) {
		t.Errorf("Token afterwards = %v, want ErrSuspended", err)
	}
	if _, err := store.Pool.Exec(t.Context(), "UPDATE integrations SET desired = 'disconnected'"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.ReadingToken(t.Context(), 3, row.ID); !errors.Is(err, ErrNoToken) {
		t.Errorf("ReadingToken of a disconnected bot = %v, want ErrNoToken", err)
	}
}

func TestSecretsAreBounded(t *testing.T) {
	t.Parallel()
	v, store := newVault(t)
	bot(t, v, store)
	for n := range MaxSecrets {
		if err := v.SetSecret(t.Context(), store.Queries, 3, fmt.Sprint("k", n), "x"); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.SetSecret(t.Context(), store.Queries, 3, "more", "x"); !errors.Is(err, ErrTooMany) {
		t.Errorf("SetSecret of one more = %v, want ErrTooMany", err)
	}
	if err := v.SetSecret(t.Context(), store.Queries, 3, "k1", "y"); err != nil {
		t.Errorf("SetSecret of one that is there = %v, want nil", err)
	}
}

func TestSecretsAreSealedAnewWithANewKey(t *testing.T) {
	t.Parallel()
	v, store := newVault(t)
	bot(t, v, store)
	if err := v.SetSecret(t.Context(), store.Queries, 3, "key", "value"); err != nil {
		t.Fatal(err)
	}
	keys, err := secret.New(make([]byte, 32), []byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	next := New(store, keys)
	if n, err := next.Reseal(t.Context()); err != nil || n != 2 {
		t.Errorf("Reseal = %d, %v, want the token and the secret", n, err)
	}
	if id := kept(t, store)[1:5]; id != string(keys.KeyID()) {
		t.Errorf("key of the secret = %x, want the new one", id)
	}
	if got, err := next.Secrets(t.Context(), 3, []string{"key"}); err != nil || got["key"] != "value" {
		t.Errorf("Secrets = %v, %v, want the value", got, err)
	}
	if n, err := next.Reseal(t.Context()); err != nil || n != 0 {
		t.Errorf("Reseal again = %d, %v, want nothing left", n, err)
	}
}
