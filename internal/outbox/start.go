package outbox

import (
	"context"
	"errors"
	"time"

	"botyard/db"
	"botyard/internal/shard"
)

// Ends that no call has.
var (
	errExpired    = errors.New("older than an hour")
	errUnknown    = errors.New("started by an owner that vanished")
	errUnreadable = errors.New("the payload is not of this version")
)

// start begins as many calls as may begin now and tells whether there was anything to do.
func (s *Sender) start(ctx context.Context) bool {
	var begin []*lane
	var over []result
	worked := false
	for len(begin) < startSize && s.running+len(begin) < inFlight {
		bot := s.lanes.queues.nextBot()
		if bot == nil {
			break
		}
		worked = true
		chat := s.takeFrom(bot)
		if chat == nil {
			continue
		}
		i := chat.items[0]
		why := overWithout(i)
		switch {
		case !s.owner.Owns(chat.project):
			s.lanes.drop(chat)
		case time.Now().Before(i.until) && !errors.Is(why, errExpired):
			s.lanes.wait(chat, i.until)
		case why != nil:
			chat.busy = true
			over = append(over, result{lane: chat, item: i, err: why})
		case s.mayBegin(chat):
			chat.busy = true
			begin = append(begin, chat)
		}
	}
	if len(over) > 0 {
		s.running += len(over)
		s.settle(ctx, over)
	}
	s.begin(ctx, begin)
	return worked
}

// takeFrom takes the next lane of a bot. Of one that may not send now it takes
// those whose message is too old to be sent at all; nil when there is none.
func (s *Sender) takeFrom(bot *botQueue) *lane {
	now := time.Now()
	free := s.budget.BotFree(bot.integration, now)
	if !free.After(now) {
		return s.lanes.queues.take(bot)
	}
	chat := s.lanes.queues.takeOld(bot, now)
	if chat == nil {
		soon := now.Add(s.times.expire)
		if free.Before(soon) {
			soon = free
		}
		s.lanes.queues.rest(bot, soon)
	}
	return chat
}

// overWithout tells why a message is not to be sent now although its time has
// come: it is too late, or an owner that vanished began it.
func overWithout(i *item) error {
	switch {
	case i.Started:
		return errUnknown
	case i.unreadable:
		return errUnreadable
	case time.Since(i.born) > maxAge:
		return errExpired
	}
	return nil
}

// mayBegin asks the limits; a lane that may not waits. What Telegram counts as
// no message is kept back by refusals alone.
func (s *Sender) mayBegin(chat *lane) bool {
	i, now := chat.items[0], time.Now()
	n := i.message.counts()
	ask := s.budget.Take
	if n == 0 {
		ask = s.budget.Thawed
	}
	ok, next := ask(i.IntegrationID, chat.chat, now)
	if !ok {
		s.lanes.wait(chat, next)
		return false
	}
	if n > 1 {
		s.budget.Count(i.IntegrationID, chat.chat, n-1, now)
	}
	return true
}

// begin marks messages as started, durably, and calls. A lost shard keeps only
// its own messages from starting.
func (s *Sender) begin(ctx context.Context, chats []*lane) {
	if len(chats) == 0 {
		return
	}
	for _, chat := range chats {
		chat.done = s.owner.Use(chat.project)
	}
	now := time.Now() // before the database's own
	p := s.toMark(chats)
	var started map[itemID]bool
	var err error
	s.aside(func() { started, err = s.mark(ctx, p) })
	if errors.Is(err, shard.ErrLost) && len(chats) > 1 {
		for _, chat := range chats {
			chat.rest()
			s.begin(ctx, []*lane{chat})
		}
		return
	}
	for _, chat := range chats {
		switch {
		case err != nil:
			s.notBegun(chat, err)
		case started[chat.items[0].id()]:
			s.running++
			go s.call(chat, chat.items[0], now.Add(s.allowed(chat.items[0])))
		default:
			chat.rest()
			s.lanes.ended(chat) // it is no longer in the outbox, or someone else began it
		}
	}
	if err != nil {
		s.stumble(ctx, "messages not started", err)
	}
}

func (s *Sender) toMark(chats []*lane) (p db.StartMessagesParams) {
	for _, chat := range chats {
		i := chat.items[0]
		p.Projects, p.Events, p.Seqs = append(p.Projects, i.ProjectID), append(p.Events, i.EventID), append(p.Seqs, i.Seq)
		p.Classes, p.Seconds = append(p.Classes, i.Class), append(p.Seconds, s.allowed(i).Seconds())
	}
	return p
}

func (s *Sender) mark(ctx context.Context, p db.StartMessagesParams) (started map[itemID]bool, err error) {
	started = map[itemID]bool{}
	err = s.owner.InFence(ctx, p.Projects, func(q *db.Queries) error {
		rows, err := q.StartMessages(ctx, p)
		for _, row := range rows {
			started[itemID{row.ProjectID, row.EventID, row.Seq}] = true
		}
		return err
	})
	return started, err
}

// allowed is how long the call of a message may take: long where a file may
// have to be uploaded.
func (s *Sender) allowed(i *item) time.Duration {
	for _, f := range i.message.Files {
		if s.fileIDs.get(fileKey{i.IntegrationID, f}) == "" {
			return s.times.load
		}
	}
	return s.times.call
}

func (s *Sender) notBegun(chat *lane, err error) {
	chat.busy = false
	chat.rest()
	if errors.Is(err, shard.ErrLost) {
		s.lanes.drop(chat)
		return
	}
	s.lanes.wait(chat, time.Now().Add(s.times.rest))
}

// rest tells that nothing of a lane is under way.
func (l *lane) rest() {
	if l.done != nil {
		l.done()
		l.done = nil
	}
}
