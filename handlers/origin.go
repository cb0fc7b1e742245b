package handlers

import "net/http"

// fromHere refuses what a page of another origin makes a browser send.
// Programs, which send no Origin, are served.
func (s *server) fromHere(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	if s.PublicURL != nil {
		if err := protection.AddTrustedOrigin(originOf(s.PublicURL)); err != nil {
			panic(err) // the composition reads the address before this
		}
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, errForbidden)
	}))
	return protection.Handler(next)
}
