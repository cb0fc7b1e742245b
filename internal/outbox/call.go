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

// result is how a call ended.
type result struct {
	lane      *lane
	item      *item
	messageID int64
	err       error
}

// call sends one message and reports. It ends before others may take it for
// vanished.
func (s *Sender) call(chat *lane, i *item, deadline time.Time) {
	ctx, cancel := context.WithDeadline(context.Background(), deadline)
	defer cancel()
	r := result{lane: chat, item: i}
	r.messageID, r.err = s.send(ctx, i)
	s.results <- r
}

func (s *Sender) send(ctx context.Context, i *item) (messageID int64, err error) {
	token, err := s.tokens.Token(ctx, i.ProjectID, i.IntegrationID)
	switch {
	case errors.Is(err, vault.ErrNoToken), errors.Is(err, vault.ErrSuspended):
		return 0, err
	case err != nil:
		s.log.WarnContext(ctx, "token not read", "project", i.ProjectID, "integration", i.IntegrationID, "error", err)
		return 0, fmt.Errorf("%w: %w", errNotTried, err)
	case ctx.Err() != nil || !s.owner.Owns(i.ProjectID): // this process slept
		return 0, errNotTried
	}
	sent, err := s.client.SendMessage(ctx, token, i.message.params(i.ChatID))
	return sent.ID, err
}

func (m Message) params(chatID int64) telegram.SendMessage {
	p := telegram.SendMessage{ChatID: chatID, Text: m.Text}
	for _, e := range m.Entities {
		p.Entities = append(p.Entities, telegram.Entity{Type: e.Type, Offset: e.Offset, Length: e.Length, URL: e.URL})
	}
	return p
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
