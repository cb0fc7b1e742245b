package project

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"

	"botyard/db"
	"botyard/miniapp"
)

// Page is a document as it is served.
type Page struct {
	// Body is gzipped HTML.
	Body []byte
	// CSP is its Content-Security-Policy without frame-ancestors.
	CSP string
	// ETag is strong and quoted.
	ETag string
}

// Address is what an address of a visitor leads to.
type Address struct {
	ProjectID int64
	// Slug is the current address; Moved when the visitor came by an old one.
	Slug  string
	Moved bool
	// Name and Language of the project, and Zone, the IANA name of its time zone.
	Name, Language, Zone string
	// Logo is the key of the project's picture, "" without one.
	Logo string
	// Release is the current one; 0 while nothing is published.
	Release int32
	// Suspended projects show nothing.
	Suspended bool
	// BotID, Bot and IntegrationID name the connected bot; 0 and "" without one.
	BotID, IntegrationID int64
	Bot                  string
}

// Resolve finds the project behind a slug; ErrNoPage when there is none.
func (s *Service) Resolve(ctx context.Context, slug string) (Address, error) {
	if !slugPattern.MatchString(slug) {
		return Address{}, ErrNoPage
	}
	row, err := s.Store.ResolveAddress(ctx, slug)
	if db.NotFound(err) {
		return Address{}, ErrNoPage
	}
	if err != nil {
		return Address{}, fmt.Errorf("resolve an address: %w", err)
	}
	a := Address{
		ProjectID: row.ProjectID, Slug: row.CurrentSlug, Moved: !row.Current, Name: row.Name, Language: row.Language, Zone: row.Zone, Logo: row.Logo,
		Suspended: row.Suspended, BotID: row.BotID, Bot: row.BotUsername, IntegrationID: row.IntegrationID,
	}
	if row.CurrentRelease != nil {
		a.Release = *row.CurrentRelease
	}
	return a, nil
}

// Page gives a page of what is published at an address: built with the
// release, kept in the database and, while it is asked for, in memory. as is
// miniapp.App or miniapp.Site; pageID "" is the first page. ErrNoPage when
// there is no such page, or nothing is published.
func (s *Service) Page(ctx context.Context, a Address, as miniapp.As, pageID string) (Page, error) {
	if a.Release == 0 || a.Suspended || db.Storable(pageID) != pageID {
		return Page{}, ErrNoPage
	}
	key := pageKey{a.ProjectID, a.Release, as, pageID, s.builtWith(a)}
	if page, hot := s.pages.get(key); hot {
		return page, nil
	}
	page, err := s.storedPage(ctx, key)
	if db.NotFound(err) {
		page, err = s.buildPage(ctx, a, key)
	}
	if err == nil {
		s.pages.put(key, page)
	}
	return page, err
}

// builtWith names everything besides the release that goes into a page.
func (s *Service) builtWith(a Address) string {
	parts := []string{a.Slug, a.Name, a.Language, a.Zone, a.Logo, a.Bot, s.PagesURL, s.Asset("runtime.js"), s.Asset("app.css")}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

func (s *Service) storedPage(ctx context.Context, key pageKey) (Page, error) {
	row, err := s.Store.ReleasePage(ctx, db.ReleasePageParams{
		ProjectID: key.project, Release: key.release, Surface: string(key.as), PageID: key.page, BuiltWith: key.builtWith,
	})
	return Page{Body: row.Body, CSP: row.Csp, ETag: row.Etag}, err
}

func (s *Service) buildPage(ctx context.Context, a Address, key pageKey) (Page, error) {
	draft, err := s.published(ctx, a)
	if err != nil {
		return Page{}, err
	}
	page, err := s.draw(ctx, a, draft, key.as, key.page)
	if err != nil {
		return Page{}, err
	}
	err = s.Store.SaveReleasePage(ctx, db.SaveReleasePageParams{
		ProjectID: key.project, Release: key.release, Surface: string(key.as), PageID: key.page,
		Body: page.Body, Csp: page.CSP, Etag: page.ETag, BuiltWith: key.builtWith,
	})
	if err != nil {
		return Page{}, fmt.Errorf("keep a page of project %d: %w", key.project, err)
	}
	return page, nil
}

func (s *Service) draw(ctx context.Context, a Address, draft Draft, as miniapp.As, pageID string) (Page, error) {
	document, err := s.document(ctx, a, draft, miniapp.Options{As: as, Page: pageID, BasePath: PagePath(as, a.Slug), More: GoodsPath + a.Slug}, miniapp.Links{Origin: s.PagesURL})
	if err != nil {
		return Page{}, err
	}
	return packed(document)
}

// Preview draws a page of the draft; options and links need no addresses of
// media, scripts and styles. ErrNoPage when the draft has no such page.
func (s *Service) Preview(ctx context.Context, projectID int64, options miniapp.Options, links miniapp.Links) (miniapp.Document, error) {
	a, draft, err := s.previewed(ctx, projectID)
	if err != nil {
		return miniapp.Document{}, err
	}
	return s.document(ctx, a, draft, options, links)
}

// PreviewState is what a preview that is open is told of the draft as it is
// now: JSON. ErrNoPage when the draft has no such page any more.
func (s *Service) PreviewState(ctx context.Context, projectID int64, options miniapp.Options) ([]byte, error) {
	a, draft, err := s.previewed(ctx, projectID)
	if err != nil {
		return nil, err
	}
	manifest := a.manifest(draft)
	if manifest.Sizes, err = s.media(ctx, projectID, draft); err != nil {
		return nil, err
	}
	options.MediaBase = MediaPath
	return manifest.State(options)
}

// previewed is a draft and where it will be, as its preview shows it.
func (s *Service) previewed(ctx context.Context, projectID int64) (Address, Draft, error) {
	row, err := s.Store.AddressOfProject(ctx, projectID)
	if err != nil {
		return Address{}, Draft{}, fmt.Errorf("read the address of project %d: %w", projectID, err)
	}
	draft, _, err := s.Draft(ctx, projectID)
	draft.Pages = withPictures(draft.Pages)
	return Address{ProjectID: projectID, Slug: row.CurrentSlug, Name: row.Name, Language: row.Language, Zone: row.Zone, Logo: row.Logo, Bot: row.BotUsername}, draft, err
}

// withPictures leaves out blocks whose picture is still to be chosen: there is
// nothing to load for them.
func withPictures(all miniapp.Pages) miniapp.Pages {
	for i := range all {
		all[i].Blocks = slices.DeleteFunc(all[i].Blocks, func(b miniapp.Block) bool {
			picture, is := b.Config.(*miniapp.Image)
			return is && picture.Media == ""
		})
	}
	return all
}

func (s *Service) document(ctx context.Context, a Address, draft Draft, options miniapp.Options, links miniapp.Links) (miniapp.Document, error) {
	if _, found := draft.Pages.Page(options.Page); !found {
		return miniapp.Document{}, ErrNoPage
	}
	sizes, err := s.media(ctx, a.ProjectID, draft)
	if err != nil {
		return miniapp.Document{}, err
	}
	manifest := a.manifest(draft)
	manifest.Sizes = sizes
	options.MediaBase = MediaPath
	links.Script, links.Style = s.Asset("runtime.js"), s.Asset("app.css")
	markup, err := s.Renderer.Render(ctx, manifest, options)
	if err != nil {
		return miniapp.Document{}, fmt.Errorf("draw page %q of project %d: %w", options.Page, a.ProjectID, err)
	}
	document, err := s.Renderer.Document(manifest, options, links, markup)
	if err != nil {
		return miniapp.Document{}, fmt.Errorf("wrap page %q of project %d: %w", options.Page, a.ProjectID, err)
	}
	return document, nil
}

// manifest is what is drawn of a draft at an address.
func (a Address) manifest(d Draft) miniapp.Manifest {
	return miniapp.Manifest{
		Name: a.Name, Slug: a.Slug, Lang: a.Language, Zone: Zone(a.Zone), Logo: a.Logo, Bot: botLink(a.Bot), Pages: d.Pages, Catalog: d.Catalog, Theme: d.Theme,
	}
}

func botLink(username string) string {
	if username == "" {
		return ""
	}
	return "https://t.me/" + username
}

func packed(d miniapp.Document) (Page, error) {
	body, err := gzipped(d.HTML)
	if err != nil {
		return Page{}, err
	}
	sum := sha256.Sum256(append([]byte(d.CSP), d.HTML...))
	return Page{Body: body, CSP: d.CSP, ETag: `"` + hex.EncodeToString(sum[:12]) + `"`}, nil
}

func gzipped(raw []byte) ([]byte, error) {
	var body bytes.Buffer
	w, _ := gzip.NewWriterLevel(&body, gzip.BestCompression)
	if _, err := w.Write(raw); err != nil {
		return nil, fmt.Errorf("compress a page: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress a page: %w", err)
	}
	return body.Bytes(), nil
}

// drawable draws every page of a draft once, as it would be served, so that a
// release that cannot be drawn is never published.
func (s *Service) drawable(ctx context.Context, projectID int64, draft Draft) error {
	row, err := s.Store.AddressOfProject(ctx, projectID)
	if err != nil {
		return fmt.Errorf("read the address of project %d: %w", projectID, err)
	}
	a := Address{ProjectID: projectID, Slug: row.CurrentSlug, Name: row.Name, Language: row.Language, Zone: row.Zone, Logo: row.Logo, Bot: row.BotUsername}
	for _, page := range draft.Pages {
		if _, err := s.draw(ctx, a, draft, miniapp.Site, page.ID); err != nil {
			return err
		}
	}
	return nil
}

type pageKey struct {
	project   int64
	release   int32
	as        miniapp.As
	page      string
	builtWith string
}

// maxHot bounds the pages in memory, in bytes of their bodies.
const maxHot = 32 << 20

// pageCache keeps pages that were asked for.
type pageCache struct {
	mu    sync.Mutex
	pages map[pageKey]Page
	size  int
}

func (c *pageCache) get(key pageKey) (Page, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	page, found := c.pages[key]
	return page, found
}

func (c *pageCache) put(key pageKey, page Page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pages == nil || c.size+len(page.Body) > maxHot {
		c.pages, c.size = map[pageKey]Page{}, 0
	}
	c.pages[key] = page
	c.size += len(page.Body)
}
