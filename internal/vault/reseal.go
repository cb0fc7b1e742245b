package vault

import (
	"context"
	"errors"
	"fmt"

	"botyard/db"
)

// resealPiece is how many tokens are read at a time.
const resealPiece = 200

// Reseal seals every token and secret anew that is not sealed with the present
// key, and tells how many there were. One that no key opens is left as it is
// and is an error, after the others.
func (v *Vault) Reseal(ctx context.Context) (int, error) {
	tokens, err := v.resealTokens(ctx)
	secrets, errSecrets := v.resealSecrets(ctx)
	return tokens + secrets, errors.Join(err, errSecrets)
}

func (v *Vault) resealTokens(ctx context.Context) (int, error) {
	var failed error
	resealed := 0
	for p := (db.TokensOfOtherKeysParams{KeyID: v.keys.KeyID(), ProjectID: -1 << 63, Most: resealPiece}); ; {
		rows, err := v.store.TokensOfOtherKeys(ctx, p)
		if err != nil {
			return resealed, fmt.Errorf("read tokens: %w", err)
		}
		for _, row := range rows {
			if err := v.reseal(ctx, row); err != nil {
				failed = errors.Join(failed, err)
			} else {
				resealed++
			}
			p.ProjectID, p.After = row.ProjectID, row.ID
		}
		if len(rows) < resealPiece {
			return resealed, failed
		}
	}
}

func (v *Vault) reseal(ctx context.Context, row db.TokensOfOtherKeysRow) error {
	plain, err := v.keys.Open(row.Token, place(row.ProjectID, row.BotID))
	if err != nil {
		return fmt.Errorf("open the token of integration %d: %w", row.ID, err)
	}
	_, err = v.store.ReplaceSealedToken(ctx, db.ReplaceSealedTokenParams{
		Sealed: v.keys.Seal(plain, place(row.ProjectID, row.BotID)), ProjectID: row.ProjectID, ID: row.ID, Before: row.Token,
	})
	if err != nil {
		return fmt.Errorf("store the token of integration %d: %w", row.ID, err)
	}
	return nil
}
