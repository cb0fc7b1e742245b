package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
)

const (
	maxQueued      = 100_000
	maxQueuedBytes = 128 << 20
	maxUpdate      = 512 << 10
)

// update is an event that waits for its bot.
type update struct {
	ID      int64           `json:"id"`
	Kind    string          `json:"kind"`
	Lane    laneKey         `json:"lane"`
	Raw     json.RawMessage `json:"raw"`
	expires time.Duration   // simulated time
	fails   int
	delay   time.Duration // before the next try, simulated
	done    bool          // delivered, confirmed or expired
}

// laneKey names a lane: within it updates are delivered strictly one after
// the other, lanes run in parallel.
type laneKey struct {
	Kind string `json:"kind"`
	ID   int64  `json:"id"`
}

// queue is a bot's updates; its bot's mu guards it.
type queue struct {
	nextID  int64
	allowed []string      // sorted; empty: the default
	updates []*update     // in the order of arrival, done ones among them
	waiting int           // not done
	bytes   int           // of those
	settled time.Duration // when setWebhook may be called again

	run  *delivery          // to the webhook; nil without one
	news chan struct{}      // closed and renewed by an arrival while getUpdates waits
	poll context.CancelFunc // of the getUpdates that waits
}

// lifetimes are how long an update is worth delivering; 24 h if not here.
var lifetimes = map[string]time.Duration{
	"callback_query": 150 * time.Second, "shipping_query": 150 * time.Second, "pre_checkout_query": 150 * time.Second,
	"inline_query": 30 * time.Second, "chosen_inline_result": 600 * time.Second,
}

func lifetime(kind string) time.Duration {
	if d, ok := lifetimes[kind]; ok {
		return d
	}
	return 24 * time.Hour
}

// put queues an event with the next update_id; b.mu is held.
func (b *bot) put(kind string, lane laneKey, payload any) (int64, error) {
	raw, err := json.Marshal(payload)
	if err != nil {
		return 0, err
	}
	id := b.queue.nextID
	b.queue.nextID++
	whole := fmt.Appendf(nil, `{"update_id":%d,%q:%s}`, id, kind, raw)
	b.enqueue(&update{ID: id, Kind: kind, Lane: lane, Raw: whole})
	return id, nil
}

// enqueue keeps the update, unless the bot does not want its kind or the
// queue is full: then it is lost without a word, as with Telegram.
func (b *bot) enqueue(u *update) {
	q := &b.queue
	if !q.wants(u.Kind) || q.waiting >= maxQueued || q.bytes+len(u.Raw) > maxQueuedBytes || len(u.Raw) > maxUpdate {
		return
	}
	u.expires = b.srv.clock.elapsed() + lifetime(u.Kind)
	u.delay = time.Second
	q.updates = append(q.updates, u)
	q.waiting++
	q.bytes += len(u.Raw)
	if q.run != nil {
		q.run.add(u)
		b.pump()
	}
	if q.news != nil {
		close(q.news)
		q.news = nil
	}
	b.srv.touch()
}

// finish takes the update out of the queue.
func (q *queue) finish(u *update) {
	if u.done {
		return
	}
	u.done = true
	q.waiting--
	q.bytes -= len(u.Raw)
	if len(q.updates) > 64 && len(q.updates) > 2*q.waiting {
		q.updates = slices.DeleteFunc(q.updates, func(u *update) bool { return u.done })
	}
}

// live are the updates that wait, oldest first, those past their time dropped.
func (q *queue) live(now time.Duration) []*update {
	var out []*update
	for _, u := range slices.Clone(q.updates) {
		if !u.done && u.expires <= now {
			q.finish(u)
		}
		if !u.done {
			out = append(out, u)
		}
	}
	return out
}

func (q *queue) clear() {
	for _, u := range q.updates {
		u.done = true
	}
	q.updates, q.waiting, q.bytes = nil, 0, 0
}

var errNoUpdate = errors.New("not a JSON object")

// InjectUpdate queues an update as it is: with its own update_id, or with the
// next one when it has none. Twice the same is a duplicate. It returns the id.
func (s *Server) InjectUpdate(botID int64, raw []byte) (int64, error) {
	b, err := s.bot(botID)
	if err != nil {
		return 0, err
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return 0, fmt.Errorf("inject update: %w", errNoUpdate)
	}
	u := &update{}
	for name, value := range fields {
		if name != "update_id" && (u.Kind == "" || updateKindKnown(name)) {
			u.Kind, u.Lane = name, laneOf(name, value)
		}
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		return 0, fmt.Errorf("inject update: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	u.Raw = compact.Bytes()
	if u.ID, err = strconv.ParseInt(string(fields["update_id"]), 10, 64); err != nil {
		u.ID = b.queue.nextID
		b.queue.nextID++
		u.Raw = append(strconv.AppendInt([]byte(`{"update_id":`), u.ID, 10), withComma(u.Raw[1:])...)
	}
	b.enqueue(u)
	return u.ID, nil
}

func updateKindKnown(name string) bool { _, ok := updateKinds[name]; return ok }

func withComma(rest []byte) []byte {
	if bytes.Equal(rest, []byte("}")) {
		return rest
	}
	return append([]byte(","), rest...)
}

// laneOf is the lane that Telegram uses for an update of that kind.
func laneOf(kind string, payload json.RawMessage) laneKey {
	type ref struct {
		ID int64 `json:"id"`
	}
	var of struct{ Chat, From, User ref }
	_ = json.Unmarshal(payload, &of) // an odd payload has a lane of its kind
	switch kind {
	case "message", "edited_message", "channel_post", "edited_channel_post":
		return laneKey{"message", of.Chat.ID}
	case "my_chat_member", "message_reaction", "message_reaction_count", "chat_boost", "removed_chat_boost":
		return laneKey{kind, of.Chat.ID}
	case "chat_member", "chat_join_request":
		return laneKey{"chat_member", of.From.ID}
	case "shipping_query", "pre_checkout_query":
		return laneKey{"checkout", of.From.ID}
	}
	return laneKey{kind, max(of.From.ID, of.User.ID, of.Chat.ID)}
}
