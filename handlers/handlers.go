// Package handlers is everything that Botyard answers over HTTP: the cabinet,
// the public pages, and what machines ask.
package handlers

import (
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"botyard/db"
	"botyard/internal/account"
	"botyard/internal/media"
	"botyard/internal/project"
	"botyard/internal/secret"
)

// SignUp tells who may sign up.
type SignUp string

// The values of BOTYARD_SIGNUP.
const (
	SignUpOpen   SignUp = "open"
	SignUpInvite SignUp = "invite"
	SignUpClosed SignUp = "closed"
)

// Config is what the handlers need. All but the addresses, AppFrame, Webhook,
// TrustedProxies and Ready must be set.
type Config struct {
	Store    *db.Store
	Accounts *account.Service
	Projects *project.Service
	Media    *media.Store
	Keys     *secret.Keyring
	Log      *slog.Logger
	// Webhook receives updates (POST /v1/telegram/webhooks/{publicID}); nil answers 404.
	Webhook http.Handler
	// Ready tells why requests cannot be served yet; nil always can.
	Ready func() error
	// PublicURL and PagesURL are the origins of the cabinet and of the pages;
	// nil when not configured: then localhost and the host of Addr are the
	// cabinet's, and the pages are on the cabinet's.
	PublicURL, PagesURL *url.URL
	// Addr is what the program listens on, e.g. "127.0.0.1:8080".
	Addr string
	// TrustedProxies are those whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix
	SignUp         SignUp
	// ConnectsPerMinute is how many bots an account may connect in a minute; 0 is any number.
	ConnectsPerMinute int
	// AppFrame is an origin that may frame Mini Apps besides Telegram's own, that
	// of a simulated client; "" for none.
	AppFrame string
	// Held tells that the database is not at home, so that nothing is sent; nil: it is.
	Held func() bool
	// Development adds the gallery of components.
	Development bool
	// Now is the clock, time.Now when nil.
	Now func() time.Time
}

type server struct {
	Config
	hosts    hosts
	sessions sessions
	guard    guard
	routes   []route
	// addresses are kept for pages that many ask for.
	addresses addressBook
}

// New makes the handler of all routes.
func New(c Config) http.Handler {
	return newServer(c).handler()
}

func newServer(c Config) *server {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Held == nil {
		c.Held = func() bool { return false }
	}
	s := &server{Config: c, hosts: newHosts(c), guard: newGuard()}
	s.sessions = newSessions(c.Store, s.secure())
	s.sessions.ErrorFunc = s.fail
	s.routes = s.table()
	return s
}

// handler puts the layers together, the outermost first.
func (s *server) handler() http.Handler {
	return s.observe(s.secured(s.splitHost()))
}

// secure tells whether browsers reach the cabinet over TLS. It follows from
// the configuration, never from a request.
func (s *server) secure() bool { return s.PublicURL != nil && s.PublicURL.Scheme == "https" }
