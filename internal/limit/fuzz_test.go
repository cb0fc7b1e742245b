package limit_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"botyard/internal/limit"
)

// FuzzInbound plays a script of arrivals, late and early releases and dates
// of the past, and holds the limiter to its promises.
func FuzzInbound(f *testing.F) {
	for seed := range uint64(40) {
		r, script := rand.New(rand.NewPCG(seed, 2)), make([]byte, 600)
		for i := range script {
			script[i] = byte(r.Uint32())
		}
		f.Add(uint8(seed%6), uint8(seed%9), script)
	}
	f.Fuzz(func(t *testing.T, perSecond, maxQueue uint8, script []byte) {
		p := player{
			t: t, now: start, perSecond: int(perSecond) + 1, maxQueue: int(maxQueue),
			in: limit.NewInbound[byte, ticket](limit.InboundLimits{
				PerSecond: int(perSecond) + 1, MaxQueue: int(maxQueue), MaxKeys: 3,
			}),
			last: map[byte]int{}, waiting: map[byte]int{},
		}
		for i := 0; i+1 < len(script); i += 2 {
			p.step(i, script[i], script[i+1])
		}
		p.finish()
	})
}

// ticket is an event: its key and its place in the script.
type ticket struct {
	key byte
	n   int
}

type player struct {
	t                   *testing.T
	in                  *limit.Inbound[byte, ticket]
	now                 time.Time
	perSecond, maxQueue int
	last, waiting       map[byte]int
}

func (p *player) step(i int, op, arg byte) {
	switch op % 8 {
	case 0:
		p.now = p.now.Add(time.Duration(arg) * 20 * time.Millisecond)
		p.release()
	case 1:
		p.now = p.now.Add(time.Duration(arg) * time.Millisecond)
	case 2:
		p.arrive(ticket{arg % 5, i + 1}, p.now.Add(-time.Duration(arg)*30*time.Millisecond))
	default:
		p.arrive(ticket{arg % 5, i + 1}, p.now)
	}
}

func (p *player) arrive(e ticket, when time.Time) {
	switch p.in.Arrive(e.key, e, when) {
	case limit.Run:
		p.started(e)
	case limit.Wait:
		p.waiting[e.key]++
	case limit.Overflow:
		if p.waiting[e.key] < p.maxQueue {
			p.t.Fatalf("event %v overflows behind %d waiting, room for %d", e, p.waiting[e.key], p.maxQueue)
		}
	}
}

func (p *player) due() bool {
	next, ok := p.in.Next()
	return ok && !next.After(p.now)
}

func (p *player) release() {
	for _, e := range p.in.Release(p.now) {
		p.waiting[e.key]--
		p.started(e)
	}
	if p.due() {
		p.t.Fatal("after Release(now) Next is not after now")
	}
	for key, n := range p.waiting {
		if n > p.maxQueue {
			p.t.Fatalf("%d of key %d wait, room for %d", n, key, p.maxQueue)
		}
	}
}

func (p *player) started(e ticket) {
	if e.n < p.last[e.key] {
		p.t.Fatalf("event %v started after number %d of its key", e, p.last[e.key])
	}
	p.last[e.key] = e.n
}

// finish waits as long as the longest queue may take.
func (p *player) finish() {
	windows := p.maxQueue/p.perSecond + 2
	p.now = p.now.Add(time.Duration(windows) * time.Second)
	p.release()
	for key, n := range p.waiting {
		if n != 0 {
			p.t.Errorf("%d of key %d still wait after %d windows", n, key, windows)
		}
	}
	if next, ok := p.in.Next(); ok {
		p.t.Errorf("Next = %v though nobody waits", next)
	}
	if got := p.in.Keys(); got > 3 {
		p.t.Errorf("%d keys are remembered, want at most 3", got)
	}
}
