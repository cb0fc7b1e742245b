package outbox

import (
	"container/heap"
	"time"

	"botyard/db"
)

// item is a row of the outbox in memory.
type item struct {
	db.UnsentMessagesRow
	message Message
	// born is when its event came; until is when it may be looked at, for a
	// delayed or a started message. Both on this process's clock.
	born, until time.Time
}

func (i *item) id() itemID { return itemID{i.ProjectID, i.EventID, i.Seq} }

type itemID struct {
	project, event int64
	seq            int16
}

type laneKey struct{ project, chat int64 }

// lane is the messages of one chat, in order: the next one starts only when
// the one before has ended.
type lane struct {
	key    laneKey
	items  []*item
	busy   bool      // the first item is being sent
	until  time.Time // nothing is started before
	queued bool      // stands in ready or in waiting
}

// lanes is what the sender has loaded.
type lanes struct {
	chats   map[laneKey]*lane
	loaded  map[itemID]bool
	count   map[int64]int // loaded items per project
	full    map[int64]bool
	unread  map[int64]bool
	ready   []*lane
	waiting waiting
}

func newLanes() *lanes {
	return &lanes{
		chats: map[laneKey]*lane{}, loaded: map[itemID]bool{}, count: map[int64]int{},
		full: map[int64]bool{}, unread: map[int64]bool{},
	}
}

// window is how many messages of one project are loaded at most.
const window = 256

// add loads an item at the end of its lane.
func (l *lanes) add(i *item) {
	if l.loaded[i.id()] {
		return
	}
	l.loaded[i.id()] = true
	l.count[i.ProjectID]++
	key := laneKey{i.ProjectID, i.ChatID}
	chat := l.chats[key]
	if chat == nil {
		chat = &lane{key: key}
		l.chats[key] = chat
	}
	chat.items = append(chat.items, i)
	l.queue(chat)
}

// queue puts a lane where it belongs now: among the ready or the waiting.
func (l *lanes) queue(chat *lane) {
	if chat.queued || chat.busy || len(chat.items) == 0 {
		return
	}
	chat.queued = true
	if time.Now().Before(chat.until) {
		heap.Push(&l.waiting, chat)
		return
	}
	l.ready = append(l.ready, chat)
}

// wait lets a lane rest until a time.
func (l *lanes) wait(chat *lane, until time.Time) {
	chat.until = until
	l.queue(chat)
}

// wake moves the lanes whose time has come to the ready ones.
func (l *lanes) wake(now time.Time) {
	for len(l.waiting) > 0 && !now.Before(l.waiting[0].until) {
		chat := heap.Pop(&l.waiting).(*lane)
		l.ready = append(l.ready, chat)
	}
}

// next takes a ready lane; nil when there is none.
func (l *lanes) next() *lane {
	if len(l.ready) == 0 {
		return nil
	}
	chat := l.ready[0]
	l.ready = l.ready[1:]
	chat.queued = false
	return chat
}

// ended takes the first item of its lane away.
func (l *lanes) ended(chat *lane) {
	l.forget(chat.items[0])
	chat.items = chat.items[1:]
	chat.busy = false
	if len(chat.items) == 0 {
		delete(l.chats, chat.key)
		return
	}
	l.queue(chat)
}

func (l *lanes) forget(i *item) {
	delete(l.loaded, i.id())
	p := i.ProjectID
	l.count[p]--
	if l.count[p] == 0 {
		delete(l.count, p)
	}
	if l.full[p] && l.count[p] <= window/2 {
		delete(l.full, p)
		l.unread[p] = true
	}
}

// drop forgets a lane with all its items: its project is somebody else's now.
func (l *lanes) drop(chat *lane) {
	for _, i := range chat.items {
		l.forget(i)
	}
	chat.items = nil
	delete(l.chats, chat.key)
}

// waiting is a heap of lanes by the time that they wait for.
type waiting []*lane

func (w waiting) Len() int           { return len(w) }
func (w waiting) Less(a, b int) bool { return w[a].until.Before(w[b].until) }
func (w waiting) Swap(a, b int)      { w[a], w[b] = w[b], w[a] }

// Push is for container/heap.
func (w *waiting) Push(x any) { *w = append(*w, x.(*lane)) }

// Pop is for container/heap.
func (w *waiting) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}
