package handlers

import (
	"botyard/internal/project"
	"botyard/static"
)

// table is every address that Botyard answers: what is not in it is 404.
func (s *server) table() []route {
	return []route{
		// The doors.
		{method: "GET", pattern: "/{$}", role: public, host: onCabinet, handle: s.showStart},
		{method: "GET", pattern: "/signup", role: public, host: onCabinet, handle: s.showSignup},
		{method: "POST", pattern: "/signup", role: public, host: onCabinet, handle: s.guarded(s.signUp)},
		{method: "GET", pattern: "/login", role: public, host: onCabinet, handle: s.showLogin},
		{method: "POST", pattern: "/login", role: public, host: onCabinet, handle: s.guarded(s.logIn)},
		{method: "POST", pattern: "/logout", role: public, host: onCabinet, handle: s.logOut},

		// What visitors see.
		{method: "GET", pattern: "/m/{slug}", role: public, host: onPages, handle: s.showApp},
		{method: "POST", pattern: "/m/{slug}/session", role: public, host: onPages, handle: s.startAppSession, machine: true},
		{method: "GET", pattern: "/s/{slug}", role: public, host: onPages, handle: s.showSite},
		{method: "GET", pattern: "/s/{slug}/{page...}", role: public, host: onPages, handle: s.showSite},
		{method: "GET", pattern: "/media/{key}", role: public, host: onPages, handle: s.showMedia, machine: true},

		// What machines ask.
		{method: "POST", pattern: project.WebhookPath + "{publicID}", role: public, host: onCabinet, handle: s.receiveUpdate, machine: true},

		// What everything rests on.
		{method: "GET", pattern: static.Prefix, role: public, host: onBoth, handle: s.showStatic, machine: true},
		{method: "GET", pattern: "/healthz", role: public, host: onAny, handle: s.showHealth, machine: true},
		{method: "GET", pattern: "/readyz", role: public, host: onAny, handle: s.showReadiness, machine: true},
	}
}
