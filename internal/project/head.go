package project

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"

	"botyard/miniapp"
)

// What is drawn of a site beside its pages lies among them in memory.
const (
	asCover   miniapp.As = "cover"
	asIcon    miniapp.As = "icon"
	asSitemap miniapp.As = "sitemap"
	asLost    miniapp.As = "lost"
)

// Cover gives the picture that messengers show beside a link to a page: a PNG,
// not compressed further. ErrNoPage when there is no such page, or nothing is
// published.
func (s *Service) Cover(ctx context.Context, a Address, pageID string) (Page, error) {
	return s.drawn(ctx, a, asCover, pageID, func(d Draft) ([]byte, error) { return a.manifest(d).Cover(pageID) })
}

// Icon gives the icon for a phone's first screen: a PNG.
func (s *Service) Icon(ctx context.Context, a Address) (Page, error) {
	return s.drawn(ctx, a, asIcon, "", func(d Draft) ([]byte, error) { return a.manifest(d).Icon() })
}

// Sitemap lists the pages of a site for search engines: XML, gzipped.
func (s *Service) Sitemap(ctx context.Context, a Address) (Page, error) {
	return s.drawn(ctx, a, asSitemap, "", func(d Draft) ([]byte, error) {
		type place struct {
			Loc string `xml:"loc"`
		}
		list := struct {
			XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
			Places  []place  `xml:"url"`
		}{}
		for i, page := range d.Pages {
			if page.Hidden {
				continue
			}
			address := s.PageURL(miniapp.Site, a.Slug)
			if i > 0 {
				address += "/" + page.ID
			}
			list.Places = append(list.Places, place{address})
		}
		raw, err := xml.Marshal(list)
		if err != nil {
			return nil, fmt.Errorf("list the pages of project %d: %w", a.ProjectID, err)
		}
		return gzipped(append([]byte(xml.Header), raw...))
	})
}

// LostPage is what a visitor sees at an address of the site where no page is:
// in the site's own look, with the way to its first page.
func (s *Service) LostPage(ctx context.Context, a Address) (Page, error) {
	if a.Release == 0 || a.Suspended {
		return Page{}, ErrNoPage
	}
	key := pageKey{a.ProjectID, a.Release, asLost, "", s.builtWith(a)}
	if page, hot := s.pages.get(key); hot {
		return page, nil
	}
	draft, err := s.published(ctx, a)
	if err != nil {
		return Page{}, err
	}
	lost := miniapp.LostPage(a.Language, draft.Pages)
	draft.Pages = append(draft.Pages[:len(draft.Pages):len(draft.Pages)], lost)
	options := miniapp.Options{As: miniapp.Site, Page: lost.ID, BasePath: PagePath(miniapp.Site, a.Slug), More: GoodsPath + a.Slug}
	document, err := s.document(ctx, a, draft, options, miniapp.Links{NoIndex: true})
	if err != nil {
		return Page{}, err
	}
	page, err := packed(document)
	if err == nil {
		s.pages.put(key, page)
	}
	return page, err
}

// drawn gives what make makes of what is published, from memory when it was
// asked for before.
func (s *Service) drawn(ctx context.Context, a Address, as miniapp.As, pageID string, make func(Draft) ([]byte, error)) (Page, error) {
	if a.Release == 0 || a.Suspended {
		return Page{}, ErrNoPage
	}
	key := pageKey{a.ProjectID, a.Release, as, pageID, s.builtWith(a)}
	if page, hot := s.pages.get(key); hot {
		return page, nil
	}
	draft, err := s.published(ctx, a)
	if err != nil {
		return Page{}, err
	}
	body, err := make(draft)
	if err != nil {
		return Page{}, err
	}
	sum := sha256.Sum256(body)
	page := Page{Body: body, ETag: `"` + hex.EncodeToString(sum[:12]) + `"`}
	s.pages.put(key, page)
	return page, nil
}
