package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/lang"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/submissions"
)

// submissionOf loads the submission that a request names.
func (s *server) submissionOf(r *http.Request) (scope, db.SubmissionRow, error) {
	p, err := s.project(r)
	if err != nil {
		return p, db.SubmissionRow{}, err
	}
	number, err := strconv.ParseInt(r.PathValue("number"), 10, 64)
	if err != nil {
		return p, db.SubmissionRow{}, errNotFound
	}
	row, err := s.Store.Submission(r.Context(), db.SubmissionParams{ProjectID: p.ID, Number: number})
	return p, row, err
}

func (s *server) showSubmission(w http.ResponseWriter, r *http.Request) error {
	p, row, err := s.submissionOf(r)
	if err != nil {
		return err
	}
	return s.renderSubmission(w, r, http.StatusOK, p, row, noteOf(row))
}

func noteOf(row db.SubmissionRow) submissions.Note {
	return submissions.Note{Text: row.Note, Revision: strconv.Itoa(int(row.Revision))}
}

func (s *server) renderSubmission(w http.ResponseWriter, r *http.Request, status int, p scope, row db.SubmissionRow, note submissions.Note) error {
	r = s.inZone(r, p)
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	screen := submissionView(r, row)
	screen.Project, screen.Note = frame, note
	return s.render(w, r, status, submissions.SubmissionPage(screen))
}

func submissionView(r *http.Request, row db.SubmissionRow) submissions.Submission {
	view := submissions.Submission{
		Row: submissions.Row{
			Number: row.Number, Person: orText(row.Person, row.FirstName), At: row.CreatedAt, Status: row.Status, Kind: row.Kind,
			Sum: sum(r, row.Total, row.Currency),
		},
		Title: row.Title, Source: row.Source, Username: row.Username,
	}
	for _, l := range row.Content.Lines {
		view.Lines = append(view.Lines, submissions.Line{Name: l.Name(), Quantity: l.Quantity, Sum: sum(r, l.Sum, row.Currency)})
	}
	for _, f := range row.Content.Fields {
		if f.Type != "consent" {
			view.Fields = append(view.Fields, answerOf(r, f))
		}
	}
	if row.Content.Consent != nil {
		view.Consent = row.Content.Consent.Label
	}
	return view
}

// answerOf is one answer as its owner reads it.
func answerOf(r *http.Request, f miniapp.Value) submissions.Field {
	out := submissions.Field{Label: f.Label, Value: f.Value}
	switch f.Type {
	case "phone":
		out.Link = "tel:" + f.Value
	case "email":
		out.Link = "mailto:" + f.Value
	case "checkbox":
		out.Value = lang.T(r.Context(), "orders.ticked")
	case "date":
		if at, err := time.Parse(time.DateOnly, f.Value); err == nil {
			out.Value = lang.Date(lang.WithClock(r.Context(), time.UTC, at), at) + " " + strconv.Itoa(at.Year())
		}
	}
	return out
}

// setSubmissionStatus changes the state, and offers to take that back.
func (s *server) setSubmissionStatus(w http.ResponseWriter, r *http.Request) error {
	p, row, err := s.submissionOf(r)
	if err != nil {
		return err
	}
	status := r.PostForm.Get("status")
	if !slices.Contains(submissions.Statuses, status) {
		return statusError(http.StatusUnprocessableEntity)
	}
	if _, err := s.Store.SetSubmissionStatus(r.Context(), db.SetSubmissionStatusParams{Status: status, ProjectID: p.ID, Number: row.Number}); err != nil {
		return err
	}
	here := p.url("orders", strconv.FormatInt(row.Number, 10))
	if status != row.Status {
		s.toast(r, page.Toast{
			Key: "toast.order_status", Args: lang.Args{"n": row.Number, "status": lang.T(r.Context(), "orders.is."+status)},
			Undo: &page.Undo{Action: here + "/status", Fields: []page.Hidden{{Name: "status", Value: row.Status}}},
		})
	}
	return s.goTo(w, r, here)
}

// removeSubmission deletes one for good.
func (s *server) removeSubmission(w http.ResponseWriter, r *http.Request) error {
	p, row, err := s.submissionOf(r)
	if err != nil {
		return err
	}
	err = s.Store.InTx(r.Context(), func(q *db.Queries) error {
		if _, err := q.DeleteSubmission(r.Context(), db.DeleteSubmissionParams{ProjectID: p.ID, Number: row.Number}); err != nil {
			return err
		}
		return audit.Record(r.Context(), q, audit.Entry{Action: audit.DeletedOrder, Project: p.ID, Subject: row.Number})
	})
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.order_removed", Args: lang.Args{"n": row.Number}})
	return s.goTo(w, r, p.url("orders"))
}
