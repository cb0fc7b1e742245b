// Package project is what can be done with a project: create, edit, publish,
// connect, delete. The handlers, the demo and seeding share it.
package project

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/spec"
	"botyard/miniapp"
)

// draftVersion is the version of the draft's form that this program writes.
const draftVersion = 1

// MaxDraft is the most bytes of a draft's JSON.
const MaxDraft = 2 << 20

// Draft is the whole of a project's work.
type Draft struct {
	Version   int             `json:"version"`
	Pages     miniapp.Pages   `json:"pages"`
	Scenarios flow.Scenarios  `json:"scenarios"`
	Catalog   miniapp.Catalog `json:"catalog"`
	Theme     miniapp.Theme   `json:"theme"`
}

// rawDraft is a draft whose parts are still to be read by their packages.
type rawDraft struct {
	Version   *int            `json:"version"`
	Pages     json.RawMessage `json:"pages"`
	Scenarios json.RawMessage `json:"scenarios"`
	Catalog   json.RawMessage `json:"catalog"`
	Theme     json.RawMessage `json:"theme"`
}

// ParseDraft reads a draft strictly and tells everything that keeps it from
// being read. Catalogue and theme may be left out.
func ParseDraft(raw []byte) (Draft, []spec.Problem) {
	var r rawDraft
	if problems := spec.Decode(raw, &r, ""); problems != nil {
		return Draft{}, problems
	}
	problems := append(spec.Sound(raw), r.checkShape()...)
	if problems != nil {
		return Draft{}, problems
	}
	d := Draft{Version: draftVersion}
	var pages, scenarios, catalog, theme []spec.Problem
	d.Pages, pages = miniapp.ParsePages(r.Pages, "/pages")
	d.Scenarios, scenarios = flow.Parse(r.Scenarios, "/scenarios")
	d.Catalog, catalog = miniapp.ParseCatalog(orDefault(r.Catalog, `{"currency":"RUB","products":[]}`), "/catalog")
	d.Theme, theme = miniapp.ParseTheme(orDefault(r.Theme, `{"accent":"#0e6a5e"}`), "/theme")
	for _, part := range [][]spec.Problem{pages, scenarios, catalog, theme} {
		problems = append(problems, part...)
	}
	return d, problems
}

func (r rawDraft) checkShape() (problems []spec.Problem) {
	switch {
	case r.Version == nil:
		problems = append(problems, spec.Problem{Path: "/version", Code: "required"})
	case *r.Version > draftVersion:
		problems = append(problems, spec.Problem{Path: "/version", Code: "newer_version"})
	case *r.Version < 1:
		problems = append(problems, spec.Problem{Path: "/version", Code: "not_a_choice", Args: map[string]any{"value": fmt.Sprint(*r.Version)}})
	}
	if r.Pages == nil {
		problems = append(problems, spec.Problem{Path: "/pages", Code: "required"})
	}
	if r.Scenarios == nil {
		problems = append(problems, spec.Problem{Path: "/scenarios", Code: "required"})
	}
	return problems
}

func orDefault(raw json.RawMessage, otherwise string) json.RawMessage {
	if raw == nil {
		return json.RawMessage(otherwise)
	}
	return raw
}

// check says everything that is wrong with a draft. media tells whether the
// project has a file.
func (d Draft) check(media func(key string) bool) []spec.Problem {
	problems := miniapp.Manifest{Pages: d.Pages, Catalog: d.Catalog}.Check(media)
	around := flow.Around{Media: media, Page: func(id string) bool {
		_, found := d.Pages.Page(id)
		return found && id != ""
	}}
	return append(problems, around.Check(d.Scenarios, "/scenarios")...)
}

func draftOf(row db.Draft) Draft {
	return Draft{Version: draftVersion, Pages: row.Pages, Scenarios: row.Scenarios, Catalog: row.Catalog, Theme: row.Theme}
}

func draftOfRelease(row db.ReleaseContentRow) Draft {
	return Draft{Version: draftVersion, Pages: row.Pages, Scenarios: row.Scenarios, Catalog: row.Catalog, Theme: row.Theme}
}

func same(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// storable gives the draft as the database can keep it: no larger than
// MaxDraft, and without the character NUL, which nobody sees.
func (d Draft) storable() (Draft, error) {
	raw, err := json.Marshal(d)
	if err != nil {
		return d, fmt.Errorf("encode a draft: %w", err)
	}
	clean := withoutNUL(raw)
	if len(clean) > MaxDraft {
		return d, ErrTooBig
	}
	if len(clean) == len(raw) {
		return d, nil
	}
	var kept Draft
	if err := json.Unmarshal(clean, &kept); err != nil {
		return d, fmt.Errorf("read a draft without NUL: %w", err)
	}
	return kept, nil
}

// withoutNUL takes the escape \u0000 out of a JSON text; an escaped backslash
// before "u0000" is left alone.
func withoutNUL(raw []byte) []byte {
	const nul = `\u0000`
	if !bytes.Contains(raw, []byte(nul)) {
		return raw
	}
	clean := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		switch {
		case bytes.HasPrefix(raw[i:], []byte(nul)):
			i += len(nul) - 1
		case raw[i] == '\\':
			clean = append(clean, raw[i], raw[i+1])
			i++
		default:
			clean = append(clean, raw[i])
		}
	}
	return clean
}

// digest tells drafts apart by their content.
func (d Draft) digest() ([]byte, error) {
	raw, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("encode a draft: %w", err)
	}
	sum := sha256.Sum256(raw)
	return sum[:], nil
}
