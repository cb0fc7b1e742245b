package project

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"botyard/db"
	"botyard/internal/telegram"
	"botyard/miniapp"
)

// Times of the reconciler.
const (
	reconcileEvery = time.Second
	reconcileMost  = 32
	reconcileTime  = 30 * time.Second
	spreadEvery    = time.Hour
	// parallel is how many bots are reconciled at once.
	parallel = 8
	// A token that is refused is asked again so often, so much later each time.
	refusals    = 3
	refusalWait = 20 * time.Second
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
// tokens, which Bot API servers limit by the caller's address (20 a minute and
// 600 an hour, ClientManager.cpp of tdlib/telegram-bot-api); 0 does not.
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
	var spread time.Time
	r.registerAnew(ctx)
	for {
		if time.Since(spread) > spreadEvery {
			r.spreadChecks(ctx)
			spread = time.Now()
		}
		r.startDue(ctx, slots, &running)
		r.startChecks(ctx, slots, &running)
		select {
		case <-ctx.Done():
			return
		case <-r.nudges:
		case <-tick.C:
		}
	}
}

// registerAnew finds the bots that were connected when this installation had
// another address; they are connected again at the pace of all others.
func (r *Reconciler) registerAnew(ctx context.Context) {
	p := db.RegisterAnewParams{Pages: r.service.PageURL(miniapp.App, "")}
	if r.service.PublicURL != "" {
		p.Webhooks = r.service.PublicURL + WebhookPath
	}
	n, err := r.service.Store.RegisterAnew(ctx, p)
	switch {
	case err != nil && ctx.Err() == nil:
		r.service.Log.ErrorContext(ctx, "bots of another address not found", "error", err)
	case n > 0:
		r.service.Log.InfoContext(ctx, "bots are connected anew: the address changed", "count", n)
	}
}

func (r *Reconciler) startDue(ctx context.Context, slots chan struct{}, running *sync.WaitGroup) {
	for _, due := range r.due(ctx) {
		r.inSlot(ctx, slots, running, due.ID, func() { r.reconcile(ctx, due.ProjectID, due.ID) })
	}
}

// inSlot does something with an integration when a slot is free, unless
// something is being done with it already.
func (r *Reconciler) inSlot(ctx context.Context, slots chan struct{}, running *sync.WaitGroup, id int64, do func()) {
	if !r.begin(id) {
		return
	}
	running.Go(func() {
		defer r.end(id)
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		case <-ctx.Done():
			return
		}
		do()
	})
}

func (r *Reconciler) wideShards() (shards []int64) {
	for _, shard := range r.shards() {
		shards = append(shards, int64(shard))
	}
	return shards
}

func (r *Reconciler) due(ctx context.Context) []db.DueIntegrationsRow {
	rows, err := r.service.Store.DueIntegrations(ctx, db.DueIntegrationsParams{Shards: r.wideShards(), Most: reconcileMost})
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

// reconcile makes one try for one bot.
func (r *Reconciler) reconcile(ctx context.Context, projectID, id int64) {
	if err := r.awaitWarm(ctx, id); err != nil {
		return
	}
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
	within, cancel := context.WithTimeout(ctx, reconcileTime)
	defer cancel()
	if row.Desired == "connected" {
		err = r.connect(within, row)
	} else {
		err = r.disconnect(within, row)
	}
	if err != nil && ctx.Err() == nil { // a stop is no failure: the next owner goes on
		r.failed(ctx, row, err)
	}
}

// awaitWarm paces the first call of a token.
func (r *Reconciler) awaitWarm(ctx context.Context, id int64) error {
	r.mu.Lock()
	warm := r.warm[id]
	r.mu.Unlock()
	if warm {
		return nil
	}
	if err := r.cold.Wait(ctx); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.warm[id] = true
	return nil
}

// failed notes why it did not work, and when to try again.
func (r *Reconciler) failed(ctx context.Context, row db.Integration, cause error) {
	class := telegram.Classify(cause)
	r.service.Log.WarnContext(ctx, "connection not reconciled", "project", row.ProjectID, "integration", row.ID, "class", class.String(), "error", cause)
	refused := class == telegram.Unauthorized || class == telegram.Misrouted
	var err error
	if refused && row.Attempts+1 >= refusals {
		err = r.service.Store.StopIntegration(ctx, db.StopIntegrationParams{
			Reason: "token_revoked", ProjectID: row.ProjectID, ID: row.ID, Token: row.Token,
		})
	} else {
		reason, delay := whyAndWhen(cause, class, row.Attempts)
		err = r.service.Store.DelayReconcile(ctx, db.DelayReconcileParams{
			Reason: reason, Delay: delay, ProjectID: row.ProjectID, ID: row.ID, Desired: row.Desired, Token: row.Token,
		})
	}
	if err != nil && ctx.Err() == nil {
		r.service.Log.ErrorContext(ctx, "failed connection not noted", "project", row.ProjectID, "error", err)
	}
}

// whyAndWhen gives the reason that the owner sees, "" for none that concerns
// them, and when to try again.
func whyAndWhen(cause error, class telegram.Class, attempts int32) (string, time.Duration) {
	delay := min(2*time.Second<<min(attempts, 10), 10*time.Minute)
	switch {
	case class == telegram.RateLimited:
		wait, _ := telegram.RetryAfter(cause)
		return "rate_limited", max(wait, time.Second)
	case class == telegram.Unauthorized, class == telegram.Misrouted:
		return "", refusalWait
	case class == telegram.Rejected:
		return "webhook_refused", delay
	case telegram.Called(cause):
		return "telegram_unreachable", delay
	}
	return "", delay
}
