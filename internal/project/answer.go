package project

import (
	"context"
	"fmt"

	"botyard/db"
	"botyard/miniapp"
)

// Manifest gives what is published at an address, to check what is sent to its
// forms. ErrNoPage when nothing is.
func (s *Service) Manifest(ctx context.Context, a Address) (miniapp.Manifest, error) {
	draft, err := s.published(ctx, a)
	return a.manifest(draft), err
}

func (s *Service) published(ctx context.Context, a Address) (Draft, error) {
	if a.Release == 0 || a.Suspended {
		return Draft{}, ErrNoPage
	}
	row, err := s.Store.ReleaseContent(ctx, db.ReleaseContentParams{ProjectID: a.ProjectID, Number: a.Release})
	if err != nil {
		return Draft{}, fmt.Errorf("read release %d of project %d: %w", a.Release, a.ProjectID, err)
	}
	return draftOfRelease(row), nil
}

// Reply draws a page of the site for the one visitor who sent a form of it
// without scripts: with the form as it stands, and the cart. ErrNoPage when
// there is no such page.
func (s *Service) Reply(ctx context.Context, a Address, pageID string, forms map[string]miniapp.FormState, cart map[string]int) (miniapp.Document, error) {
	draft, err := s.published(ctx, a)
	if err != nil {
		return miniapp.Document{}, err
	}
	options := miniapp.Options{As: miniapp.Site, Page: pageID, BasePath: PagePath(miniapp.Site, a.Slug), More: GoodsPath + a.Slug, Forms: forms, Cart: cart}
	return s.document(ctx, a, draft, options, miniapp.Links{Origin: s.PagesURL, NoIndex: true})
}
