package project

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"botyard/miniapp"
)

// allGoods is where the list of goods lies among the pages in memory.
const allGoods miniapp.As = "goods"

// Goods gives all products of what is published at an address, for the pages
// that came with the first of them: JSON, gzipped. ErrNoPage when nothing is
// published.
func (s *Service) Goods(ctx context.Context, a Address) (Page, error) {
	if a.Release == 0 || a.Suspended {
		return Page{}, ErrNoPage
	}
	key := pageKey{a.ProjectID, a.Release, allGoods, "", ""}
	if page, hot := s.pages.get(key); hot {
		return page, nil
	}
	page, err := s.listGoods(ctx, a)
	if err == nil {
		s.pages.put(key, page)
	}
	return page, err
}

func (s *Service) listGoods(ctx context.Context, a Address) (Page, error) {
	draft, err := s.published(ctx, a)
	if err != nil {
		return Page{}, err
	}
	manifest := a.manifest(draft)
	if manifest.Sizes, err = s.media(ctx, a.ProjectID, draft); err != nil {
		return Page{}, err
	}
	raw, err := manifest.Goods(miniapp.Options{MediaBase: MediaPath})
	if err != nil {
		return Page{}, err
	}
	body, err := gzipped(raw)
	if err != nil {
		return Page{}, err
	}
	sum := sha256.Sum256(raw)
	return Page{Body: body, ETag: `"` + hex.EncodeToString(sum[:12]) + `"`}, nil
}
