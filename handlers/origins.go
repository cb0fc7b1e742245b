package handlers

import (
	"net/url"

	"golang.org/x/net/publicsuffix"
)

// PagesShareTheSite tells whether the pages of a public installation lie on the
// registrable domain of its cabinet, where what owners publish is a neighbour
// of the cabinet's cookies. On a laptop, without TLS, nobody minds. Both are
// BOTYARD_PUBLIC_URL and BOTYARD_PAGES_URL, nil when not set.
func PagesShareTheSite(public, pages *url.URL) bool {
	if public == nil || public.Scheme != "https" {
		return false
	}
	return pages == nil || siteOf(public) == siteOf(pages)
}

func (s *server) sharesTheSite() bool { return PagesShareTheSite(s.PublicURL, s.PagesURL) }

// siteOf is the registrable domain of an origin; of an address, or of a name
// that nobody can register, the whole of it.
func siteOf(u *url.URL) string {
	site, err := publicsuffix.EffectiveTLDPlusOne(u.Hostname())
	if err != nil {
		return u.Hostname()
	}
	return site
}
