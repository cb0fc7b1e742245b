package outbox

import (
	"time"

	"botyard/db"
)

// Reply is a message that a turn is about to leave.
type Reply struct {
	Project, Event    int64
	Seq               int16
	Integration, Chat int64
	Class             Class
	Message           Message
	Born              time.Time // when its event came, on this process's clock
}

// hold is what was reserved in one go.
type hold struct {
	sender *Sender
	lanes  []*lane
	began  time.Time
}

// Reserve chooses the replies that may be sent at once: to people whose chat
// has nothing else to come, of bots that have nothing waiting, within all
// limits. Such a one is written as started in its turn's own transaction, before
// its first byte leaves like any other, and needs neither to be read nor to
// be marked.
//
// allowed is for each reply how long its call may take; 0: it is written as one
// that waits, and Wake tells of it. committed must be called when it is known
// whether the turns are; when nobody knows, they are not: such a reply is then found
// like what a vanished owner has started.
func (s *Sender) Reserve(replies []Reply) (allowed []time.Duration, committed func(bool)) {
	h := &hold{sender: s, began: time.Now()}
	allowed = make([]time.Duration, len(replies))
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || h.began.Before(s.restUntil) {
		return allowed, h.committed
	}
	s.lookAround()
	behind := map[recipient]bool{} // what is left to wait keeps what follows it
	for n, r := range replies {
		to := recipient{r.Project, r.Chat}
		if behind[to] || !s.mayBeBorn(r, h.began) {
			behind[to] = true
			continue
		}
		allowed[n] = s.times.call
		h.lanes = append(h.lanes, s.bear(r))
	}
	return allowed, h.committed
}

// committed begins the calls, or forgets what was reserved.
func (h *hold) committed(yes bool) {
	if !yes {
		h.cancel()
		return
	}
	for _, chat := range h.lanes {
		go h.sender.call(chat, chat.items[0], h.began.Add(h.sender.times.call))
	}
}

func (h *hold) cancel() {
	if len(h.lanes) == 0 {
		return
	}
	s := h.sender
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, chat := range h.lanes {
		s.running--
		chat.rest()
		s.lanes.ended(chat)
		s.lanes.want(chat.project, 0)
	}
	s.stir() // what came behind them may begin
}

// recipient names a chat of a project.
type recipient struct{ project, chat int64 }

// mayBeBorn tells whether a reply may be started in its turn. Everything that
// waits in its project must be known, so that nothing is overtaken.
func (s *Sender) mayBeBorn(r Reply, now time.Time) bool {
	m := r.Message
	plain := r.Class == Prompt && len(m.Files) == 0 && m.Ask == nil && m.counts() == 1
	if !plain || s.running >= inFlight-startSize || !s.owner.Owns(r.Project) || now.Sub(r.Born) > maxAge {
		return false
	}
	if !s.lanes.knows(r.Project) || s.lanes.chats[r.Project][r.Chat] != nil || s.lanes.queues.bots[r.Integration] != nil {
		return false
	}
	if s.budget.BotFree(r.Integration, now).After(now) {
		return false
	}
	ok, _ := s.budget.Take(r.Integration, r.Chat, now)
	return ok
}

// knows tells whether all that waits of a project is loaded.
func (l *lanes) knows(project int64) bool {
	_, looked := l.looked[project]
	_, unread := l.unread[project]
	_, behind := l.behind[project]
	return looked && !unread && !behind && !l.reading[project] && !l.deep(project)
}

// bear makes the lane of a reply, which is busy from the beginning.
func (s *Sender) bear(r Reply) *lane {
	i := &item{UnsentMessagesRow: db.UnsentMessagesRow{
		ProjectID: r.Project, EventID: r.Event, Seq: r.Seq, IntegrationID: r.Integration, ChatID: r.Chat, Class: int16(r.Class),
	}, message: r.Message, born: r.Born}
	chat := s.lanes.addBusy(i)
	chat.done = s.owner.Use(r.Project)
	s.running++
	return chat
}

// addBusy loads an item of a chat that has none, as one that is being sent.
func (l *lanes) addBusy(i *item) *lane {
	l.loaded[i.id()] = true
	chat := l.laneOf(i)
	chat.items, chat.busy = []*item{i}, true
	return chat
}
