package vault

import (
	"context"
	"errors"
	"fmt"

	"botyard/db"
	"botyard/internal/secret"
)

// Bounds of a project's secrets.
const (
	// MaxSecrets is the most secrets of a project.
	MaxSecrets = 50
	// MaxSecret is the most bytes of one.
	MaxSecret = 4 << 10
)

// ErrTooMany means that a project has MaxSecrets secrets.
var ErrTooMany = errors.New("the project has too many secrets")

// SetSecret keeps a value under a name of the project, in place of the one before.
func (v *Vault) SetSecret(ctx context.Context, q *db.Queries, projectID int64, name, value string) error {
	n, err := q.SetSecret(ctx, db.SetSecretParams{
		ProjectID: projectID, Name: name, Value: v.keys.Seal([]byte(value), secretPlace(projectID, name)), Most: MaxSecrets,
	})
	if err != nil {
		return fmt.Errorf("store a secret of project %d: %w", projectID, err)
	}
	if n == 0 {
		return ErrTooMany
	}
	return nil
}

// Secrets opens those of the named secrets that the project has.
func (v *Vault) Secrets(ctx context.Context, projectID int64, names []string) (map[string]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	rows, err := v.store.SealedSecrets(ctx, db.SealedSecretsParams{ProjectID: projectID, Names: names})
	if err != nil {
		return nil, fmt.Errorf("read secrets of project %d: %w", projectID, err)
	}
	values := map[string]string{}
	for _, row := range rows {
		plain, err := v.keys.Open(row.Value, secretPlace(projectID, row.Name))
		if err != nil {
			return nil, fmt.Errorf("open a secret of project %d: %w", projectID, err)
		}
		values[row.Name] = string(plain)
	}
	return values, nil
}

// secretPlace binds a value to its name as well.
func secretPlace(projectID int64, name string) secret.Place {
	return secret.Place{Table: "project_secrets", Column: "value of " + name, Project: projectID}
}

// resealSecrets does for secrets what Reseal does for tokens.
func (v *Vault) resealSecrets(ctx context.Context) (int, error) {
	var failed error
	resealed := 0
	for p := (db.SecretsOfOtherKeysParams{KeyID: v.keys.KeyID(), ProjectID: -1 << 63, Most: resealPiece}); ; {
		rows, err := v.store.SecretsOfOtherKeys(ctx, p)
		if err != nil {
			return resealed, fmt.Errorf("read secrets: %w", err)
		}
		for _, row := range rows {
			if err := v.resealSecret(ctx, row); err != nil {
				failed = errors.Join(failed, err)
			} else {
				resealed++
			}
			p.ProjectID, p.After = row.ProjectID, row.Name
		}
		if len(rows) < resealPiece {
			return resealed, failed
		}
	}
}

func (v *Vault) resealSecret(ctx context.Context, row db.SecretsOfOtherKeysRow) error {
	at := secretPlace(row.ProjectID, row.Name)
	plain, err := v.keys.Open(row.Value, at)
	if err != nil {
		return fmt.Errorf("open a secret of project %d: %w", row.ProjectID, err)
	}
	_, err = v.store.ReplaceSealedSecret(ctx, db.ReplaceSealedSecretParams{
		Sealed: v.keys.Seal(plain, at), ProjectID: row.ProjectID, Name: row.Name, Before: row.Value,
	})
	if err != nil {
		return fmt.Errorf("store a secret of project %d: %w", row.ProjectID, err)
	}
	return nil
}
