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
	"botyard/internal/telegram"
)

// errPanic is a turn that broke the engine.
var errPanic = errors.New("a turn panicked")

// promptAge is how old an event may be for its answer to be a prompt one.
const promptAge = time.Minute

// turns is what a batch of turns writes.
type turns struct {
	projects []int64
	deleted  db.DeleteEventsParams
	orphans  int // of the deleted events: their project was deleted
	states   map[chatKey]db.ChatStatesRow
	changed  map[chatKey]bool
	messages db.EnqueueMessagesParams
	said     db.LogReceivedParams
	people   people
	reach    map[personKey]bool
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
	if err := s.owner.InFence(ctx, t.projects, func(q *db.Queries) error { return t.save(ctx, q) }); err != nil {
		return err
	}
	metrics.TurnsDone.Add(float64(len(batch)))
	if len(t.messages.Projects) > 0 {
		s.sender.Wake(slices.Compact(slices.Sorted(slices.Values(t.messages.Projects))))
	}
	return nil
}

func (s *Scheduler) advance(ctx context.Context, batch []*event) (*turns, error) {
	t := &turns{
		states: map[chatKey]db.ChatStatesRow{}, changed: map[chatKey]bool{},
		people: people{}, reach: map[personKey]bool{},
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
	for _, e := range batch {
		now, exists := current[e.ProjectID]
		if !exists {
			t.drop(e)
			t.orphans++
			continue
		}
		if now.suspended {
			t.drop(e)
			continue
		}
		if now.paused {
			continue // loaded before the pause; it is read again after it
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
	if e.update.Kind() == telegram.KindMyChatMember {
		t.membership(e)
		return nil
	}
	happened, ok := eventOf(&e.update, now.bot)
	if !ok {
		return nil
	}
	t.record(e, happened)
	if now.release == nil {
		return nil
	}
	key := chatKey{e.ProjectID, e.ChatID}
	state := t.states[key]
	happened.ID, happened.Now = e.EventID, now.about.clock(time.Now())
	result := flow.Advance(flow.Input{
		Current: now.release, State: state.State, Person: flow.Person{ID: e.ChatID}, Event: happened, Project: now.about.project(happened.Now),
	})
	if !result.State.Equal(state.State) {
		t.states[key] = db.ChatStatesRow{ProjectID: e.ProjectID, ChatID: e.ChatID, Release: now.number, State: result.State}
		t.changed[key] = true
	}
	return t.enqueue(e, result.Effects)
}

// drop takes an event out of the inbox; that is all for one of a project that
// was deleted or is suspended.
func (t *turns) drop(e *event) {
	t.deleted.Projects, t.deleted.Events = append(t.deleted.Projects, e.ProjectID), append(t.deleted.Events, e.EventID)
}

// eventOf turns an update into what the engine knows; false: nothing happened.
func eventOf(u *telegram.Update, bot string) (flow.Event, bool) {
	from := u.From()
	if from == nil {
		return flow.Event{}, false
	}
	e := flow.Event{Bot: bot, User: flow.User{
		FirstName: from.FirstName, LastName: from.LastName, Username: from.Username, Language: from.LanguageCode,
	}}
	switch u.Kind() {
	case telegram.KindMessage:
		e.Kind, e.Text = flow.Said, u.Message.Text
		if e.Text == "" {
			e.Text = u.Message.Caption
		}
	case telegram.KindCallbackQuery:
		e.Kind, e.Button = flow.Pressed, u.CallbackQuery.Data
	default:
		return e, false
	}
	return e, true
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
	t.people.see(e.chat(), happened)
	l := &t.said
	l.Projects, l.Chats, l.Events = append(l.Projects, e.ProjectID), append(l.Chats, e.ChatID), append(l.Events, e.EventID)
	l.Integrations, l.Words = append(l.Integrations, e.IntegrationID), append(l.Words, db.Storable(happened.Text))
}

func (t *turns) enqueue(e *event, effects []flow.Effect) error {
	class := outbox.Prompt
	if e.AgeSeconds > promptAge.Seconds() {
		class = outbox.Late
	}
	m := &t.messages
	for seq, effect := range effects {
		message, ok := messageOf(effect)
		if !ok {
			continue
		}
		payload, err := message.Encode()
		if err != nil {
			return err
		}
		m.Projects, m.Events, m.Seqs = append(m.Projects, e.ProjectID), append(m.Events, e.EventID), append(m.Seqs, int16(seq))
		m.Integrations, m.Chats = append(m.Integrations, e.IntegrationID), append(m.Chats, e.ChatID)
		m.Classes, m.Payloads, m.Received = append(m.Classes, int16(class)), append(m.Payloads, payload), append(m.Received, e.ReceivedAt)
	}
	return nil
}

// messageOf is the text that an effect sends; false: it sends none.
func messageOf(effect flow.Effect) (outbox.Message, bool) {
	var post flow.Post
	switch e := effect.(type) {
	case flow.Send:
		post = e.Post
	case flow.Edit:
		post = e.Post
	}
	return outbox.Message{Text: post.Text, Entities: post.Entities}, post.Text != ""
}
