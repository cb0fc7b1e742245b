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
)

// record writes into the audit who did what: ids only.
func (s *server) record(r *http.Request, did action, p scope, subject int64) error {
	row := db.RecordAuditParams{Action: string(did), UserID: &of(r).person.ID, AccountID: &p.AccountID, ProjectID: &p.ID}
	if subject != 0 {
		row.Subject = &subject
	}
	return s.Store.RecordAudit(r.Context(), row)
}
