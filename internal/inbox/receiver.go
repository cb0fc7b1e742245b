package inbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"botyard/db"
	"botyard/internal/metrics"
	"botyard/internal/telegram"
)

// MaxBody is the largest update that is taken, in bytes.
const MaxBody = 1 << 20

// ErrBusy means that more waits to be written than may: Telegram shall come
// again later.
var ErrBusy = errors.New("receipt is busy")

// Bounds of what waits to be written in this process.
const (
	groupSize  = 100
	queueSize  = 4096
	queueBytes = 64 << 20
)

// writers is how many groups are written at once. What comes for one project
// is all written by one of them, so that its events are committed in their order.
const writers = 2

// Receiver writes updates down, those that arrive together in one transaction.
type Receiver struct {
	store *db.Store
	log   *slog.Logger
	// hint is told which projects have new events, after the commit.
	hint func(projects []int64)
	// Bounds refuse who has too much waiting; nil refuses nobody. Set it before
	// the first update.
	Bounds  *Bounds
	queues  [writers]chan *receipt
	waiting atomic.Int64 // bytes
}

type receipt struct {
	source Source
	update telegram.Update
	skip   string
	body   []byte
	done   chan receiptResult
}

type receiptResult struct {
	duplicate bool
	err       error
}

// NewReceiver makes a receiver; Run does its work.
func NewReceiver(store *db.Store, log *slog.Logger, hint func([]int64)) *Receiver {
	r := &Receiver{store: store, log: log, hint: hint}
	for i := range r.queues {
		r.queues[i] = make(chan *receipt, queueSize)
	}
	return r
}

// queueOf is where what comes for a project waits to be written.
func (r *Receiver) queueOf(project int64) chan *receipt { return r.queues[project%writers] }

// Receive returns when the update is durable, and tells whether it was there
// before. Errors: telegram.ErrNotJSON and telegram.ErrNoUpdateID for a body
// that is none, ErrBusy, ErrFull, else the database's.
func (r *Receiver) Receive(ctx context.Context, source Source, body []byte) (duplicate bool, err error) {
	update, err := telegram.ParseUpdate(body)
	if err != nil {
		return false, err
	}
	if source.Retired {
		return false, nil
	}
	if r.Bounds != nil {
		if err := r.Bounds.take(source.ProjectID, len(body)); err != nil {
			return false, err
		}
	}
	size := int64(len(body))
	defer r.waiting.Add(-size)
	if r.waiting.Add(size) > queueBytes {
		return false, ErrBusy
	}
	item := &receipt{source: source, update: update, skip: skipReason(&update), body: body, done: make(chan receiptResult, 1)}
	select {
	case r.queueOf(source.ProjectID) <- item:
	default:
		return false, ErrBusy
	}
	select {
	case result := <-item.done:
		return result.duplicate, result.err
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// skipReason says why an authentic update starts no turn; "" when it does.
// Such an update is in the ledger and nowhere else.
func skipReason(u *telegram.Update) string {
	from := u.From()
	switch {
	case u.Unreadable != "":
		return "unreadable"
	case u.Kind() != telegram.KindMessage && u.Kind() != telegram.KindCallbackQuery && u.Kind() != telegram.KindMyChatMember:
		return "kind_not_used"
	case u.Chat() != nil && !u.IsPrivate():
		return "not_private"
	case from == nil || u.ChatID() == 0:
		return "no_sender"
	case from.IsBot:
		return "from_bot"
	}
	return ""
}

// Run writes until ctx ends, and then what is still waiting.
func (r *Receiver) Run(ctx context.Context) {
	var running sync.WaitGroup
	for _, queue := range r.queues {
		running.Go(func() { r.writeFrom(ctx, queue) })
	}
	running.Wait()
}

func (r *Receiver) writeFrom(ctx context.Context, queue chan *receipt) {
	for {
		select {
		case first := <-queue:
			r.write(context.WithoutCancel(ctx), group(first, queue))
		case <-ctx.Done():
			r.drain(context.WithoutCancel(ctx), queue)
			return
		}
	}
}

func (r *Receiver) drain(ctx context.Context, queue chan *receipt) {
	for {
		select {
		case first := <-queue:
			r.write(ctx, group(first, queue))
		default:
			return
		}
	}
}

// group takes what else is waiting; a lonely update does not wait for company.
func group(first *receipt, queue chan *receipt) []*receipt {
	items := []*receipt{first}
	for len(items) < groupSize {
		select {
		case item := <-queue:
			items = append(items, item)
		default:
			return items
		}
	}
	return items
}

func (r *Receiver) write(ctx context.Context, items []*receipt) {
	err := r.insert(ctx, items)
	if err != nil && len(items) > 1 && db.RefusedData(err) {
		r.writeSingly(ctx, items)
		return
	}
	if err != nil {
		r.log.ErrorContext(ctx, "updates not written", "count", len(items), "error", err)
		fail(items, err)
	}
}

// writeSingly keeps one update that the database refuses from harming its group.
func (r *Receiver) writeSingly(ctx context.Context, items []*receipt) {
	for _, item := range items {
		r.write(ctx, []*receipt{item})
	}
}

func fail(items []*receipt, err error) {
	for _, item := range items {
		item.done <- receiptResult{err: err}
	}
}

func (r *Receiver) insert(ctx context.Context, items []*receipt) error {
	slices.SortStableFunc(items, (*receipt).compare)
	once := slices.CompactFunc(slices.Clone(items), func(a, b *receipt) bool { return a.compare(b) == 0 })
	fresh, err := r.writeOnce(ctx, receiveParams(once))
	if err != nil {
		return fmt.Errorf("write updates: %w", err)
	}
	isNew := make(map[*receipt]bool, len(items))
	var projects []int64
	for _, n := range fresh {
		item := once[n-1]
		isNew[item] = true
		if item.skip == "" {
			projects = append(projects, item.source.ProjectID)
		}
	}
	for _, item := range items {
		item.count(isNew[item])
		item.done <- receiptResult{duplicate: !isNew[item]}
	}
	if len(projects) > 0 {
		r.hint(projects)
	}
	return nil
}

// clashes is how often a group is written again because another process wrote
// one of its updates at the same time. Telegram does not deliver one more often.
const clashes = 3

func (r *Receiver) writeOnce(ctx context.Context, p db.ReceiveUpdatesParams) (fresh []int32, err error) {
	for range clashes {
		if fresh, err = r.store.ReceiveUpdates(ctx, p); !db.Violates(err, "telegram_updates_pkey") {
			break
		}
	}
	return fresh, err
}

// compare orders by the ledger's key, in which two groups must be written that
// have updates in common.
func (r *receipt) compare(other *receipt) int {
	return cmp.Or(cmp.Compare(r.source.ProjectID, other.source.ProjectID),
		cmp.Compare(r.source.IntegrationID, other.source.IntegrationID), cmp.Compare(r.update.ID, other.update.ID))
}

// count tells the metrics what became of an update.
func (r *receipt) count(isNew bool) {
	switch {
	case !isNew:
		metrics.UpdatesDuplicate.Inc()
	case r.skip != "":
		metrics.UpdatesSkipped.Inc()
	default:
		metrics.UpdatesAccepted.Inc()
	}
}

func receiveParams(items []*receipt) db.ReceiveUpdatesParams {
	var p db.ReceiveUpdatesParams
	for _, item := range items {
		p.Projects = append(p.Projects, item.source.ProjectID)
		p.Integrations = append(p.Integrations, item.source.IntegrationID)
		p.Updates = append(p.Updates, item.update.ID)
		p.Chats = append(p.Chats, item.update.ChatID())
		p.Skips = append(p.Skips, item.skip)
		p.Payloads = append(p.Payloads, item.body)
	}
	return p
}
