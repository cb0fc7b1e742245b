package inbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/metrics"
	"botyard/internal/outbox"
)

// errPanic is a turn that broke the engine.
var errPanic = errors.New("a turn panicked")

// turns is what a batch of turns writes.
type turns struct {
	projects []int64
	taken    db.TakeEventsParams
	orphans  int32 // of the taken events: their project was deleted
	states   map[chatKey]db.ChatStatesRow
	changed  map[chatKey]bool
	messages db.EnqueueMessagesParams
	replies  []outbox.Reply // the same
	said     db.LogReceivedParams
	people   people
	reach    map[personKey]bool
	known    known
	others   map[int64]map[int32]*flow.Release
	waits    waits
	calls    calls
	submits  submits
	puzzles  puzzles
	trials   trials
	skipped  db.SkipUpdatesParams
	paused   []int64 // projects whose events stay where they are
}

// personKey names a person as one bot knows them.
type personKey struct{ project, integration, user int64 }

// commit runs the turns of a batch and writes all they leave in one fenced
// transaction: all of it or nothing.
func (s *Scheduler) commit(ctx context.Context, batch []*event) error {
	t, err := s.advance(ctx, batch)
	if err != nil {
		return err
	}
	allowed, committed := s.sender.Reserve(t.replies)
	t.messages.Seconds = inSeconds(allowed)
	err = s.owner.TogetherInFence(ctx, t.projects, func(q *db.Queries) error { return t.save(ctx, q) })
	committed(err == nil)
	if err != nil {
		return savedError(err)
	}
	metrics.TurnsDone.Add(float64(len(batch)))
	s.unsent.add(t.messages.Projects)
	for _, p := range t.paused {
		s.queues.drop(p)
	}
	if len(t.calls) > 0 && s.Called != nil {
		s.Called()
	}
	if first := t.enqueued(); len(first) > 0 {
		s.sender.Wake(first)
	}
	return nil
}

func inSeconds(all []time.Duration) []float64 {
	seconds := make([]float64, len(all))
	for i, d := range all {
		seconds[i] = d.Seconds()
	}
	return seconds
}

// enqueued gives the first event of each project that has messages to send
// which were not begun.
func (t *turns) enqueued() map[int64]int64 {
	first := map[int64]int64{}
	for i, p := range t.messages.Projects {
		if event := t.messages.Events[i]; t.messages.Seconds[i] == 0 && (first[p] == 0 || event < first[p]) {
			first[p] = event
		}
	}
	return first
}

func (s *Scheduler) advance(ctx context.Context, batch []*event) (*turns, error) {
	t := &turns{
		states: map[chatKey]db.ChatStatesRow{}, changed: map[chatKey]bool{},
		people: people{}, reach: map[personKey]bool{}, waits: waits{}, calls: calls{}, puzzles: puzzles{},
	}
	var chats []int64
	for _, e := range batch {
		t.projects, chats = append(t.projects, e.ProjectID), append(chats, e.ChatID)
	}
	current, err := s.releases.current(ctx, slices.Compact(slices.Sorted(slices.Values(t.projects))))
	if err != nil {
		return nil, err
	}
	states, err := s.store.ChatStates(ctx, db.ChatStatesParams{Projects: t.projects, Chats: chats})
	if err != nil {
		return nil, fmt.Errorf("read states: %w", err)
	}
	for _, row := range states {
		t.states[chatKey{row.ProjectID, row.ChatID}] = row
	}
	if t.others, err = s.releases.others(ctx, t.states, current); err != nil {
		return nil, err
	}
	if t.known, err = readKnown(ctx, s.store.Queries, t.projects, chats); err != nil {
		return nil, err
	}
	if t.trials, err = s.readTrials(ctx, batch, current); err != nil {
		return nil, err
	}
	for _, e := range batch {
		now, exists := current[e.ProjectID]
		if !exists {
			t.drop(e)
			t.orphans += int32(len(e.all()))
			continue
		}
		if now.suspended {
			t.drop(e)
			continue
		}
		if now.paused {
			t.paused = append(t.paused, e.ProjectID) // read again after the pause
			continue
		}
		if err := t.run(e, now); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// run makes one turn. What breaks it is an error of this event alone.
func (t *turns) run(e *event, now running) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errPanic, p)
		}
	}()
	t.drop(e)
	if why := e.skipReason(); why != "" {
		t.skip(e, why)
		return nil
	}
	happened, ok := t.happened(e, now)
	if !ok {
		return nil
	}
	happened.ID, happened.Now = e.EventID, now.about.clock(time.Now())
	if taken, err := t.rehearse(e, now, happened); taken || now.release == nil {
		return err
	}
	key := chatKey{e.ProjectID, e.ChatID}
	state := t.states[key]
	result := flow.Advance(flow.Input{
		Current: now.release, Others: t.others[e.ProjectID], State: state.State, Person: t.known.person(key),
		Project: now.about.project(happened.Now), Event: happened,
	})
	if !result.State.Equal(state.State) {
		t.states[key] = db.ChatStatesRow{ProjectID: e.ProjectID, ChatID: e.ChatID, Release: now.number, State: result.State}
		t.changed[key] = true
	}
	t.known.keep(key, result)
	t.puzzles.note(key, happened, result)
	t.waits.note(e, result.Effects)
	t.submits.note(e, t.known.person(key).User, result.Effects)
	if err := t.calls.note(e, result.Effects); err != nil {
		return err
	}
	return t.enqueue(e, now, result.Effects)
}

// drop takes an event out of the inbox; that is all for one of a project that
// was deleted or is suspended.
func (t *turns) drop(e *event) {
	for _, part := range e.all() {
		t.taken.Projects, t.taken.Events = append(t.taken.Projects, e.ProjectID), append(t.taken.Events, part.EventID)
	}
}

// skipReason says why an event starts no turn although receipt let it through,
// which does not read all of an update; "" when it does.
func (e *event) skipReason() string {
	switch {
	case e.overflow:
		return "too_many"
	case e.update.Unreadable != "":
		return "unreadable"
	}
	return ""
}

// skip writes beside the update in the ledger why it started no turn.
func (t *turns) skip(e *event, why string) {
	s := &t.skipped
	s.Projects, s.Integrations = append(s.Projects, e.ProjectID), append(s.Integrations, e.IntegrationID)
	s.Updates, s.Reasons = append(s.Updates, e.update.ID), append(s.Reasons, why)
}

// membership notes that a person blocked the bot or let it in again.
func (t *turns) membership(e *event) {
	t.reach[e.person()] = e.update.MyChatMember.New.Status != "kicked"
}

// person is who an event comes from: in a private chat, the chat's own id.
func (e *event) person() personKey { return personKey{e.ProjectID, e.IntegrationID, e.ChatID} }

// record keeps who wrote, and what.
func (t *turns) record(e *event, happened flow.Event) {
	t.reach[e.person()] = true
	if !t.known.seen[e.chat()] {
		t.people.see(e.chat(), happened)
	}
	l := &t.said
	l.Projects, l.Chats, l.Events = append(l.Projects, e.ProjectID), append(l.Chats, e.ChatID), append(l.Events, e.EventID)
	l.Integrations, l.Words = append(l.Integrations, e.IntegrationID), append(l.Words, db.Storable(happened.Text))
}
