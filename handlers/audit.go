package handlers

import (
	"math"
	"net/http"
	"strconv"

	"botyard/db"
	"botyard/views/audit"
)

// auditPart is how many entries one screen of the log holds.
const auditPart = 50

// showAudit shows what was done to a project, the newest first.
func (s *server) showAudit(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	before, err := strconv.ParseInt(r.FormValue("before"), 10, 64)
	if err != nil {
		before = math.MaxInt64
	}
	rows, err := s.Store.ProjectAudit(r.Context(), db.ProjectAuditParams{ProjectID: p.ID, Before: before, Most: auditPart})
	if err != nil {
		return err
	}
	log := audit.Log{}
	if log.Project, err = s.frame(r.Context(), p); err != nil {
		return err
	}
	for _, row := range rows {
		log.Entries = append(log.Entries, audit.Entry{
			What: row.Action, N: strconv.FormatInt(row.Subject, 10), At: row.At, Who: whoOf(row), Email: row.Email,
		})
	}
	if len(rows) == auditPart {
		log.Older = p.url("audit") + "?before=" + strconv.FormatInt(rows[auditPart-1].ID, 10)
	}
	return s.render(w, r, http.StatusOK, audit.LogPage(log))
}

// whoOf names the owner's own people; of support only that it was support.
func whoOf(row db.ProjectAuditRow) audit.Who {
	switch {
	case row.UserID == nil:
		return audit.Service
	case row.Email == "":
		return audit.Gone
	case row.Member:
		return audit.Member
	}
	return audit.Support
}
