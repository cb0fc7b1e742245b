package outbox

import (
	"cmp"
	"slices"
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
	// suspect: the last attempt got 401; the bot is asked about first.
	suspect bool
}

func (i *item) id() itemID { return itemID{i.ProjectID, i.EventID, i.Seq} }

func (i *item) before(other *item) int {
	return cmp.Or(cmp.Compare(i.EventID, other.EventID), cmp.Compare(i.Seq, other.Seq))
}

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
	done          func()    // lets its shard be given up, while it is busy
	until         time.Time // nothing is started before
	queued        bool      // stands among the ready or waits
	left          bool      // more of it may be unread: it was left out of a reading
	stands        Class     // among the ready of which class; 0: not there
}

// class is the most urgent of its items': what stands before that must go first.
func (l *lane) class() Class {
	best := Bulk
	for _, i := range l.items {
		best = min(best, Class(i.Class))
	}
	return best
}

// tooOld tells whether its first message is not to be sent any more.
func (l *lane) tooOld(now time.Time) bool {
	return len(l.items) > 0 && !l.items[0].Started && now.Sub(l.items[0].born) > maxAge
}

// insert puts an item in its order, behind one that is being sent.
func (l *lane) insert(i *item) {
	n, _ := slices.BinarySearchFunc(l.items, i, (*item).before)
	if n == 0 && l.busy {
		n = 1
	}
	l.items = slices.Insert(l.items, n, i)
}

// stretch is what a project has of a class.
type stretch struct {
	project int64
	class   Class
}

// lanes is what the sender has loaded.
type lanes struct {
	chats  map[int64]map[int64]*lane // by project and chat
	loaded map[itemID]bool
	// full are those of which there is more than is loaded.
	full map[stretch]bool
	// unread are projects that may have messages that were not read, all of
	// events after the given one.
	unread map[int64]int64
	// reading are projects of which messages are just being read.
	reading map[int64]bool
	// looked is when a project was read from its beginning.
	looked map[int64]time.Time
	// behind are projects of which chats were left out: of events after the
	// given one they may have messages that were not read.
	behind map[int64]int64
	queues queues
}

func newLanes() *lanes {
	return &lanes{
		chats: map[int64]map[int64]*lane{}, loaded: map[itemID]bool{},
		full: map[stretch]bool{}, unread: map[int64]int64{}, reading: map[int64]bool{}, looked: map[int64]time.Time{}, behind: map[int64]int64{}, queues: newQueues(),
	}
}

// share is how many messages of one chat are loaded before the others have
// their turn.
const share = 64

// windows are how many messages of a class are read of one project at a time;
// four times as many are in memory at most.
var windows = [classes + 1]int{Prompt: window, Late: window, Notice: 128, Bulk: 64}

const window = 256

// add loads an item into its lane.
func (l *lanes) add(i *item) {
	if l.loaded[i.id()] {
		return
	}
	l.loaded[i.id()] = true
	chat := l.laneOf(i)
	urgent := Class(i.Class) < chat.class()
	chat.insert(i)
	if urgent {
		l.queues.promote(chat)
	}
	l.queue(chat)
}

// laneOf is the lane of an item's chat, made when there is none.
func (l *lanes) laneOf(i *item) *lane {
	if l.chats[i.ProjectID] == nil {
		l.chats[i.ProjectID] = map[int64]*lane{}
	}
	chat := l.chats[i.ProjectID][i.ChatID]
	if chat == nil {
		chat = &lane{project: i.ProjectID, chat: i.ChatID}
		l.chats[i.ProjectID][i.ChatID] = chat
	}
	return chat
}

// survey tells how to read more of a project: which classes have enough
// loaded, and which chats to leave out because they have their share or wait.
func (l *lanes) survey(project int64, now time.Time) (enough [classes + 1]bool, without []int64) {
	var active, all [classes + 1]int
	for id, chat := range l.chats[project] {
		rests := now.Before(chat.items[0].until)
		for _, i := range chat.items {
			all[i.Class]++
			if !rests {
				active[i.Class]++
			}
		}
		if rests || len(chat.items) >= share {
			without, chat.left = append(without, id), true
		}
	}
	for c := Prompt; c <= Bulk; c++ {
		enough[c] = active[c] >= windows[c]/2 || all[c] >= 4*windows[c]
	}
	return enough, without
}

// deep tells whether a project has more of some class than is loaded.
func (l *lanes) deep(project int64) bool {
	for c := Prompt; c <= Bulk; c++ {
		if l.full[stretch{project, c}] {
			return true
		}
	}
	return false
}

// noteRead keeps whether a project has more of some classes than was read.
// When that was of all together, each is read by itself next; when the prompt
// ones come to their end, the late ones have their turn.
func (l *lanes) noteRead(project int64, first, last Class, more bool) {
	kept := l.full[stretch{project, Prompt}] && l.full[stretch{project, Late}]
	for c := first; c <= last; c++ {
		delete(l.full, stretch{project, c})
		if more {
			l.full[stretch{project, c}] = true
		}
	}
	if more && first != last || !more && first == Prompt && last == Prompt && kept {
		l.want(project, 0)
	}
}

// queue puts a lane where it belongs now: among the ready or the waiting.
func (l *lanes) queue(chat *lane) {
	if chat.queued || chat.busy || len(chat.items) == 0 {
		return
	}
	chat.queued = true
	if time.Now().Before(chat.until) {
		l.queues.wait(chat, chat.until)
		return
	}
	l.queues.ready(chat)
}

// wait lets a lane rest until a time, or until its first message is too old to
// be sent at all.
func (l *lanes) wait(chat *lane, until time.Time) {
	chat.until = until
	if tooOld := chat.items[0].born.Add(maxAge + time.Millisecond); tooOld.After(time.Now()) && tooOld.Before(until) {
		chat.until = tooOld
	}
	l.queue(chat)
}

// ended takes the first item of its lane away.
func (l *lanes) ended(chat *lane) {
	first := chat.items[0]
	delete(l.loaded, first.id())
	chat.items = chat.items[1:]
	chat.busy = false
	if l.full[stretch{chat.project, Class(first.Class)}] {
		l.want(chat.project, 0)
	}
	l.catchUp(chat)
	if len(chat.items) == 0 {
		l.remove(chat)
		return
	}
	l.queue(chat)
}

// catchUp has what was left out of a chat read when it goes on.
func (l *lanes) catchUp(chat *lane) {
	if after, left := l.behind[chat.project]; left && chat.left && len(chat.items) < share/2 {
		chat.left = false
		l.want(chat.project, after)
	}
}

// from tells from where on to read a project so that no chat's messages are
// passed over, and keeps that for the next time when some are left out again.
func (l *lanes) from(project, after int64, without []int64) int64 {
	if before, left := l.behind[project]; left {
		after = min(after, before)
	}
	delete(l.behind, project)
	if len(without) > 0 {
		l.behind[project] = after
	}
	return after
}

// forget lets a project count as one that nobody looked at.
func (l *lanes) forget(project int64) {
	delete(l.looked, project)
	delete(l.behind, project)
}

// drop forgets a lane with all its items: they are read again when they are
// still this process's.
func (l *lanes) drop(chat *lane) {
	for _, i := range chat.items {
		delete(l.loaded, i.id())
	}
	chat.items = nil
	l.forget(chat.project)
	l.remove(chat)
}

// want notes that a project has messages of events after the given one to read.
func (l *lanes) want(project, after int64) {
	if known, wanted := l.unread[project]; !wanted || after < known {
		l.unread[project] = after
	}
}

// hinted notes that messages of a project were enqueued, of that event and later
// ones. They alone are read when those before are known.
func (l *lanes) hinted(project, event int64) {
	if _, looked := l.looked[project]; looked && !l.deep(project) {
		l.want(project, event-1)
		return
	}
	l.want(project, 0)
}

// look notes that messages of a project wait, according to the poll: they may
// be those that are loaded, so it is read from its beginning now and then only.
func (l *lanes) look(project int64, now time.Time) {
	if len(l.chats[project]) == 0 || now.Sub(l.looked[project]) >= lookEvery {
		l.want(project, 0)
	}
}

// lookEvery is how often a project that is never empty is read from its
// beginning, lookedFor how long it is remembered that one was.
const (
	lookEvery = 5 * time.Second
	lookedFor = time.Minute
)

// sweep forgets what was read long ago.
func (l *lanes) sweep(now time.Time) {
	for p, at := range l.looked {
		if now.Sub(at) >= lookedFor {
			l.forget(p)
		}
	}
}

func (l *lanes) remove(chat *lane) {
	delete(l.chats[chat.project], chat.chat)
	if len(l.chats[chat.project]) > 0 {
		return
	}
	delete(l.chats, chat.project)
	for c := Prompt; c <= Bulk; c++ {
		delete(l.full, stretch{chat.project, c})
	}
}
