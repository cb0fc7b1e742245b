package handlers

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"botyard/internal/account"
	"botyard/views/page"
	"botyard/views/settings"
)

const (
	// exportsPerMinute bounds what an account may ask for: an export reads everything.
	exportsPerMinute = 3
	// exportTime is how long one may take to be written.
	exportTime = time.Hour
)

// exportAccount answers with everything that the account has.
func (s *server) exportAccount(w http.ResponseWriter, r *http.Request) error {
	id, err := s.Store.AccountOfUser(r.Context(), of(r).person.ID)
	if err != nil {
		return err
	}
	if err := s.Accounts.Allow(r.Context(), "export", id, exportsPerMinute); err != nil {
		return err
	}
	// It outlives the request's own time; a browser that leaves ends it by not reading.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), exportTime)
	defer cancel()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportTime)) // a writer of a test cannot
	file := &download{w: w, name: "botyard-" + s.Now().Format("2006-01-02") + ".zip"}
	if err := s.Projects.Export(ctx, id, of(r).person.ID, file); err != nil {
		if !file.begun {
			return err
		}
		s.Log.WarnContext(ctx, "export not finished", "error", err, "request", of(r).id)
		panic(http.ErrAbortHandler) // the browser must not take a part for the whole
	}
	return nil
}

// download is a file whose headers leave with its first byte, so that an
// error before that still gets its own page.
type download struct {
	w     http.ResponseWriter
	name  string
	begun bool
}

func (d *download) Write(b []byte) (int, error) {
	if !d.begun {
		d.begun = true
		h := d.w.Header()
		h.Set("Content-Type", "application/zip")
		h.Set("Content-Disposition", `attachment; filename="`+d.name+`"`)
		h.Set("Cache-Control", "no-store")
	}
	return d.w.Write(b)
}

func (s *server) showRemoval(w http.ResponseWriter, r *http.Request) error {
	return s.renderRemoval(w, r, http.StatusOK, settings.Leaving{})
}

func (s *server) renderRemoval(w http.ResponseWriter, r *http.Request, status int, form settings.Leaving) error {
	rows, err := s.Store.UserProjects(r.Context(), of(r).person.ID)
	if err != nil {
		return err
	}
	form.Email, form.Projects = of(r).person.Email, len(rows)
	return s.render(w, r, status, settings.LeavingPage(form))
}

// removeAccount deletes the account for good, when its e-mail was typed and
// the password is right.
func (s *server) removeAccount(w http.ResponseWriter, r *http.Request) error {
	form := settings.Leaving{Typed: r.PostForm.Get("email")}
	if !strings.EqualFold(trimmed(form.Typed), of(r).person.Email) {
		form.Mistakes = append(form.Mistakes, page.Mistake{Field: "email", Key: "leaving.other_email"})
	} else if err := s.confirm(r, &form); err != nil {
		return err
	}
	if len(form.Mistakes) > 0 {
		return s.renderRemoval(w, r, http.StatusUnprocessableEntity, form)
	}
	id, err := s.Store.AccountOfUser(r.Context(), of(r).person.ID)
	if err != nil {
		return err
	}
	if err := s.Projects.EraseAccount(r.Context(), id); err != nil {
		return err
	}
	if err := s.sessions.Destroy(r.Context()); err != nil {
		return err
	}
	return s.goTo(w, r, "/goodbye")
}

// confirm asks for the password only when all else is right.
func (s *server) confirm(r *http.Request, form *settings.Leaving) error {
	password := r.PostForm.Get("password")
	err := s.Accounts.Confirm(r.Context(), s.visitor(r), *of(r).person, password)
	var invalid *account.InvalidError
	if !errors.As(err, &invalid) {
		return err
	}
	mistake := page.Mistake{Field: "password", Key: "leaving.password_wrong"}
	if invalid.Code == "required" {
		mistake = fieldMistake(invalid, utf8.RuneCountInString(password))
	}
	form.Mistakes = page.Mistakes{mistake}
	return nil
}

func (s *server) showGoodbye(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, settings.GonePage())
}
