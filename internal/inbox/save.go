package inbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"botyard/db"
)

// errGone means that an event of a batch is not in the inbox any more, or its
// project not there any more: nothing may be written of either.
var errGone = errors.New("an event is gone")

// save notes all that a batch of turns writes, in the order in which it is to
// be written: nothing of it is when an event is gone.
func (t *turns) save(ctx context.Context, q *db.Queries) error {
	t.taken.Orphans = t.orphans
	err := q.TakeEvents(ctx, t.taken)
	if err == nil {
		err = t.saveChats(ctx, q)
	}
	if err == nil {
		err = t.savePeople(ctx, q)
	}
	if err == nil {
		err = t.saveWaits(ctx, q)
	}
	if err == nil {
		err = t.puzzles.save(ctx, q)
	}
	if err == nil {
		err = t.trials.save(ctx, q)
	}
	if err == nil && len(t.skipped.Projects) > 0 {
		err = q.SkipUpdates(ctx, t.skipped)
	}
	if err == nil && len(t.messages.Projects) > 0 {
		err = q.EnqueueMessages(ctx, t.messages)
	}
	return err
}

// savedError says what the failure to save turns means.
func savedError(err error) error {
	switch {
	case err == nil:
		return nil
	case db.Broke(err, db.EventsGone):
		return errGone
	}
	return fmt.Errorf("save turns: %w", err)
}

// saveWaits writes for what dialogues wait, and what they left.
func (t *turns) saveWaits(ctx context.Context, q *db.Queries) error {
	if err := t.waits.save(ctx, q); err != nil {
		return err
	}
	if err := t.calls.save(ctx, q); err != nil {
		return err
	}
	return t.submits.save(ctx, q)
}

func (t *turns) saveChats(ctx context.Context, q *db.Queries) error {
	var open db.SaveChatsParams
	var ended db.EndDialoguesParams
	for key := range t.changed {
		row := t.states[key]
		if row.State.Idle() {
			ended.Projects, ended.Chats = append(ended.Projects, key.project), append(ended.Chats, key.chat)
			continue
		}
		state, err := json.Marshal(row.State)
		if err != nil {
			return fmt.Errorf("encode a state: %w", err)
		}
		open.Projects, open.Chats = append(open.Projects, key.project), append(open.Chats, key.chat)
		open.Releases, open.States = append(open.Releases, row.Release), append(open.States, state)
	}
	var err error
	if len(ended.Chats) > 0 {
		err = q.EndDialogues(ctx, ended)
	}
	if len(open.Chats) > 0 && err == nil {
		err = q.SaveChats(ctx, open)
	}
	return err
}

func (t *turns) savePeople(ctx context.Context, q *db.Queries) error {
	err := t.saveReach(ctx, q)
	if err == nil && len(t.said.Projects) > 0 {
		err = q.LogReceived(ctx, t.said)
	}
	if err == nil {
		err = t.people.save(ctx, q, t.known)
	}
	if err == nil {
		err = t.known.save(ctx, q)
	}
	return err
}

// saveReach writes the last that was heard of each person.
func (t *turns) saveReach(ctx context.Context, q *db.Queries) error {
	var heard db.ClearReachabilityParams
	var blocked db.MarkBlockedParams
	for who, reachable := range t.reach {
		if reachable {
			heard.Projects, heard.Integrations = append(heard.Projects, who.project), append(heard.Integrations, who.integration)
			heard.Users = append(heard.Users, who.user)
			continue
		}
		blocked.Projects, blocked.Integrations = append(blocked.Projects, who.project), append(blocked.Integrations, who.integration)
		blocked.Users = append(blocked.Users, who.user)
	}
	var err error
	if len(blocked.Users) > 0 {
		err = q.MarkBlocked(ctx, blocked)
	}
	if len(heard.Users) > 0 && err == nil {
		err = q.ClearReachability(ctx, heard)
	}
	return err
}
