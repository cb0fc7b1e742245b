package project

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"botyard/db"
	"botyard/internal/telegram"
	"botyard/internal/vault"
)

// Times of the reconciler.
const (
	reconcileEvery = time.Second
	reconcileMost  = 32
	reconcileTime  = 30 * time.Second
	// parallel is how many bots are reconciled at once.
	parallel = 8
)

// Reconciler brings the actual state of connections to the desired one, for
// the projects whose shards this process owns. What it does can be repeated:
// a crash in the middle heals at the next try.
type Reconciler struct {
	service *Service
	// shards lists what this process owns now.
	shards func() []int16
	// accepted returns when every process accepts webhooks that were stored
	// before it was called.
	accepted func(ctx context.Context) error
	cold     *rate.Limiter
	nudges   chan struct{}

	mu   sync.Mutex
	warm map[int64]bool // integrations whose token was used in this process
	busy map[int64]bool
}

// NewReconciler makes a reconciler. coldPerMinute paces the first calls of
// tokens (telegram.md §1.8: Bot API servers limit those by address); 0 does not.
func NewReconciler(s *Service, shards func() []int16, accepted func(context.Context) error, coldPerMinute int) *Reconciler {
	limit := rate.Inf
	if coldPerMinute > 0 {
		limit = rate.Limit(float64(coldPerMinute) / 60)
	}
	return &Reconciler{
		service: s, shards: shards, accepted: accepted, cold: rate.NewLimiter(limit, max(coldPerMinute, 1)),
		nudges: make(chan struct{}, 1), warm: map[int64]bool{}, busy: map[int64]bool{},
	}
}

// Nudge makes it look at once.
func (r *Reconciler) Nudge() {
	select {
	case r.nudges <- struct{}{}:
	default:
	}
}

// Run works until ctx ends and then waits for what is under way.
func (r *Reconciler) Run(ctx context.Context) {
	tick := time.NewTicker(reconcileEvery)
	defer tick.Stop()
	slots := make(chan struct{}, parallel)
	var running sync.WaitGroup
	defer running.Wait()
	for {
		r.startDue(ctx, slots, &running)
		select {
		case <-ctx.Done():
			return
		case <-r.nudges:
		case <-tick.C:
		}
	}
}

func (r *Reconciler) startDue(ctx context.Context, slots chan struct{}, running *sync.WaitGroup) {
	for _, due := range r.due(ctx) {
		if !r.begin(due.ID) {
			continue
		}
		running.Go(func() {
			defer r.end(due.ID)
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
			case <-ctx.Done():
				return
			}
			r.reconcile(ctx, due.ProjectID, due.ID)
		})
	}
}

func (r *Reconciler) due(ctx context.Context) []db.DueIntegrationsRow {
	var shards []int64
	for _, shard := range r.shards() {
		shards = append(shards, int64(shard))
	}
	rows, err := r.service.Store.DueIntegrations(ctx, db.DueIntegrationsParams{Shards: shards, Most: reconcileMost})
	if err != nil && ctx.Err() == nil {
		r.service.Log.ErrorContext(ctx, "due connections not read", "error", err)
	}
	return rows
}

func (r *Reconciler) begin(id int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.busy[id] {
		return false
	}
	r.busy[id] = true
	return true
}

func (r *Reconciler) end(id int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.busy, id)
}

func (r *Reconciler) reconcile(ctx context.Context, projectID, id int64) {
	row, err := r.service.Store.Integration(ctx, db.IntegrationParams{ProjectID: projectID, ID: id})
	if err != nil {
		if !db.NotFound(err) && ctx.Err() == nil {
			r.service.Log.ErrorContext(ctx, "connection not read", "project", projectID, "error", err)
		}
		return
	}
	if row.ReconcileAt == nil {
		return // done since it was found due
	}
	if err := r.awaitWarm(ctx, id); err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, reconcileTime)
	defer cancel()
	if row.Desired == "connected" {
		err = r.connect(ctx, row)
	} else {
		err = r.disconnect(ctx, row)
	}
	if err != nil {
		r.failed(context.WithoutCancel(ctx), row, err)
	}
}

// awaitWarm paces the first call of a token.
func (r *Reconciler) awaitWarm(ctx context.Context, id int64) error {
	r.mu.Lock()
	warm := r.warm[id]
	r.warm[id] = true
	r.mu.Unlock()
	if warm {
		return nil
	}
	return r.cold.Wait(ctx)
}

func (r *Reconciler) connect(ctx context.Context, row db.Integration) error {
	token, err := r.service.Vault.Open(row)
	if err != nil {
		return err
	}
	webhook, err := r.setWebhook(ctx, token, row)
	if err != nil {
		return err
	}
	menu, err := r.setMenu(ctx, token, row)
	if err != nil {
		return err
	}
	err = r.service.Store.MarkConnected(ctx, db.MarkConnectedParams{ProjectID: row.ProjectID, ID: row.ID, WebhookUrl: webhook, MenuUrl: menu})
	if err != nil {
		return fmt.Errorf("mark connected: %w", err)
	}
	r.service.Log.InfoContext(ctx, "bot connected", "project", row.ProjectID, "integration", row.ID)
	return nil
}

// allowedUpdates are the kinds that are acted on; always given, because
// Telegram keeps the last list when none is.
var allowedUpdates = []string{"message", "callback_query", "my_chat_member"}

// setWebhook points the bot at us under a new secret. The secret is accepted
// everywhere before Telegram hears of it. Without a public address there is
// nothing to point at.
func (r *Reconciler) setWebhook(ctx context.Context, token telegram.Token, row db.Integration) (string, error) {
	if r.service.PublicURL == "" {
		return "", nil
	}
	if row.Actual == "connected" && row.WebhookUrl != "" && strings.HasPrefix(row.WebhookUrl, r.service.PublicURL+WebhookPath) {
		return row.WebhookUrl, nil // only the menu is to be refreshed
	}
	secret := randomText()
	publicID, err := r.storeSecret(ctx, row, secret)
	if err != nil {
		return "", err
	}
	if err := r.accepted(ctx); err != nil {
		return "", fmt.Errorf("wait for the receipt: %w", err)
	}
	address := r.service.PublicURL + WebhookPath + publicID
	err = r.service.Telegram.SetWebhook(ctx, token, telegram.SetWebhook{
		URL: address, SecretToken: secret, MaxConnections: 40, AllowedUpdates: allowedUpdates,
	})
	return address, err
}

// storeSecret holds the bot's row meanwhile: one that was deleted gets no
// public id any more.
func (r *Reconciler) storeSecret(ctx context.Context, row db.Integration, secret string) (publicID string, err error) {
	sum := sha256.Sum256([]byte(secret))
	err = r.service.Store.InTx(ctx, func(q *db.Queries) error {
		if _, err := q.IntegrationForUpdate(ctx, db.IntegrationForUpdateParams{ProjectID: row.ProjectID, ID: row.ID}); err != nil {
			return err
		}
		err := q.StorePublicID(ctx, db.StorePublicIDParams{
			PublicID: randomText(), ProjectID: row.ProjectID, IntegrationID: row.ID, SecretSha256: sum[:],
		})
		if err != nil {
			return err
		}
		publicID, err = q.PublicIDOf(ctx, db.PublicIDOfParams{ProjectID: row.ProjectID, IntegrationID: row.ID})
		return err
	})
	if err != nil {
		return "", fmt.Errorf("store a webhook secret: %w", err)
	}
	return publicID, nil
}

// randomText is 192 random bits as text that fits a URL and a secret_token.
func randomText() string {
	b := make([]byte, 24)
	_, _ = rand.Read(b) // never fails, see crypto/rand
	return base64.RawURLEncoding.EncodeToString(b)
}

// setMenu puts the Mini App behind the bot's menu button.
func (r *Reconciler) setMenu(ctx context.Context, token telegram.Token, row db.Integration) (string, error) {
	address, err := r.service.Store.AddressOfProject(ctx, row.ProjectID)
	if err != nil {
		return "", fmt.Errorf("read the address of project %d: %w", row.ProjectID, err)
	}
	url := r.service.PageURL("m", address.CurrentSlug)
	if row.Actual == "connected" && row.MenuUrl == url || r.service.PagesURL == "" {
		return row.MenuUrl, nil
	}
	button := telegram.MenuButton{Type: "web_app", Text: menuText[address.Language], WebApp: &telegram.WebApp{URL: url}}
	return url, r.service.Telegram.SetChatMenuButton(ctx, token, 0, button)
}

var menuText = map[string]string{"ru": "Открыть", "en": "Open"}

// disconnect takes our webhook and menu button away, unless someone else has
// taken the bot over meanwhile, and forgets the token.
func (r *Reconciler) disconnect(ctx context.Context, row db.Integration) error {
	token, err := r.service.Vault.Open(row)
	if err == nil {
		err = r.letGo(ctx, token)
	}
	if err != nil && !errors.Is(err, vault.ErrNoToken) && telegram.Classify(err) != telegram.Unauthorized {
		return err
	}
	err = r.service.Store.InTx(ctx, func(q *db.Queries) error { return forget(ctx, q, row) })
	if err == nil {
		r.service.Vault.Forget(row.ID)
		r.service.Log.InfoContext(ctx, "bot disconnected", "project", row.ProjectID, "integration", row.ID)
	}
	return err
}

func (r *Reconciler) letGo(ctx context.Context, token telegram.Token) error {
	info, err := r.service.Telegram.GetWebhookInfo(ctx, token)
	if err != nil {
		return err
	}
	if info.URL != "" && r.service.foreignHost(info.URL) == "" {
		if err := r.service.Telegram.DeleteWebhook(ctx, token, false); err != nil {
			return err
		}
		return r.service.Telegram.SetChatMenuButton(ctx, token, 0, telegram.MenuButton{Type: "default"})
	}
	return nil
}

func forget(ctx context.Context, q *db.Queries, row db.Integration) error {
	key := db.IntegrationForUpdateParams{ProjectID: row.ProjectID, ID: row.ID}
	now, err := q.IntegrationForUpdate(ctx, key)
	if err != nil || now.Desired != "disconnected" {
		return err // connected again meanwhile
	}
	if err := q.RetirePublicID(ctx, db.RetirePublicIDParams{ProjectID: row.ProjectID, IntegrationID: row.ID}); err != nil {
		return fmt.Errorf("retire a public id: %w", err)
	}
	if err := q.ReleaseBot(ctx, db.ReleaseBotParams{ProjectID: row.ProjectID, IntegrationID: row.ID}); err != nil {
		return fmt.Errorf("release a bot: %w", err)
	}
	if err := q.MarkDisconnected(ctx, db.MarkDisconnectedParams{ProjectID: row.ProjectID, ID: row.ID}); err != nil {
		return fmt.Errorf("mark disconnected: %w", err)
	}
	return nil
}

// failed notes why it did not work, and when to try again.
func (r *Reconciler) failed(ctx context.Context, row db.Integration, cause error) {
	class := telegram.Classify(cause)
	r.service.Log.WarnContext(ctx, "connection not reconciled", "project", row.ProjectID, "integration", row.ID, "class", class.String(), "error", cause)
	var err error
	switch class {
	case telegram.Unauthorized, telegram.Misrouted:
		err = r.service.Store.StopIntegration(ctx, db.StopIntegrationParams{ProjectID: row.ProjectID, ID: row.ID, Reason: "token_revoked"})
	default:
		reason, delay := whyAndWhen(cause, class, row.Attempts)
		err = r.service.Store.DelayReconcile(ctx, db.DelayReconcileParams{ProjectID: row.ProjectID, ID: row.ID, Reason: reason, Delay: &delay})
	}
	if err != nil && ctx.Err() == nil {
		r.service.Log.ErrorContext(ctx, "failed connection not noted", "project", row.ProjectID, "error", err)
	}
}

func whyAndWhen(cause error, class telegram.Class, attempts int32) (string, time.Duration) {
	delay := min(2*time.Second<<min(attempts, 10), 10*time.Minute)
	switch class {
	case telegram.RateLimited:
		wait, _ := telegram.RetryAfter(cause)
		return "rate_limited", max(wait, time.Second)
	case telegram.Rejected:
		return "webhook_refused", delay
	}
	return "telegram_unreachable", delay
}
