package handlers

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// host tells on which origins a route answers, or by which one a request came.
type host int

const (
	onCabinet host = 1 << iota
	onPages
	// onUnknown is every other name; only what is onAny answers there.
	onUnknown
	onBoth = onCabinet | onPages
	onAny  = onBoth | onUnknown
)

// hosts knows the names that the program is asked by.
type hosts struct {
	cabinet, pages []string
	// ports tells that only the ports tell the two apart.
	ports bool
}

func newHosts(c Config) hosts {
	h := hosts{ports: c.PublicURL != nil && c.PagesURL != nil && c.PublicURL.Hostname() == c.PagesURL.Hostname()}
	h.cabinet = []string{"localhost", "127.0.0.1", "::1"}
	if own, _, err := net.SplitHostPort(c.Addr); err == nil && own != "" {
		h.cabinet = append(h.cabinet, own)
	}
	if c.PublicURL != nil {
		h.cabinet = []string{h.name(c.PublicURL.Host)}
	}
	h.pages = h.cabinet
	if c.PagesURL != nil {
		h.pages = []string{h.name(c.PagesURL.Host)}
	}
	return h
}

// find tells what a Host header stands for.
func (h hosts) find(header string) (on host) {
	name := h.name(header)
	if slices.Contains(h.cabinet, name) {
		on |= onCabinet
	}
	if slices.Contains(h.pages, name) {
		on |= onPages
	}
	if on == 0 {
		return onUnknown
	}
	return on
}

func (h hosts) name(header string) string {
	u := url.URL{Host: strings.ToLower(header)}
	if port := u.Port(); h.ports && port != "" && port != "80" && port != "443" {
		return u.Host
	}
	return u.Hostname()
}

// splitHost sends a request to the routes of the origin that it names.
func (s *server) splitHost() http.Handler {
	by := map[host]http.Handler{}
	for _, on := range []host{onCabinet, onPages, onBoth, onUnknown} {
		by[on] = s.dispatch(on)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		by[s.hosts.find(r.Host)].ServeHTTP(w, r)
	})
}
