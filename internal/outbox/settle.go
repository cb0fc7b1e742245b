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

// settled is what a group of ended calls writes.
type settled struct {
	projects []int64
	ended    db.EndMessagesParams
	delayed  db.DelayMessagesParams
	stopped  []db.StopIntegrationParams
}

// settle writes how calls ended and lets their lanes go on.
func (s *Sender) settle(ctx context.Context, results []result) {
	s.running -= len(results)
	var w settled
	verdicts := make([]verdict, len(results))
	for n, r := range results {
		verdicts[n] = s.judge(r, &w)
		w.add(r, verdicts[n])
	}
	err := s.write(ctx, &w)
	for n, r := range results {
		s.goOn(r, verdicts[n], err)
	}
}

// write keeps trying while the database is away: the calls were made, and
// rows that stay started would be taken for unknown and sent once more.
func (s *Sender) write(ctx context.Context, w *settled) error {
	for {
		within := context.WithoutCancel(ctx)
		err := s.owner.InFence(within, w.projects, func(q *db.Queries) error { return w.save(within, q) })
		if err == nil || errors.Is(err, shard.ErrLost) || db.RefusedData(err) {
			return err
		}
		s.log.ErrorContext(ctx, "ends of messages not written", "count", len(w.projects), "error", err)
		select {
		case <-ctx.Done():
			return err
		case <-time.After(rewriteEvery):
		}
	}
}

func (s *Sender) judge(r result, w *settled) verdict {
	i := r.item
	switch {
	case errors.Is(r.err, errExpired):
		return verdict{outcome: "expired", code: "too_old"}
	case errors.Is(r.err, errUnknown):
		return unknown(i.Attempts)
	case errors.Is(r.err, vault.ErrNoToken):
		return verdict{outcome: "failed", code: "disconnected"}
	}
	v := judge(r.err, i.Attempts+1)
	if v.unauthorized && s.suspects.confirmed(i.IntegrationID, time.Now()) {
		v = verdict{outcome: "failed", code: "token_revoked"}
		s.tokens.Forget(i.IntegrationID)
		w.stopped = append(w.stopped, db.StopIntegrationParams{ProjectID: i.ProjectID, ID: i.IntegrationID, Reason: "token_revoked"})
	}
	if v.outcome == "sent" {
		s.suspects.clear(i.IntegrationID)
	}
	return v
}

func (w *settled) add(r result, v verdict) {
	i := r.item
	w.projects = append(w.projects, i.ProjectID)
	if v.outcome == "" {
		d := &w.delayed
		d.Projects, d.Events, d.Seqs = append(d.Projects, i.ProjectID), append(d.Events, i.EventID), append(d.Seqs, i.Seq)
		d.Seconds, d.LastErrors = append(d.Seconds, v.delay.Seconds()), append(d.LastErrors, v.code)
		return
	}
	e := &w.ended
	e.Projects, e.Events, e.Seqs = append(e.Projects, i.ProjectID), append(e.Events, i.EventID), append(e.Seqs, i.Seq)
	e.Outcomes, e.MessageIds, e.Codes = append(e.Outcomes, v.outcome), append(e.MessageIds, r.messageID), append(e.Codes, v.code)
	e.Words, e.Unreachable = append(e.Words, i.message.Text), append(e.Unreachable, v.reachability)
}

func (w *settled) save(ctx context.Context, q *db.Queries) error {
	if len(w.ended.Projects) > 0 {
		if err := q.EndMessages(ctx, w.ended); err != nil {
			return err
		}
	}
	if len(w.delayed.Projects) > 0 {
		if err := q.DelayMessages(ctx, w.delayed); err != nil {
			return err
		}
	}
	for _, stop := range w.stopped {
		if err := q.StopIntegration(ctx, stop); err != nil {
			return err
		}
	}
	return nil
}

// goOn frees the lane of an ended call for its next message.
func (s *Sender) goOn(r result, v verdict, err error) {
	chat, i := r.lane, r.item
	now := time.Now()
	if v.freeze {
		s.budget.Refused(i.IntegrationID, i.ChatID, v.delay, now)
	}
	if err != nil {
		s.lanes.drop(chat)
		return
	}
	if v.outcome != "" {
		s.lanes.ended(chat)
		return
	}
	i.Attempts, i.Started = i.Attempts+1, false
	if errors.Is(r.err, errUnknown) {
		i.Attempts-- // the attempt was counted when it was started
	}
	i.until = now.Add(v.delay)
	chat.busy = false
	s.lanes.wait(chat, i.until)
}

func (m Message) params(chatID int64) telegram.SendMessage {
	p := telegram.SendMessage{ChatID: chatID, Text: m.Text}
	for _, e := range m.Entities {
		p.Entities = append(p.Entities, telegram.Entity{Type: e.Type, Offset: e.Offset, Length: e.Length, URL: e.URL})
	}
	return p
}
