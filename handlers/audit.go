package handlers

import (
	"net/http"

	"botyard/db"
)

// action is what the audit says that somebody did to a project.
type action string

const (
	connected    action = "connected_bot"
	disconnected action = "disconnected_bot"
	published    action = "published"
	madeCurrent  action = "made_current"
	deleted      action = "deleted_project"
	tookBack     action = "took_bot_back"
	// At the desk; the subject is an event, or how many there were.
	paused           action = "paused_queue"
	resumed          action = "resumed_queue"
	openedLetter     action = "opened_payload"
	retriedLetters   action = "retried_letters"
	discardedLetters action = "discarded_letters"
)

// record writes into the audit who did what: ids only.
func (s *server) record(r *http.Request, did action, p scope, subject int64) error {
	row := db.RecordAuditParams{Action: string(did), UserID: &of(r).person.ID, AccountID: &p.AccountID, ProjectID: &p.ID}
	if subject != 0 {
		row.Subject = &subject
	}
	return s.Store.RecordAudit(r.Context(), row)
}

// recordAtDesk writes down what staff did with somebody's project, 0 for all.
func (s *server) recordAtDesk(r *http.Request, did action, project, subject int64) error {
	row := db.RecordAuditParams{Action: string(did), UserID: &of(r).person.ID}
	if project != 0 {
		row.ProjectID = &project
	}
	if subject != 0 {
		row.Subject = &subject
	}
	return s.Store.RecordAudit(r.Context(), row)
}
