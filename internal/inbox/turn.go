package inbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/outbox"
	"botyard/internal/telegram"
)

// errPanic is a turn that broke the engine.
var errPanic = errors.New("a turn panicked")

// promptAge is how old an event may be for its answer to be a prompt one.
const promptAge = time.Minute

// turns is what a batch of turns writes.
type turns struct {
	projects    []int64
	deleted     db.DeleteEventsParams
	states      map[chatKey]db.ChatStatesRow
	changed     map[chatKey]bool
	messages    db.EnqueueMessagesParams
	said        db.LogReceivedParams
	people      db.SeeSubscribersParams
	reachable   db.ClearReachabilityParams
	unreachable []db.MarkReachabilityParams
}

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
	if len(t.messages.Projects) > 0 {
		s.sender.Wake(slices.Compact(slices.Sorted(slices.Values(t.messages.Projects))))
	}
	return nil
}

func (s *Scheduler) advance(ctx context.Context, batch []*event) (*turns, error) {
	t := &turns{states: map[chatKey]db.ChatStatesRow{}, changed: map[chatKey]bool{}}
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
	if e.update.Kind() == telegram.KindMyChatMember {
		t.membership(e)
		return nil
	}
	happened, user, ok := eventOf(&e.update, now.bot)
	if !ok {
		return nil
	}
	happened.ID, happened.Now = e.EventID, time.Now().UTC()
	t.record(e, happened, user)
	if now.release == nil {
		return nil
	}
	key := chatKey{e.ProjectID, e.ChatID}
	state := t.states[key]
	result := flow.Advance(flow.Input{
		Current: now.release, State: state.State, Person: flow.Person{ID: e.ChatID, User: user}, Event: happened,
	})
	if !result.State.Equal(state.State) {
		t.states[key] = db.ChatStatesRow{ProjectID: e.ProjectID, ChatID: e.ChatID, Release: now.number, State: result.State}
		t.changed[key] = true
	}
	return t.enqueue(e, result.Effects)
}

// drop takes an event out of the inbox; that is all for one of a deleted project.
func (t *turns) drop(e *event) {
	t.deleted.Projects, t.deleted.Events = append(t.deleted.Projects, e.ProjectID), append(t.deleted.Events, e.EventID)
}

// eventOf turns an update into what the engine knows; false: nothing happened.
func eventOf(u *telegram.Update, bot string) (e flow.Event, user flow.User, ok bool) {
	from := u.From()
	if from == nil {
		return e, user, false
	}
	e.Bot = bot
	user = flow.User{FirstName: from.FirstName, LastName: from.LastName, Username: from.Username, Language: from.LanguageCode}
	switch u.Kind() {
	case telegram.KindMessage:
		e.Kind, e.Text = flow.Said, u.Message.Text
		if e.Text == "" {
			e.Text = u.Message.Caption
		}
	case telegram.KindCallbackQuery:
		e.Kind, e.Button = flow.Pressed, u.CallbackQuery.Data
	default:
		return e, user, false
	}
	return e, user, true
}

// membership notes that a person blocked the bot or let it in again.
func (t *turns) membership(e *event) {
	if e.update.MyChatMember.New.Status == "kicked" {
		t.unreachable = append(t.unreachable, db.MarkReachabilityParams{
			ProjectID: e.ProjectID, IntegrationID: e.IntegrationID, UserID: e.ChatID, State: "blocked",
		})
		return
	}
	t.heard(e)
}

func (t *turns) heard(e *event) {
	r := &t.reachable
	r.Projects, r.Integrations, r.Users = append(r.Projects, e.ProjectID), append(r.Integrations, e.IntegrationID), append(r.Users, e.ChatID)
}

// record keeps who wrote, and what.
func (t *turns) record(e *event, happened flow.Event, user flow.User) {
	t.heard(e)
	p := &t.people
	p.Projects, p.Users = append(p.Projects, e.ProjectID), append(p.Users, e.ChatID)
	p.FirstNames, p.LastNames = append(p.FirstNames, storable(user.FirstName)), append(p.LastNames, storable(user.LastName))
	p.Usernames, p.Languages = append(p.Usernames, storable(user.Username)), append(p.Languages, storable(user.Language))
	p.Sources = append(p.Sources, storable(happened.Source()))
	l := &t.said
	l.Projects, l.Chats, l.Events = append(l.Projects, e.ProjectID), append(l.Chats, e.ChatID), append(l.Events, e.EventID)
	l.Integrations, l.Words = append(l.Integrations, e.IntegrationID), append(l.Words, storable(happened.Text))
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

// errGone means that an event of a batch is not in the inbox any more: somebody
// else handled it.
var errGone = errors.New("an event is gone")

func (t *turns) save(ctx context.Context, q *db.Queries) error {
	deleted, err := q.DeleteEvents(ctx, t.deleted)
	if err != nil {
		return fmt.Errorf("delete events: %w", err)
	}
	if int(deleted) != len(t.deleted.Events) {
		return errGone
	}
	if err := t.saveChats(ctx, q); err != nil {
		return err
	}
	if err := t.savePeople(ctx, q); err != nil {
		return err
	}
	if len(t.messages.Projects) == 0 {
		return nil
	}
	if err := q.EnqueueMessages(ctx, t.messages); err != nil {
		return fmt.Errorf("enqueue messages: %w", err)
	}
	return nil
}

func (t *turns) saveChats(ctx context.Context, q *db.Queries) error {
	for key := range t.changed {
		row := t.states[key]
		var err error
		if row.State.Idle() {
			err = q.EndDialogue(ctx, db.EndDialogueParams{ProjectID: key.project, ChatID: key.chat})
		} else {
			err = q.SaveChat(ctx, db.SaveChatParams{ProjectID: key.project, ChatID: key.chat, Release: row.Release, State: row.State})
		}
		if err != nil {
			return fmt.Errorf("save a state: %w", err)
		}
	}
	return nil
}

func (t *turns) savePeople(ctx context.Context, q *db.Queries) error {
	for _, gone := range t.unreachable {
		if err := q.MarkReachability(ctx, gone); err != nil {
			return fmt.Errorf("mark reachability: %w", err)
		}
	}
	if len(t.reachable.Users) > 0 {
		if err := q.ClearReachability(ctx, t.reachable); err != nil {
			return fmt.Errorf("clear reachability: %w", err)
		}
	}
	if len(t.said.Projects) == 0 {
		return nil
	}
	if err := q.SeeSubscribers(ctx, t.people); err != nil {
		return fmt.Errorf("keep subscribers: %w", err)
	}
	if err := q.LogReceived(ctx, t.said); err != nil {
		return fmt.Errorf("log what came in: %w", err)
	}
	return nil
}
