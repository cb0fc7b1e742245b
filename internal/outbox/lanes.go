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
	// unreadable: the payload is none of this program's.
	unreadable bool
	// born is when its event came; until is when it may be looked at, for a
	// delayed or a started message. Both on this process's clock.
	born, until time.Time
	// refusals counts the attempts in a row that certainly did not arrive.
	refusals int
}

func (i *item) id() itemID { return itemID{i.ProjectID, i.EventID, i.Seq} }

type itemID struct {
	project, event int64
	seq            int16
}

// lane is the messages of one chat, in order: the next one starts only when
// the one before has ended.
type lane struct {
	project, chat int64
	items         []*item
	busy          bool      // the first item is being sent
	until         time.Time // nothing is started before
	queued        bool      // stands in ready or in waiting
}

// lanes is what the sender has loaded.
type lanes struct {
	chats  map[int64]map[int64]*lane // by project and chat
	loaded map[itemID]bool
	// full are projects with more messages than are loaded.
	full    map[int64]bool
	unread  map[int64]bool
	ready   []*lane
	waiting waiting
}

func newLanes() *lanes {
	return &lanes{
		chats: map[int64]map[int64]*lane{}, loaded: map[itemID]bool{},
		full: map[int64]bool{}, unread: map[int64]bool{},
	}
}

// window is how many messages of one project are read at a time, share how many
// of one chat are loaded before the others have their turn, and maxLoaded how
// many a project has in memory at most.
const (
	window    = 256
	share     = 64
	maxLoaded = 1024
)

// add loads an item at the end of its lane.
func (l *lanes) add(i *item) {
	if l.loaded[i.id()] {
		return
	}
	l.loaded[i.id()] = true
	if l.chats[i.ProjectID] == nil {
		l.chats[i.ProjectID] = map[int64]*lane{}
	}
	chat := l.chats[i.ProjectID][i.ChatID]
	if chat == nil {
		chat = &lane{project: i.ProjectID, chat: i.ChatID}
		l.chats[i.ProjectID][i.ChatID] = chat
	}
	chat.items = append(chat.items, i)
	l.queue(chat)
}

// survey tells how to read more of a project: whether it has enough loaded,
// and which chats to leave out because they have their share or wait.
func (l *lanes) survey(project int64, now time.Time) (enough bool, without []int64) {
	active, all := 0, 0
	for id, chat := range l.chats[project] {
		all += len(chat.items)
		rests := now.Before(chat.items[0].until)
		if !rests {
			active += len(chat.items)
		}
		if rests || len(chat.items) >= share {
			without = append(without, id)
		}
	}
	return active >= window/2 || all >= maxLoaded, without
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
	delete(l.loaded, chat.items[0].id())
	chat.items = chat.items[1:]
	chat.busy = false
	if l.full[chat.project] {
		l.unread[chat.project] = true
	}
	if len(chat.items) == 0 {
		l.remove(chat)
		return
	}
	l.queue(chat)
}

// drop forgets a lane with all its items: they are read again when they are
// still this process's.
func (l *lanes) drop(chat *lane) {
	for _, i := range chat.items {
		delete(l.loaded, i.id())
	}
	chat.items = nil
	l.remove(chat)
}

func (l *lanes) remove(chat *lane) {
	delete(l.chats[chat.project], chat.chat)
	if len(l.chats[chat.project]) == 0 {
		delete(l.chats, chat.project)
		delete(l.full, chat.project)
	}
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
