package handlers

import (
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"botyard/db"
	"botyard/internal/lang"
	"botyard/views/page"
	"botyard/views/submissions"
	"botyard/views/ui"
)

const noteMost = 2000

// saveSubmissionNote saves the note as it is typed, unless somebody else has
// written another meanwhile: then both are shown.
func (s *server) saveSubmissionNote(w http.ResponseWriter, r *http.Request) error {
	p, row, err := s.submissionOf(r)
	if err != nil {
		return err
	}
	note := submissions.Note{Text: db.Storable(strings.ReplaceAll(r.PostForm.Get("note"), "\r\n", "\n")), Revision: r.PostForm.Get("revision")}
	if utf8.RuneCountInString(note.Text) > noteMost {
		note.Mistake, note.Saved.Failed = lang.T(r.Context(), "orders.note_long", "max", noteMost), true
		return s.replyNote(w, r, http.StatusUnprocessableEntity, p, row, note)
	}
	revision, err := strconv.ParseInt(note.Revision, 10, 32)
	own := row.Note == note.Text || r.PostForm.Has("before") && row.Note == sentBefore(r.PostForm).Get("note")
	if err != nil || own {
		revision = int64(row.Revision) // a program takes what is there, and who typed it
	}
	n, err := s.Store.SetSubmissionNote(r.Context(), db.SetSubmissionNoteParams{Note: note.Text, ProjectID: p.ID, Number: row.Number, Revision: int32(revision)})
	if err != nil {
		return err
	}
	if n == 0 {
		note.Revision, note.Theirs = strconv.Itoa(int(row.Revision)), &row.Note
		return s.replyNote(w, r, http.StatusConflict, p, row, note)
	}
	if !isFragment(r) {
		s.toast(r, page.Toast{Key: "toast.saved"})
		return s.goTo(w, r, p.url("orders", strconv.FormatInt(row.Number, 10)))
	}
	note.Revision, note.Saved = strconv.FormatInt(revision+1, 10), ui.Saved{At: s.Now()}
	return s.replyNote(w, r, http.StatusOK, p, row, note)
}

// replyNote answers with the note's form: what was saved or is wrong with it,
// the whole form after a conflict, or the whole screen.
func (s *server) replyNote(w http.ResponseWriter, r *http.Request, status int, p scope, row db.SubmissionRow, note submissions.Note) error {
	if !isFragment(r) {
		return s.renderSubmission(w, r, status, p, row, note)
	}
	r = s.inZone(r)
	if note.Theirs == nil {
		return s.fragment(w, r, status, submissions.NoteReply(note))
	}
	screen := submissionView(r, row)
	screen.Project, screen.Note = page.Project{ID: p.id()}, note
	return s.fragment(w, r, status, submissions.NoteForm(screen))
}
