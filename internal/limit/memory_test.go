package limit_test

import (
	"runtime"
	"testing"
	"time"

	"botyard/internal/limit"
)

// heapGrowth is roughly what build leaves on the heap, in bytes.
func heapGrowth(build func() any) int64 {
	runtime.GC()
	var before, behind runtime.MemStats
	runtime.ReadMemStats(&before)
	kept := build()
	runtime.GC()
	runtime.ReadMemStats(&behind)
	runtime.KeepAlive(kept)
	return int64(behind.HeapAlloc) - int64(before.HeapAlloc)
}

// TestOutboundMemory is not parallel: it measures the heap.
func TestOutboundMemory(t *testing.T) {
	const bots, chats = 100_000, 5
	o := limit.NewOutbound(limit.DefaultLimits(), start)
	busy := heapGrowth(func() any {
		for bot := range int64(bots) {
			for chat := range int64(chats) {
				o.Take(bot+1, bot*chats+chat+1, start)
			}
		}
		return o
	})
	if busy > 64<<20 {
		t.Errorf("%d bots × %d chats take %d MiB, want at most 64", bots, chats, busy>>20)
	}
	t.Logf("%d bots × %d chats: %.1f MiB", bots, chats, float64(busy)/(1<<20))
	if left := busy + heapGrowth(func() any { o.Take(1, 1, after(time.Hour)); return o }); left > 1<<20 {
		t.Errorf("%d KiB are left of idle bots, want almost none", left>>10)
	}
	runtime.KeepAlive(o)
}

// TestOutboundForgetsWhileOthersSend has a new person or group every
// millisecond, all frozen for a while, and looks at what stays.
func TestOutboundForgetsWhileOthersSend(t *testing.T) {
	o := limit.NewOutbound(limit.DefaultLimits(), start)
	kept := heapGrowth(func() any {
		for i := range 400_000 {
			now, id := after(time.Duration(i)*time.Millisecond), int64(i+1)
			o.Take(id, id-2*id*int64(i%2), now)
			o.Refused(id, id, time.Second, now)
		}
		return o
	})
	if kept > 16<<20 {
		t.Errorf("%d MiB are kept, want the last minute or two only", kept>>20)
	}
	t.Logf("%.1f MiB", float64(kept)/(1<<20))
}

func BenchmarkTake(b *testing.B) {
	o := limit.NewOutbound(limit.DefaultLimits(), start)
	b.ReportAllocs()
	for i := range b.N {
		bot := int64(i % 100_000)
		o.Take(bot+1, bot*5+int64(i%5)+1, after(time.Duration(i)*100*time.Microsecond))
	}
}
