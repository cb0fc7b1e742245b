package sim

import (
	"context"
	"sync"
	"time"
)

// MethodDelivery is the Method of an entry that is not a call but an attempt
// to deliver an update to a webhook.
const MethodDelivery = "webhook"

// Entry is a call or a delivery that has ended.
type Entry struct {
	Seq    int64         `json:"seq"`    // 1, 2, 3 … in the order of ends
	At     time.Time     `json:"at"`     // when it arrived here, or left
	Took   time.Duration `json:"took"`   // until the answer, nanoseconds
	Bot    int64         `json:"bot"`    // 0: unknown token
	Method string        `json:"method"` // as documented, or MethodDelivery
	Chat   int64         `json:"chat,omitempty"`
	Params params        `json:"params,omitempty"`
	// Code is the answer's status: of the Bot API, or of the webhook; 0 when
	// there was none.
	Code        int    `json:"code"`
	Description string `json:"description,omitempty"`
	// Done tells that it was executed, whatever the caller got to hear.
	Done      bool   `json:"done"`
	MessageID int64  `json:"message_id,omitempty"` // of the message sent or edited
	UpdateID  int64  `json:"update_id,omitempty"`  // of the update delivered
	Kind      string `json:"kind,omitempty"`       // of the update delivered
	Fault     string `json:"fault,omitempty"`      // what was done to it on purpose
}

// Text is a parameter as a string, "" when it was not given.
func (e Entry) Text(param string) string { return e.Params.text(param) }

// Journal is the record of calls and deliveries, the oldest forgotten when it
// is full.
type Journal struct {
	mu      sync.Mutex
	size    int
	entries []Entry // ring: the entry with number n is at (n-1) % size
	last    int64
	changed chan struct{} // closed and renewed by an entry when somebody waits
}

const defaultJournal = 200_000

func newJournal(size int) *Journal {
	if size <= 0 {
		size = defaultJournal
	}
	return &Journal{size: size}
}

func (j *Journal) add(e Entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.last++
	e.Seq = j.last
	if len(j.entries) < j.size {
		j.entries = append(j.entries, e)
	} else {
		j.entries[(e.Seq-1)%int64(j.size)] = e
	}
	if j.changed != nil {
		close(j.changed)
		j.changed = nil
	}
}

// After are the entries after number seq, oldest first, at most limit of them
// (0: all).
func (j *Journal) After(seq int64, limit int) []Entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.after(seq, limit)
}

func (j *Journal) after(seq int64, limit int) []Entry {
	seq = max(seq, j.last-int64(len(j.entries)))
	n := max(0, int(j.last-seq))
	if limit > 0 {
		n = min(n, limit)
	}
	out := make([]Entry, 0, n)
	for i := range int64(n) {
		out = append(out, j.entries[(seq+i)%int64(j.size)])
	}
	return out
}

// Entries are all that is kept, oldest first.
func (j *Journal) Entries() []Entry { return j.After(0, 0) }

// Select are the kept entries that match.
func (j *Journal) Select(match func(Entry) bool) []Entry {
	var out []Entry
	for _, e := range j.Entries() {
		if match(e) {
			out = append(out, e)
		}
	}
	return out
}

// Calls matches the calls of a method, whatever their end.
func Calls(botID int64, method string) func(Entry) bool {
	return func(e Entry) bool { return e.Bot == botID && e.Method == method }
}

// WaitFor waits until n entries match, those already there included, and
// returns all that do.
func (j *Journal) WaitFor(ctx context.Context, n int, match func(Entry) bool) ([]Entry, error) {
	var found []Entry
	var seen int64
	for {
		fresh, changed := j.watch(seen, 0)
		for _, e := range fresh {
			seen = e.Seq
			if match(e) {
				found = append(found, e)
			}
		}
		if len(found) >= n {
			return found, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return found, ctx.Err()
		}
	}
}

// watch is what came after seq, as After gives it, and a channel that closes
// when more does.
func (j *Journal) watch(seq int64, limit int) ([]Entry, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.changed == nil {
		j.changed = make(chan struct{})
	}
	return j.after(seq, limit), j.changed
}
