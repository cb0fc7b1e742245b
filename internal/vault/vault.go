// Package vault keeps the tokens of bots: sealed in the database, opened for a call.
package vault

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"sync"
	"time"

	"botyard/db"
	"botyard/internal/secret"
	"botyard/internal/telegram"
)

// ErrNoToken means that the bot is disconnected: its token was forgotten.
var ErrNoToken = errors.New("the bot has no token")

// ErrSuspended means that the bot's project is suspended: nothing is sent for it.
var ErrSuspended = errors.New("the project is suspended")

// fresh is how long an opened token is used without asking the database
// again, and maxOpen how many are held at most.
const (
	fresh   = 10 * time.Second
	maxOpen = 10_000
)

// Vault opens tokens. It is safe for concurrent use.
type Vault struct {
	store *db.Store
	keys  *secret.Keyring

	mu   sync.Mutex
	open map[int64]*opened // by integration id

	asking sync.Mutex // held by who asks the database
}

type opened struct {
	project int64
	token   telegram.Token
	until   time.Time
	used    bool // since the database was asked
}

// New makes a vault over the store with the installation's keys.
func New(store *db.Store, keys *secret.Keyring) *Vault {
	return &Vault{store: store, keys: keys, open: map[int64]*opened{}}
}

// Seal encrypts a token for its row.
func (v *Vault) Seal(token telegram.Token, projectID, botID int64) []byte {
	return v.keys.Seal([]byte(string(token)), place(projectID, botID))
}

// Open decrypts the token of a row; ErrNoToken when there is none.
func (v *Vault) Open(row db.Integration) (telegram.Token, error) {
	if row.Token == nil {
		return "", ErrNoToken
	}
	plain, err := v.keys.Open(row.Token, place(row.ProjectID, row.BotID))
	if err != nil {
		return "", fmt.Errorf("open the token of integration %d: %w", row.ID, err)
	}
	return telegram.Token(plain), nil
}

// WebhookSecret is the secret that goes with a public id for as long as the
// token of row, as it is sealed there, is the one to use: trying again, also
// after a crash, changes nothing. It fits secret_token of setWebhook.
func (v *Vault) WebhookSecret(publicID string, row db.Integration) string {
	data := append([]byte(publicID+"\x00"), row.Token...)
	return base64.RawURLEncoding.EncodeToString(v.keys.Sign("webhook secret", data))
}

func place(projectID, botID int64) secret.Place {
	return secret.Place{Table: "integrations", Column: "token", Project: projectID, Bot: botID}
}

// Token gives the token of an integration that shall be connected, else
// ErrNoToken. Of a suspended project it is ErrSuspended, after ten seconds at most.
func (v *Vault) Token(ctx context.Context, projectID, integrationID int64) (telegram.Token, error) {
	if token, found := v.held(projectID, integrationID); found {
		return token, nil
	}
	v.asking.Lock()
	defer v.asking.Unlock()
	if token, found := v.held(projectID, integrationID); found { // another asked meanwhile
		return token, nil
	}
	due := v.due()
	due.Projects, due.Ids = append(due.Projects, projectID), append(due.Ids, integrationID)
	rows, err := v.store.SendingTokens(ctx, due)
	if err != nil {
		return "", fmt.Errorf("read integration %d and %d more: %w", integrationID, len(due.Ids)-1, err)
	}
	token, err := telegram.Token(""), ErrNoToken
	for _, row := range rows {
		if row.ID == integrationID {
			if token, err = v.unseal(row); err == nil {
				v.hold(integrationID, projectID, token)
			}
			continue
		}
		v.renew(row)
	}
	return token, err
}

// due lists the tokens in use that will soon be asked about: one question for all.
func (v *Vault) due() (p db.SendingTokensParams) {
	v.mu.Lock()
	defer v.mu.Unlock()
	soon := time.Now().Add(fresh / 2)
	for id, o := range v.open {
		if o.used && o.until.Before(soon) {
			p.Projects, p.Ids = append(p.Projects, o.project), append(p.Ids, id)
		}
	}
	return p
}

func (v *Vault) unseal(row db.SendingTokensRow) (telegram.Token, error) {
	switch {
	case !row.Usable:
		return "", ErrNoToken
	case row.Suspended:
		return "", ErrSuspended
	}
	return v.Open(db.Integration{ID: row.ID, ProjectID: row.ProjectID, BotID: row.BotID, Token: row.Token})
}

// renew holds a token for longer, unless it was forgotten while the database
// was asked: then it may be another by now.
func (v *Vault) renew(row db.SendingTokensRow) {
	token, err := v.unseal(row)
	v.mu.Lock()
	defer v.mu.Unlock()
	o := v.open[row.ID]
	switch {
	case o == nil:
	case err != nil:
		delete(v.open, row.ID)
	default:
		o.token, o.until, o.used = token, time.Now().Add(fresh), false
	}
}

// ReadingToken gives the token of an integration that shall be connected, also
// of a suspended project, in order to drop what came for it.
func (v *Vault) ReadingToken(ctx context.Context, projectID, integrationID int64) (telegram.Token, error) {
	row, err := v.store.Integration(ctx, db.IntegrationParams{ProjectID: projectID, ID: integrationID})
	if db.NotFound(err) || err == nil && row.Desired != "connected" {
		return "", ErrNoToken
	}
	if err != nil {
		return "", fmt.Errorf("read integration %d: %w", integrationID, err)
	}
	return v.Open(row)
}

// Forget drops an opened token: it changed, or its bot was disconnected.
func (v *Vault) Forget(integrationID int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.open, integrationID)
}

func (v *Vault) held(projectID, integrationID int64) (telegram.Token, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	o := v.open[integrationID]
	if o == nil || o.project != projectID || !time.Now().Before(o.until) {
		return "", false
	}
	o.used = true
	return o.token, true
}

func (v *Vault) hold(integrationID, projectID int64, token telegram.Token) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for id := range v.open {
		if len(v.open) < maxOpen {
			break
		}
		delete(v.open, id)
	}
	v.open[integrationID] = &opened{project: projectID, token: token, until: time.Now().Add(fresh)}
}
