// Package audit writes down who did what: codes and ids, never words. The
// database takes no row back before it is a year old.
package audit

import (
	"context"
	"fmt"

	"botyard/db"
)

// Action is what somebody did.
type Action string

// The actions.
const (
	SignedUp         Action = "signed_up"
	SignedIn         Action = "signed_in"
	ChangedPassword  Action = "changed_password"
	EndedSessions    Action = "ended_sessions"
	Invited          Action = "invited"      // subject: the invitation
	ChangedRole      Action = "changed_role" // subject: the user whose role it is
	CreatedProject   Action = "created_project"
	StoredToken      Action = "stored_token" // subject: the bot's Telegram id
	DisconnectedBot  Action = "disconnected_bot"
	StoredSecret     Action = "stored_secret"
	RemovedSecret    Action = "removed_secret"
	Published        Action = "published"    // subject: the number of the release
	MadeCurrent      Action = "made_current" // subject: the number of the release
	ErasedPerson     Action = "erased_person"
	ErasedProject    Action = "erased_project"
	ErasedAccount    Action = "erased_account"
	ExportedAccount  Action = "exported_account"
	SuspendedAccount Action = "suspended_account"
	ResumedAccount   Action = "resumed_account"
	SuspendedProject Action = "suspended_project"
	ResumedProject   Action = "resumed_project"
	Adopted          Action = "adopted"

	// At the support desk; TookBotBack is the owner's.
	PausedQueue      Action = "paused_queue"
	ResumedQueue     Action = "resumed_queue"
	OpenedPayload    Action = "opened_payload"    // subject: the event
	RetriedLetters   Action = "retried_letters"   // subject: the event, or how many there were
	DiscardedLetters Action = "discarded_letters" // the same
	TookBotBack      Action = "took_bot_back"

	ExportedOrders Action = "exported_orders" // subject: how many there were
	DeletedOrder   Action = "deleted_order"   // subject: its number

	MadeDraftLink     Action = "made_draft_link"
	WithdrewDraftLink Action = "withdrew_draft_link"
	JoinedDraft       Action = "joined_draft"   // subject: the Telegram user
	LeftDraft         Action = "left_draft"     // the same
	RemovedFromDraft  Action = "removed_tester" // the same
)

// OfProject are the actions that the log of a project can show.
var OfProject = []Action{
	CreatedProject, StoredToken, DisconnectedBot, StoredSecret, RemovedSecret, Published, MadeCurrent, ErasedPerson,
	SuspendedProject, ResumedProject,
	PausedQueue, ResumedQueue, OpenedPayload, RetriedLetters, DiscardedLetters, TookBotBack,
	ExportedOrders, DeletedOrder,
	MadeDraftLink, WithdrewDraftLink, JoinedDraft, LeftDraft, RemovedFromDraft,
}

// Entry is what is written. An id that is 0 is left out.
type Entry struct {
	Action Action
	// User did it; 0: who acts in the context, if anybody.
	User             int64
	Account, Project int64
	// Subject is the number that the action is about, see the actions.
	Subject int64
}

type actorKey struct{}

// By returns a context in which a user acts.
func By(ctx context.Context, user int64) context.Context {
	return context.WithValue(ctx, actorKey{}, user)
}

// Record writes an entry, best in the transaction of what it tells of.
func Record(ctx context.Context, q *db.Queries, e Entry) error {
	if e.User == 0 {
		e.User, _ = ctx.Value(actorKey{}).(int64)
	}
	err := q.RecordAudit(ctx, db.RecordAuditParams{
		Action: string(e.Action), UserID: known(e.User), AccountID: known(e.Account), ProjectID: known(e.Project), Subject: known(e.Subject),
	})
	if err != nil {
		return fmt.Errorf("record %s: %w", e.Action, err)
	}
	return nil
}

func known(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}
