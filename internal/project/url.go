package project

import "botyard/miniapp"

// Paths under which the pages' origin has its things.
const (
	MediaPath   = "/media/"
	PreviewPath = "/preview/"
	GoodsPath   = "/goods/"
)

// PagePath is the path of the first page of a Mini App or of a site.
func PagePath(as miniapp.As, slug string) string {
	if as == miniapp.App {
		return "/m/" + slug
	}
	return "/s/" + slug
}

// PageURL is the one place where whole addresses of Mini Apps and sites are made.
func (s *Service) PageURL(as miniapp.As, slug string) string {
	return s.PagesURL + PagePath(as, slug)
}
