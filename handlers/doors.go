package handlers

import (
	"errors"
	"net/http"
	"time"
	"unicode/utf8"

	"botyard/internal/account"
	"botyard/internal/lang"
	"botyard/views/door"
	"botyard/views/page"
)

func (s *server) showLogin(w http.ResponseWriter, r *http.Request) error {
	if of(r).person != nil {
		return s.goTo(w, r, localPath(r.FormValue("next")))
	}
	if s.keepLanguage(w, r) {
		return s.goTo(w, r, withoutLanguage(r))
	}
	return s.render(w, r, http.StatusOK, door.LoginPage(s.loginForm(r)))
}

func (s *server) logIn(w http.ResponseWriter, r *http.Request) error {
	user, err := s.Accounts.SignIn(r.Context(), s.visitor(r), r.PostForm.Get("email"), r.PostForm.Get("password"))
	if err == nil {
		err = s.signIn(w, r, user)
	}
	if err != nil {
		return s.refuseLogin(w, r, err)
	}
	return s.goTo(w, r, localPath(r.PostForm.Get("next")))
}

func (s *server) loginForm(r *http.Request) door.Login {
	return door.Login{Email: r.FormValue("email"), Next: nextOf(r), Closed: s.SignUp != SignUpOpen}
}

// refuseLogin shows the form again with what was typed and the reason.
func (s *server) refuseLogin(w http.ResponseWriter, r *http.Request, err error) error {
	form := s.loginForm(r)
	form.Mistakes = doorMistakes(err, r.PostForm.Get("password"))
	form.RetryAfter = tellRetry(w, err)
	status := doorStatus(err)
	if status == 0 {
		return err
	}
	return s.render(w, r, status, door.LoginPage(form))
}

func (s *server) showSignup(w http.ResponseWriter, r *http.Request) error {
	if of(r).person != nil {
		return s.goTo(w, r, localPath(r.FormValue("next")))
	}
	if s.keepLanguage(w, r) {
		return s.goTo(w, r, withoutLanguage(r))
	}
	form := signupForm(r)
	var err error
	if form.Refusal, err = s.refusal(r); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, door.SignupPage(form))
}

func (s *server) signUp(w http.ResponseWriter, r *http.Request) error {
	refusal, err := s.refusal(r)
	if err != nil {
		return err
	}
	if refusal != "" {
		return s.turnAway(w, r, refusal)
	}
	user, err := s.enrol(r)
	if errors.Is(err, account.ErrInvitation) {
		return s.turnAway(w, r, door.Spent)
	}
	if err == nil {
		err = s.signIn(w, r, user)
	}
	if err != nil {
		return s.refuseSignup(w, r, err)
	}
	return s.goTo(w, r, localPath(r.PostForm.Get("next")))
}

// enrol makes the account, by the invitation where that is needed.
func (s *server) enrol(r *http.Request) (account.User, error) {
	ctx, from, language := r.Context(), s.visitor(r), lang.From(r.Context()).Code()
	email, password := r.PostForm.Get("email"), r.PostForm.Get("password")
	if s.SignUp == SignUpInvite {
		return s.Accounts.SignUpInvited(ctx, from, r.PostForm.Get("invitation"), email, password, language)
	}
	return s.Accounts.SignUp(ctx, from, email, password, language)
}

func (s *server) turnAway(w http.ResponseWriter, r *http.Request, why door.Refusal) error {
	form := signupForm(r)
	form.Refusal = why
	return s.render(w, r, http.StatusForbidden, door.SignupPage(form))
}

func signupForm(r *http.Request) door.Signup {
	return door.Signup{Email: r.FormValue("email"), Next: nextOf(r), Invitation: r.FormValue("invitation")}
}

func (s *server) refuseSignup(w http.ResponseWriter, r *http.Request, err error) error {
	form := signupForm(r)
	form.Mistakes = doorMistakes(err, r.PostForm.Get("password"))
	if r.PostForm.Get("password") == "" && len(form.Mistakes) == 1 && form.Mistakes[0].Field == "email" {
		form.Mistakes = append(form.Mistakes, page.Mistake{Field: "password", Key: doorWords["password required"]})
	}
	form.RetryAfter = tellRetry(w, err)
	status := doorStatus(err)
	if status == 0 {
		return err
	}
	return s.render(w, r, status, door.SignupPage(form))
}

func (s *server) logOut(w http.ResponseWriter, r *http.Request) error {
	if err := s.sessions.Destroy(r.Context()); err != nil {
		return err
	}
	return s.goTo(w, r, "/login")
}

// goTo sends the browser on with a GET, after a form or past a door.
func (s *server) goTo(w http.ResponseWriter, r *http.Request, path string) error {
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}

// nextOf is where the person wanted to go, "" for nowhere in particular.
func nextOf(r *http.Request) string {
	if next := localPath(r.FormValue("next")); next != "/" {
		return next
	}
	return ""
}

// keepLanguage keeps the language that was chosen at a door (?lang=), and
// tells whether one was.
func (s *server) keepLanguage(w http.ResponseWriter, r *http.Request) bool {
	_, known := lang.Parse(r.FormValue("lang"))
	if known {
		s.setCookie(w, "language", r.FormValue("lang"), browserLife)
	}
	return known
}

// withoutLanguage is the same door, which then speaks the language that was kept.
func withoutLanguage(r *http.Request) string {
	u := *r.URL
	query := u.Query()
	query.Del("lang")
	u.RawQuery = query.Encode()
	return localPath(u.RequestURI())
}

// doorStatus is how a door refuses; 0 when the error is not the person's.
func doorStatus(err error) int {
	var invalid *account.InvalidError
	switch {
	case errors.As(err, &invalid), errors.Is(err, account.ErrTaken):
		return http.StatusUnprocessableEntity
	case errors.Is(err, account.ErrWrongLogin):
		return http.StatusUnauthorized
	case errors.As(err, new(*account.ThrottledError)):
		return http.StatusTooManyRequests
	}
	return 0
}

func doorMistakes(err error, password string) page.Mistakes {
	var invalid *account.InvalidError
	switch {
	case errors.As(err, &invalid):
		return page.Mistakes{fieldMistake(invalid, utf8.RuneCountInString(password))}
	case errors.Is(err, account.ErrTaken):
		return page.Mistakes{{Field: "email", Key: "door.email_taken"}}
	case errors.Is(err, account.ErrWrongLogin):
		return page.Mistakes{{Key: "door.wrong"}}
	}
	return nil
}

var doorWords = map[string]string{
	"email required": "door.email_required", "email bad_email": "door.email_bad",
	"password required": "door.password_required", "password password_short": "door.password_short",
	"password password_long": "door.password_long",
}

func fieldMistake(invalid *account.InvalidError, length int) page.Mistake {
	return page.Mistake{
		Field: invalid.Field, Key: doorWords[invalid.Field+" "+invalid.Code],
		Args: lang.Args{"n": length, "min": account.PasswordMin, "max": account.PasswordMax},
	}
}

// tellRetry says in a header, and as whole seconds, when to come back.
func tellRetry(w http.ResponseWriter, err error) int {
	var late *account.ThrottledError
	if !errors.As(err, &late) {
		return 0
	}
	w.Header().Set("Retry-After", seconds(max(late.RetryAfter, time.Second)))
	return wholeSeconds(late.RetryAfter)
}

// badForm is a form that cannot be read: too big, or no form at all.
func badForm(err error) error {
	if errors.As(err, new(*http.MaxBytesError)) {
		return err
	}
	return statusError(http.StatusBadRequest)
}
