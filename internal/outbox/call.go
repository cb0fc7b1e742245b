package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"botyard/internal/telegram"
	"botyard/internal/vault"
)

// errNotTried means that nothing was sent: the token could not be had, or the
// time was up before the call began.
var errNotTried = errors.New("not tried")

// errNoFile means that a file to send is not there any more.
var errNoFile = errors.New("the file is gone")

// result is how a call ended.
type result struct {
	lane *lane
	item *item
	delivery
	err error
}

// call sends one message and reports. It ends before others may take it for
// vanished.
func (s *Sender) call(chat *lane, i *item, deadline time.Time) {
	ctx, cancel := context.WithDeadline(context.Background(), deadline)
	defer cancel()
	r := result{lane: chat, item: i}
	r.delivery, r.err = s.send(ctx, i)
	s.results <- r
}

func (s *Sender) send(ctx context.Context, i *item) (delivery, error) {
	token, err := s.tokens.Token(ctx, i.ProjectID, i.IntegrationID)
	switch {
	case errors.Is(err, vault.ErrNoToken), errors.Is(err, vault.ErrSuspended):
		return delivery{}, err
	case err != nil:
		s.log.WarnContext(ctx, "token not read", "project", i.ProjectID, "integration", i.IntegrationID, "error", err)
		return delivery{}, fmt.Errorf("%w: %w", errNotTried, err)
	case ctx.Err() != nil || !s.owner.Owns(i.ProjectID): // this process slept
		return delivery{}, errNotTried
	}
	if i.suspect {
		if _, err := s.client.GetMe(ctx, token); telegram.Classify(err) == telegram.Unauthorized {
			return delivery{}, err
		}
	}
	ctx = telegram.While(ctx, func() bool { return s.owner.Owns(i.ProjectID) })
	e := errand{Sender: s, ctx: ctx, token: token, project: i.ProjectID, integration: i.IntegrationID, chat: i.ChatID}
	err = e.carry(i.message)
	return e.delivery, err
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
		ctx, cancel := context.WithTimeout(context.Background(), s.times.call)
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
