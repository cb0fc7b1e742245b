package outbox

import (
	"context"
	"errors"
	"time"

	"botyard/db"
	"botyard/internal/shard"
	"botyard/internal/telegram"
	"botyard/internal/vault"
)

// start begins as many calls as may begin now and tells whether there was anything to do.
func (s *Sender) start(ctx context.Context) bool {
	var begin []*lane
	var ended []result
	worked := false
	for len(begin) < startSize && s.running+len(begin) < inFlight {
		chat := s.lanes.next()
		if chat == nil {
			break
		}
		worked = true
		switch {
		case !s.owner.Owns(chat.key.project):
			s.lanes.drop(chat)
		case time.Now().Before(chat.items[0].until):
			s.lanes.wait(chat, chat.items[0].until)
		case over(chat.items[0]) != nil:
			chat.busy = true
			ended = append(ended, result{lane: chat, item: chat.items[0], err: over(chat.items[0])})
		case s.mayBegin(chat):
			chat.busy = true
			begin = append(begin, chat)
		}
	}
	if len(ended) > 0 {
		s.running += len(ended)
		s.settle(ctx, ended)
	}
	s.begin(ctx, begin)
	return worked
}

// Ends that no call has.
var (
	errExpired = errors.New("older than an hour")
	errUnknown = errors.New("started by an owner that vanished")
)

// over tells why a message is not to be sent at all any more, or was already
// begun by an owner that vanished.
func over(i *item) error {
	switch {
	case i.Started:
		return errUnknown
	case time.Since(i.born) > maxAge:
		return errExpired
	}
	return nil
}

// mayBegin asks the limits; a lane that may not waits.
func (s *Sender) mayBegin(chat *lane) bool {
	ok, next := s.budget.Take(chat.items[0].IntegrationID, chat.key.chat, time.Now())
	if !ok {
		s.lanes.wait(chat, next)
	}
	return ok
}

// begin marks messages as started, durably, and calls.
func (s *Sender) begin(ctx context.Context, chats []*lane) {
	if len(chats) == 0 {
		return
	}
	var p db.StartMessagesParams
	var projects []int64
	for _, chat := range chats {
		i := chat.items[0]
		projects = append(projects, i.ProjectID)
		p.Projects, p.Events, p.Seqs = append(p.Projects, i.ProjectID), append(p.Events, i.EventID), append(p.Seqs, i.Seq)
		p.Seconds = append(p.Seconds, callTime.Seconds())
	}
	started := map[itemID]bool{}
	err := s.owner.InFence(ctx, projects, func(q *db.Queries) error {
		rows, err := q.StartMessages(ctx, p)
		for _, row := range rows {
			started[itemID{row.ProjectID, row.EventID, row.Seq}] = true
		}
		return err
	})
	for _, chat := range chats {
		switch {
		case err != nil:
			s.notBegun(ctx, chat, err)
		case started[chat.items[0].id()]:
			s.running++
			go s.call(context.WithoutCancel(ctx), chat, chat.items[0])
		default:
			s.lanes.ended(chat) // it is no longer in the outbox, or someone else began it
		}
	}
}

func (s *Sender) notBegun(ctx context.Context, chat *lane, err error) {
	chat.busy = false
	if errors.Is(err, shard.ErrLost) {
		s.lanes.drop(chat)
		return
	}
	s.complain(ctx, "message not started", err)
	s.lanes.wait(chat, time.Now().Add(time.Second))
}

// call sends one message and reports.
func (s *Sender) call(ctx context.Context, chat *lane, i *item) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	r := result{lane: chat, item: i}
	token, err := s.tokens.Token(ctx, i.ProjectID, i.IntegrationID)
	if err == nil {
		var sent telegram.Message
		sent, err = s.client.SendMessage(ctx, token, i.message.params(i.ChatID))
		r.messageID = sent.ID
	}
	r.err = err
	s.results <- r
}

// AnswerCallback stops the clock on a pressed button. Nobody waits for it and
// no row keeps it: when many are under way, it is left out.
func (s *Sender) AnswerCallback(projectID, integrationID int64, queryID string) {
	select {
	case s.callbacks <- struct{}{}:
	default:
		return
	}
	go func() {
		defer func() { <-s.callbacks }()
		ctx, cancel := context.WithTimeout(context.Background(), callTime)
		defer cancel()
		token, err := s.tokens.Token(ctx, projectID, integrationID)
		if err == nil {
			err = s.client.AnswerCallbackQuery(ctx, token, telegram.AnswerCallbackQuery{ID: queryID})
		}
		if err != nil && !errors.Is(err, vault.ErrNoToken) && !errors.Is(err, vault.ErrSuspended) {
			s.log.DebugContext(ctx, "press not answered", "project", projectID, "class", telegram.Classify(err).String())
		}
	}()
}
