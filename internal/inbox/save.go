package inbox

import (
	"context"
	"errors"
	"fmt"

	"botyard/db"
)

// errGone means that an event of a batch is not in the inbox any more, or its
// project not there any more: nothing may be written of either.
var errGone = errors.New("an event is gone")

func (t *turns) save(ctx context.Context, q *db.Queries) error {
	gone, err := q.DeleteEvents(ctx, t.deleted)
	if err != nil {
		return fmt.Errorf("delete events: %w", err)
	}
	if int(gone.Deleted) != len(t.deleted.Events) || int(gone.Orphans) != t.orphans {
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
	if err := t.saveReach(ctx, q); err != nil {
		return err
	}
	if len(t.said.Projects) == 0 {
		return nil
	}
	if err := q.SeeSubscribers(ctx, t.people.params()); err != nil {
		return fmt.Errorf("keep subscribers: %w", err)
	}
	if err := q.LogReceived(ctx, t.said); err != nil {
		return fmt.Errorf("log what came in: %w", err)
	}
	return nil
}

// saveReach writes the last that was heard of each person.
func (t *turns) saveReach(ctx context.Context, q *db.Queries) error {
	var heard db.ClearReachabilityParams
	for who, reachable := range t.reach {
		if reachable {
			heard.Projects, heard.Integrations = append(heard.Projects, who.project), append(heard.Integrations, who.integration)
			heard.Users = append(heard.Users, who.user)
			continue
		}
		err := q.MarkReachability(ctx, db.MarkReachabilityParams{
			ProjectID: who.project, IntegrationID: who.integration, UserID: who.user, State: "blocked",
		})
		if err != nil {
			return fmt.Errorf("mark reachability: %w", err)
		}
	}
	if len(heard.Users) == 0 {
		return nil
	}
	if err := q.ClearReachability(ctx, heard); err != nil {
		return fmt.Errorf("clear reachability: %w", err)
	}
	return nil
}
