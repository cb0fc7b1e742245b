package handlers

import "botyard/static"

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

		// What everything rests on.
		{method: "GET", pattern: static.Prefix, role: public, host: onBoth, handle: s.showStatic, machine: true},
		{method: "GET", pattern: "/healthz", role: public, host: onAny, handle: s.showHealth, machine: true},
		{method: "GET", pattern: "/readyz", role: public, host: onAny, handle: s.showReadiness, machine: true},
	}
}
