package limit_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"botyard/internal/limit"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// after is a time of the tests' clock.
func after(d time.Duration) time.Time { return start.Add(d) }

// taken asks n times at once and counts what it got.
func taken(o *limit.Outbound, bot, chat int64, n int, now time.Time) int {
	got := 0
	for range n {
		if ok, _ := o.Take(bot, chat, now); ok {
			got++
		}
	}
	return got
}

func TestTakeGivesEachLimitItsDue(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	tests := []struct {
		name string
		chat func(i int) int64
		at   []time.Duration
		want []int
	}{
		{"private chat: three at once, then one a second", func(int) int64 { return 7 },
			[]time.Duration{0, 999 * ms, 1000 * ms, 2000 * ms, 9000 * ms}, []int{3, 0, 1, 1, 3}},
		{"bot: thirty in any second, over all chats", func(i int) int64 { return int64(i + 1) },
			[]time.Duration{0, 999 * ms, 1000 * ms, 1500 * ms}, []int{30, 0, 30, 0}},
		{"group: twenty in any minute", func(int) int64 { return -100 },
			[]time.Duration{0, 59999 * ms, 60000 * ms, 61000 * ms}, []int{20, 0, 20, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o, i := limit.NewOutbound(limit.DefaultLimits(), start), 0
			for step, at := range tt.at {
				got := 0
				for range 40 {
					got += taken(o, 1, tt.chat(i), 1, after(at))
					i++
				}
				if got != tt.want[step] {
					t.Errorf("at %v Take said yes %d times, want %d", at, got, tt.want[step])
				}
			}
		})
	}
}

func TestTakeKeepsBotsApart(t *testing.T) {
	t.Parallel()
	o := limit.NewOutbound(limit.DefaultLimits(), start)
	if got := taken(o, 1, 7, 10, start); got != 3 {
		t.Errorf("bot 1 took %d, want 3", got)
	}
	if got := taken(o, 2, 7, 10, start); got != 3 {
		t.Errorf("bot 2 took %d of the same chat, want 3", got)
	}
}

func TestTakeWithoutLimits(t *testing.T) {
	t.Parallel()
	for _, l := range []limit.Limits{{}, {Bot: -1, Chat: -1, Burst: -1, Group: -1}} {
		o := limit.NewOutbound(l, start)
		if got := taken(o, 1, 7, 1000, start) + taken(o, 1, -7, 1000, start); got != 2000 {
			t.Errorf("with %+v Take said yes %d times, want 2000", l, got)
		}
	}
}

func TestTakeWithBurstOfNoneGivesOneAtATime(t *testing.T) {
	t.Parallel()
	o := limit.NewOutbound(limit.Limits{Chat: 1}, start)
	if got := taken(o, 1, 7, 5, start); got != 1 {
		t.Errorf("took %d at once, want 1", got)
	}
}

func TestTakeInReversedOrderOfTimes(t *testing.T) {
	t.Parallel()
	o := limit.NewOutbound(limit.DefaultLimits(), start)
	taken(o, 1, 1, 1, start)
	for i := range 29 {
		taken(o, 1, int64(i+2), 1, after(time.Second-time.Duration(i)))
	}
	if got := taken(o, 1, 99, 40, after(time.Second+1)); got != 1 {
		t.Errorf("took %d, want 1: the limit is 30 in any second", got)
	}
}

func TestFreezeStopsChatOrBot(t *testing.T) {
	t.Parallel()
	o := limit.NewOutbound(limit.DefaultLimits(), start)
	o.Freeze(1, 7, after(10*time.Second))
	o.Freeze(1, 7, after(2*time.Second))
	if ok, next := o.Take(1, 7, after(3*time.Second)); ok || !next.Equal(after(10*time.Second)) {
		t.Errorf("Take of a frozen chat = %v, %v, want false and the end of the freeze", ok, next)
	}
	if ok, _ := o.Take(1, 8, start); !ok {
		t.Error("a frozen chat stopped another one")
	}
	o.Freeze(2, 0, after(time.Hour))
	if ok, next := o.Take(2, -5, after(30*time.Minute)); ok || !next.Equal(after(time.Hour)) {
		t.Errorf("Take of a frozen bot = %v, %v, want false and the end of the freeze", ok, next)
	}
	if ok, _ := o.Take(2, -5, after(time.Hour)); !ok {
		t.Error("a freeze lasted past its end")
	}
}

func TestRefusedFreezesTheBotWhenItIsTheBots(t *testing.T) {
	t.Parallel()
	type answer struct {
		chat int64
		wait time.Duration
		at   time.Duration
	}
	tests := []struct {
		name    string
		answers []answer
		whole   bool
		free    time.Duration
	}{
		{"a short wait is the chat's", []answer{{7, 4 * time.Second, 0}}, false, 0},
		{"five seconds are the bot's", []answer{{7, 5 * time.Second, 0}}, true, 5 * time.Second},
		{"one chat twice is the chat's", []answer{{7, time.Second, 0}, {7, time.Second, 500 * time.Millisecond}}, false, 0},
		{"two chats in a second are the bot's", []answer{{7, 3 * time.Second, 0}, {8, time.Second, time.Second}}, true, 3 * time.Second},
		{"two chats further apart are the chats'", []answer{{7, 3 * time.Second, 0}, {8, time.Second, time.Second + 1}}, false, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o, whole, now := limit.NewOutbound(limit.DefaultLimits(), start), false, start
			for _, a := range tt.answers {
				now = after(a.at)
				whole = o.Refused(1, a.chat, a.wait, now)
			}
			if whole != tt.whole {
				t.Errorf("Refused = %v, want %v", whole, tt.whole)
			}
			ok, next := o.Take(1, 9, now)
			if ok == tt.whole || tt.whole && !next.Equal(after(tt.free)) {
				t.Errorf("another chat's Take = %v, %v, want %v, %v", ok, next, !tt.whole, after(tt.free))
			}
			if ok, _ := o.Take(1, 7, now); ok && tt.answers[0].wait > now.Sub(start) {
				t.Error("the refused chat is not frozen")
			}
			if ok, _ := o.Take(2, 7, now); !ok {
				t.Error("another bot was frozen")
			}
		})
	}
}

// TestTakeAgreesWithReference compares with a count over the whole history.
func TestTakeAgreesWithReference(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		l := limit.Limits{Bot: 1 + r.IntN(12), Chat: 1 + r.IntN(3), Burst: 1 + r.IntN(4), Group: 1 + r.IntN(6)}
		o, ref := limit.NewOutbound(l, start), reference{limits: l, frozen: map[[2]int64]time.Time{}}
		now := start
		for range 800 {
			now = now.Add(pause(r))
			bot, chat := r.Int64N(3)+1, r.Int64N(6)-2
			if chat >= 0 {
				chat++
			}
			if r.IntN(25) == 0 {
				until := now.Add(pause(r))
				o.Freeze(bot, chat, until)
				ref.freeze(bot, chat, until)
			}
			ok, next := o.Take(bot, chat, now)
			if want := ref.allows(bot, chat, now); ok != want {
				t.Fatalf("seed %d, %+v: Take(%d, %d) at %v = %v, want %v", seed, l, bot, chat, now.Sub(start), ok, want)
			}
			switch {
			case ok:
				ref.sent = append(ref.sent, sending{bot, chat, now})
			case !next.After(now) || ref.allows(bot, chat, next.Add(-1)) || !ref.allows(bot, chat, next):
				t.Fatalf("seed %d, %+v: Take(%d, %d) at %v gave next %v, which is not the first free time", seed, l, bot, chat, now.Sub(start), next.Sub(start))
			}
		}
	}
}

// pause is mostly short, seldom long enough for everything to be forgotten.
func pause(r *rand.Rand) time.Duration {
	switch r.IntN(40) {
	case 0:
		return time.Duration(r.Int64N(int64(3 * time.Minute)))
	case 1, 2, 3:
		return time.Duration(r.Int64N(int64(3 * time.Second)))
	}
	return time.Duration(r.Int64N(120)) * time.Millisecond
}
