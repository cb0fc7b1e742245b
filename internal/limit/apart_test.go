package limit_test

import (
	"testing"
	"time"

	"botyard/internal/limit"
)

func TestABotIsFreeWhenItsOwnLimitAllows(t *testing.T) {
	t.Parallel()
	o := limit.NewOutbound(limit.DefaultLimits(), start)
	if got := taken(o, 1, 7, 4, start); got != 3 || !o.BotFree(1, start).Equal(start) {
		t.Errorf("BotFree after %d messages to one chat = %v, want now", got, o.BotFree(1, start))
	}
	for chat := range int64(27) {
		taken(o, 1, 100+chat, 1, start)
	}
	if got, want := o.BotFree(1, start), after(time.Second); !got.Equal(want) {
		t.Errorf("BotFree after thirty messages = %v, want %v", got, want)
	}
	o.Freeze(2, 0, after(time.Minute))
	if got := o.BotFree(2, start); !got.Equal(after(time.Minute)) {
		t.Errorf("BotFree of a frozen bot = %v, want in a minute", got)
	}
}

func TestThawedLooksAtFreezesAlone(t *testing.T) {
	t.Parallel()
	o := limit.NewOutbound(limit.DefaultLimits(), start)
	taken(o, 1, 7, 3, start)
	if ok, _ := o.Thawed(1, 7, start); !ok {
		t.Error("Thawed of a chat that had its messages = false, want true")
	}
	o.Refused(1, 7, 2*time.Second, start)
	if ok, until := o.Thawed(1, 7, start); ok || !until.Equal(after(2*time.Second)) {
		t.Errorf("Thawed of a refused chat = %t, %v, want false for 2s", ok, until)
	}
	if ok, _ := o.Thawed(1, 8, start); !ok {
		t.Error("Thawed of another chat = false, want true")
	}
}

func TestCountedMessagesAreFelt(t *testing.T) {
	t.Parallel()
	o := limit.NewOutbound(limit.DefaultLimits(), start)
	taken(o, 1, 7, 1, start)
	o.Count(1, 7, 9, start) // an album of ten
	if ok, next := o.Take(1, 7, start); ok || !next.Equal(after(8*time.Second)) {
		t.Errorf("Take after an album = %t, %v, want in 8s", ok, next)
	}
	if got := taken(o, 1, 8, 40, start) + taken(o, 1, 9, 40, start) + taken(o, 1, 10, 40, start); got != 9 {
		t.Errorf("other chats got %d, want their bursts of three", got)
	}
}
