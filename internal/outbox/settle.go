package outbox

import (
	"context"
	"errors"
	"time"

	"botyard/db"
	"botyard/internal/metrics"
	"botyard/internal/shard"
)

// end is a call that ended, with what follows from it.
type end struct {
	result
	verdict
	// stop: its bot's token is certainly refused.
	stop bool
}

// settle writes how calls ended and lets their lanes go on.
func (s *Sender) settle(ctx context.Context, results []result) {
	s.running -= len(results)
	now := time.Now()
	ends := make([]end, len(results))
	for n, r := range results {
		ends[n] = s.judge(r, now)
	}
	s.conclude(ctx, ends)
}

func (s *Sender) judge(r result, now time.Time) end {
	i := r.item
	e := end{result: r, verdict: s.times.judge(r.err, i.Attempts, i.refusals)}
	switch {
	case e.frozen:
		s.budget.Refused(i.IntegrationID, i.ChatID, e.delay, now)
	case e.unauthorized:
		s.budget.Freeze(i.IntegrationID, 0, now.Add(e.delay))
		if e.stop = s.suspects.confirmed(i.IntegrationID, now, s.times); e.stop {
			s.suspects.clear(i.IntegrationID)
		}
	case e.outcome == "sent":
		s.suspects.clear(i.IntegrationID)
	}
	i.suspect = e.unauthorized
	if i.message.Ask != nil && e.outcome == "" && now.Add(e.delay).Sub(i.born) > answerTime {
		e.outcome = "failed" // whoever waits for the answer waits no longer
	}
	return e
}

// conclude writes ends together. What the database refuses, and a lost shard,
// keep only their own from being written.
func (s *Sender) conclude(ctx context.Context, ends []end) {
	var w settled
	for _, e := range ends {
		w.add(e, s.times)
	}
	var err error
	s.aside(func() { err = s.write(ctx, w) })
	refused := err != nil && !db.Away(err) && ctx.Err() == nil
	if refused && len(ends) > 1 {
		for n := range ends {
			s.conclude(ctx, ends[n:n+1])
		}
		return
	}
	if refused && !errors.Is(err, shard.ErrLost) {
		s.log.ErrorContext(ctx, "end of a message refused", "project", ends[0].item.ProjectID, "error", err)
	}
	for _, e := range ends {
		s.goOn(e, err)
	}
	if err == nil && s.Answered != nil {
		s.tellAnswers(ends)
	}
}

// write keeps trying while the database is away: the calls were made, and
// rows that stay started would be taken for unknown and sent once more.
func (s *Sender) write(ctx context.Context, w settled) error {
	for {
		err := s.owner.TogetherInFence(ctx, w.projects, func(q *db.Queries) error { return w.save(ctx, q) })
		if !db.Away(err) || ctx.Err() != nil {
			return err
		}
		s.log.ErrorContext(ctx, "ends of messages not written", "count", len(w.projects), "error", err)
		select {
		case <-ctx.Done():
			return err
		case <-time.After(s.times.rest):
		}
	}
}

// goOn frees the lane of an ended call for its next message.
func (s *Sender) goOn(e end, err error) {
	chat, i := e.lane, e.item
	chat.rest()
	if e.stop {
		s.tokens.Forget(i.IntegrationID)
	}
	switch {
	case err != nil:
		s.lanes.drop(chat)
	case e.movedTo != 0:
		s.lanes.drop(chat) // what is left of it is read again under the new id
		s.lanes.want(chat.project, 0)
	case e.outcome != "":
		if !i.message.quiet() {
			metrics.MessageEnded(e.outcome)
		}
		s.lanes.ended(chat)
	default:
		if e.left != nil {
			i.message = *e.left
		}
		i.Attempts, i.refusals = e.attempts()
		i.Started, i.until = false, time.Now().Add(e.delay)
		chat.busy = false
		s.lanes.wait(chat, i.until)
	}
}

// attempts counts those that may have arrived and those that did not.
func (e end) attempts() (arrived int16, refusals int) {
	switch {
	case !e.maybe:
		return e.item.Attempts, e.item.refusals + 1
	case e.item.Started: // it was counted when it was started
		return e.item.Attempts, 0
	}
	return e.item.Attempts + 1, 0
}

// settled is what a group of ended calls writes.
type settled struct {
	projects []int64
	ended    db.EndMessagesParams
	delayed  db.DelayMessagesParams
	files    db.KeepSentFilesParams
	moved    []db.MoveMessagesParams
	stopped  []db.StopSuspectParams
	// due: something beside sent marks, which a crash of the database may lose:
	// such a message then counts as one whose answer was lost.
	due bool
}

func (w *settled) add(e end, t times) {
	i := e.item
	w.projects = append(w.projects, i.ProjectID)
	w.due = w.due || e.outcome != "sent" || i.message.Ask != nil
	if e.stop {
		w.stopped = append(w.stopped, db.StopSuspectParams{
			Reason: "token_revoked", ProjectID: i.ProjectID, ID: i.IntegrationID, RefusedFor: t.confirmFor,
		})
	}
	w.addFiles(e)
	if e.movedTo != 0 {
		w.moved = append(w.moved, db.MoveMessagesParams{ProjectID: i.ProjectID, IntegrationID: i.IntegrationID, ChatID: i.ChatID, MovedTo: e.movedTo})
	}
	if e.outcome == "" {
		w.addDelayed(e)
		return
	}
	outcome, words := e.outcome, ""
	if e.outcome == "sent" {
		words = db.Storable(i.message.words())
	}
	if i.message.quiet() {
		outcome, words = "", ""
	}
	d := &w.ended
	d.Projects, d.Events, d.Seqs = append(d.Projects, i.ProjectID), append(d.Events, i.EventID), append(d.Seqs, i.Seq)
	d.Classes, d.Answers = append(d.Classes, i.Class), append(d.Answers, e.answer())
	d.Outcomes, d.MessageIds, d.Codes = append(d.Outcomes, outcome), append(d.MessageIds, e.messageID), append(d.Codes, e.code)
	d.Words, d.Unreachable = append(d.Words, words), append(d.Unreachable, e.reachability)
}

func (w *settled) addDelayed(e end) {
	i, d := e.item, &w.delayed
	arrived, _ := e.attempts()
	var payload []byte
	if e.left != nil {
		payload, _ = e.left.Encode() // it was decoded from such a payload
	}
	d.Projects, d.Events, d.Seqs = append(d.Projects, i.ProjectID), append(d.Events, i.EventID), append(d.Seqs, i.Seq)
	d.Classes, d.Payloads = append(d.Classes, i.Class), append(d.Payloads, payload)
	d.Attempts, d.Seconds, d.LastErrors = append(d.Attempts, arrived), append(d.Seconds, e.delay.Seconds()), append(d.LastErrors, e.code)
}

func (w *settled) addFiles(e end) {
	for _, f := range e.files {
		k := &w.files
		k.Projects, k.Integrations = append(k.Projects, e.item.ProjectID), append(k.Integrations, e.item.IntegrationID)
		k.Keys, k.Kinds, k.FileIds = append(k.Keys, f.Key), append(k.Kinds, string(f.Kind)), append(k.FileIds, f.id)
	}
}

func (w *settled) save(ctx context.Context, q *db.Queries) error {
	if !w.due {
		if err := q.CommitLater(ctx); err != nil {
			return err
		}
	}
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
	for _, move := range w.moved {
		if err := q.MoveMessages(ctx, move); err != nil {
			return err
		}
	}
	if len(w.files.Keys) > 0 {
		if err := q.KeepSentFiles(ctx, w.files); err != nil {
			return err
		}
	}
	for _, stop := range w.stopped {
		if err := q.StopSuspect(ctx, stop); err != nil {
			return err
		}
	}
	return nil
}
