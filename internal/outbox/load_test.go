package outbox

import (
	"testing"
	"time"

	"botyard/db"
)

// unreadAfter tells from where on a project is to be read, and then forgets
// that it is; -1: it is not.
func unreadAfter(l *lanes, project int64) int64 {
	after, wanted := l.unread[project]
	clear(l.unread)
	if !wanted {
		return -1
	}
	return after
}

func TestAHintIsReadFromItsFirstEvent(t *testing.T) {
	t.Parallel()
	l, now := newLanes(), time.Now()
	l.hinted(1, 50)
	if got := unreadAfter(l, 1); got != 0 {
		t.Errorf("a project that nobody looked at is read after %d, want 0", got)
	}
	l.looked[1] = now
	l.hinted(1, 50)
	l.hinted(1, 40)
	l.hinted(1, 60)
	if got := unreadAfter(l, 1); got != 39 {
		t.Errorf("a known project is read after %d, want 39", got)
	}
	l.full[stretch{1, Bulk}] = true // what is unread of a chat comes before
	l.hinted(1, 50)
	if got := unreadAfter(l, 1); got != 0 {
		t.Errorf("a project with more than is loaded is read after %d, want 0", got)
	}
}

func TestThePollLeavesLoadedMessagesAlone(t *testing.T) {
	t.Parallel()
	l, now := newLanes(), time.Now()
	l.looked[1] = now
	l.look(1, now)
	if got := unreadAfter(l, 1); got != 0 {
		t.Errorf("a project of which nothing is loaded is read after %d, want 0", got)
	}
	row := db.UnsentMessagesRow{ProjectID: 1, EventID: 5, ChatID: 7, Class: int16(Prompt)}
	l.add(&item{UnsentMessagesRow: row})
	l.look(1, now.Add(lookEvery-1))
	if got := unreadAfter(l, 1); got != -1 {
		t.Errorf("a loaded project is read after %d, want nothing read", got)
	}
	l.look(1, now.Add(lookEvery))
	if got := unreadAfter(l, 1); got != 0 {
		t.Errorf("after a while it is read after %d, want 0", got)
	}
	l.drop(l.chats[1][7])
	if len(l.looked) != 0 {
		t.Error("a project whose messages were dropped counts as known")
	}
	l.looked[2] = now
	l.sweep(now.Add(lookedFor))
	if len(l.looked) != 0 {
		t.Error("what was looked at long ago is remembered")
	}
}
