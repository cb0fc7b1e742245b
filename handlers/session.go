package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/audit"
	"botyard/views/page"
)

const (
	sessionLife   = 30 * 24 * time.Hour
	browserLife   = 365 * 24 * time.Hour
	keyUser       = "user"
	keyGeneration = "generation"
	keyToast      = "toast"
)

// sessions keeps who is signed in. The store knows only hashes of the tokens.
type sessions struct{ *scs.SessionManager }

func newSessions(store *db.Store, secure bool) sessions {
	m := scs.New()
	m.Store = sessionStore{store}
	m.Lifetime = sessionLife
	m.HashTokenInStore = true
	m.Cookie.Secure = secure
	m.Cookie.Name = cookieName("session", secure)
	return sessions{m}
}

// cookieName binds a cookie to this very host where TLS allows it.
func cookieName(name string, secure bool) string {
	if secure {
		return "__Host-" + name
	}
	return name
}

// withSession loads the session and stores it with the first byte of the answer.
func (s *server) withSession(next http.Handler) http.Handler {
	return s.sessions.LoadAndSave(next)
}

// signIn gives a browser a fresh session of a person, and the mark by which it
// is known at the door from now on.
func (s *server) signIn(w http.ResponseWriter, r *http.Request, user account.User) error {
	if err := s.sessions.RenewToken(r.Context()); err != nil {
		return err
	}
	of(r).person = &user
	s.sessions.Put(r.Context(), keyUser, user.ID)
	s.sessions.Put(r.Context(), keyGeneration, user.Generation)
	s.setCookie(w, "browser", s.Accounts.MarkBrowser(s.visitor(r), user), browserLife)
	return nil
}

// visitor is who stands at the door.
func (s *server) visitor(r *http.Request) account.Visitor {
	return account.Visitor{Address: of(r).client, Browser: s.cookie(r, "browser")}
}

func (s *server) cookie(r *http.Request, name string) string {
	c, err := r.Cookie(cookieName(name, s.secure()))
	if err != nil {
		return ""
	}
	return c.Value
}

func (s *server) setCookie(w http.ResponseWriter, name, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(name, s.secure()), Value: value, Path: "/", MaxAge: int(life.Seconds()),
		Secure: s.secure(), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// withPerson finds who is signed in, and stops who may not go on.
func (s *server) withPerson(needs role, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		of(r).personal = true
		person, err := s.personOf(r.Context())
		if err == nil {
			of(r).person = person
			err = admit(person, needs)
		}
		if err == nil {
			err = of(r).suspendedTo(needs)
		}
		if person != nil {
			r = r.WithContext(audit.By(r.Context(), person.ID))
		}
		r = r.WithContext(s.shell(r))
		if err != nil {
			s.fail(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func admit(person *account.User, needs role) error {
	switch {
	case needs == public:
		return nil
	case person == nil:
		return errSignIn
	case needs == support && person.Role != account.RoleSupport:
		return errNotFound
	}
	return nil
}

func (s *server) personOf(ctx context.Context) (*account.User, error) {
	id := s.sessions.GetInt64(ctx, keyUser)
	if id == 0 {
		return nil, nil
	}
	person, err := s.Accounts.User(ctx, id, s.sessions.GetInt64(ctx, keyGeneration))
	if errors.Is(err, account.ErrSignedOut) {
		return nil, s.sessions.Destroy(ctx)
	}
	if err != nil {
		return nil, err
	}
	return &person, nil
}

// toast leaves words for the next screen, with the way back if there is one.
func (s *server) toast(r *http.Request, t page.Toast) {
	if b, err := json.Marshal(t); err == nil {
		s.sessions.Put(r.Context(), keyToast, string(b))
	}
}

func (s *server) popToast(ctx context.Context) *page.Toast {
	var t page.Toast
	if b := s.sessions.PopString(ctx, keyToast); b == "" || json.Unmarshal([]byte(b), &t) != nil {
		return nil
	}
	return &t
}
