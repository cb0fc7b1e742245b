package handlers

import (
	"context"
	"strconv"
	"strings"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/page"
	"botyard/views/pages"
	"botyard/views/releases"
	"botyard/views/scenario"
)

// guide leads from places of a draft to where they are edited.
type guide struct {
	project page.Project
	draft   project.Draft
}

func (g guide) problems(ctx context.Context, all []spec.Problem) (out []releases.Problem) {
	for _, p := range all {
		p = named(ctx, p)
		where, url := g.place(ctx, strings.Split(strings.TrimPrefix(p.Path, "/"), "/"), p.Path)
		out = append(out, releases.Problem{Problem: p, Where: where, URL: url})
	}
	return out
}

// place names a place of the draft, and the address of its field.
func (g guide) place(ctx context.Context, parts []string, path string) (where, url string) {
	i := -1
	if len(parts) > 1 {
		i, _ = strconv.Atoi(parts[1])
	}
	switch {
	case parts[0] == "scenarios" && i >= 0 && i < len(g.draft.Scenarios):
		return g.scenario(ctx, &g.draft.Scenarios[i], newVocabulary(ctx, g.draft.Scenarios), spec.Join("/scenarios", i), path)
	case parts[0] == "scenarios":
		return lang.T(ctx, "scenario.list"), g.project.URL("bot") + "?add"
	case parts[0] == "pages" && i >= 0 && i < len(g.draft.Pages):
		return g.page(ctx, g.draft.Pages[i], parts[2:])
	}
	if parts[0] == "catalog" {
		return g.catalog(ctx, parts)
	}
	return lang.T(ctx, "nav.pages"), g.project.URL("pages")
}

// catalog names a product, else the catalogue.
func (g guide) catalog(ctx context.Context, parts []string) (where, url string) {
	if len(parts) > 2 && parts[1] == "products" {
		if i, err := strconv.Atoi(parts[2]); err == nil && i < len(g.draft.Catalog.Products) {
			product := g.draft.Catalog.Products[i]
			return orText(product.Name, lang.T(ctx, "nav.catalog")), g.project.URL("catalog", product.ID)
		}
	}
	return lang.T(ctx, "nav.catalog"), g.project.URL("catalog")
}

// scenario names a place of one and the address of its field; at is the
// scenario's own path.
func (g guide) scenario(ctx context.Context, own *flow.Scenario, words *vocabulary, at, path string) (where, url string) {
	title := scenarioTitle(ctx, own)
	rest := strings.Split(strings.TrimPrefix(strings.TrimPrefix(path, at), "/"), "/")
	if rest[0] == "triggers" && len(rest) > 1 {
		return title, scenario.TriggerURL(g.project, own.ID, rest[1])
	}
	step, field := stepAt(own, at, path)
	if step == nil {
		return title, scenario.URL(g.project, own.ID) + "#triggers"
	}
	kind, _ := flow.StepKind(step.Kind)
	form := scenario.Form{Kind: kind, Values: words.values(kind, step)}
	where = title + " · " + lang.Words(ctx, kind.Title)
	if gist := words.gist(ctx, step); gist != "" {
		where += " «" + gist + "»"
	}
	name := form.Field(field)
	return where + fieldWords(ctx, kind.Fields, name), scenario.MendURL(g.project, own.ID, step.ID, name)
}

// stepAt is the innermost step at a path, with the rest of the path.
func stepAt(own *flow.Scenario, at, path string) (step *flow.Step, rest string) {
	for place := range (flow.Scenarios{*own}).All() {
		here := at + strings.TrimPrefix(place.Path, "/0")
		if path == here || strings.HasPrefix(path, here+"/") {
			step, rest = place.Step, strings.TrimPrefix(path, here)
		}
	}
	return step, rest
}

func (g guide) page(ctx context.Context, pg miniapp.Page, rest []string) (where, url string) {
	if len(rest) > 1 && rest[0] == "blocks" {
		if j, err := strconv.Atoi(rest[1]); err == nil && j < len(pg.Blocks) {
			return g.block(ctx, pg, pg.Blocks[j], rest[2:])
		}
	}
	return pg.Title, g.project.URL("pages", pg.ID) + "?rename=page"
}

func (g guide) block(ctx context.Context, pg miniapp.Page, b miniapp.Block, rest []string) (where, url string) {
	kind, _ := miniapp.Kinds.Kind(b.Kind)
	values := blockValues(kind, b)
	where = pg.Title + " · " + lang.Words(ctx, kind.Title)
	if gist := blockGist(kind, b, values); gist != "" {
		where += " «" + gist + "»"
	}
	name := knownField(kind, strings.Join(rest, "/"))
	f, _ := fieldAt(kind.Fields, name)
	f.Name = name
	return where + fieldWords(ctx, kind.Fields, name), pages.FieldURL(g.project, pg.ID, b.ID, f, values[name])
}

// fieldWords name a field, " · Buttons 2 · Label".
func fieldWords(ctx context.Context, fields []spec.Field, name string) (words string) {
	first, rest, inside := strings.Cut(name, ".")
	for _, f := range fields {
		if f.Name != first {
			continue
		}
		words = " · " + lang.Words(ctx, f.Label)
		if number, below, inRow := strings.Cut(rest, "."); inside {
			if n, err := strconv.Atoi(number); err == nil {
				words += " " + strconv.Itoa(n+1)
			}
			if inRow {
				words += fieldWords(ctx, f.Fields, below)
			}
		}
	}
	return words
}

func (g guide) changes(ctx context.Context, all []project.Change) (out []releases.Change) {
	for _, c := range all {
		out = append(out, g.change(ctx, c))
	}
	return out
}

func (g guide) change(ctx context.Context, c project.Change) releases.Change {
	out := releases.Change{Section: page.Pages, Title: c.Title, What: releases.What(c.What)}
	gone := out.What == releases.Removed
	switch c.Part {
	case "scenario":
		out.Section, out.URL = page.Bot, scenario.URL(g.project, c.ID)
		if s := g.draft.Scenarios.Find(c.ID); s != nil {
			out.Title = scenarioTitle(ctx, s)
		}
		if out.Title == "" {
			out.Title = lang.T(ctx, "scenario.untitled")
		}
	case "page":
		out.URL = g.project.URL("pages", c.ID)
	default:
		out.Title = lang.T(ctx, partKeys[c.Part])
	}
	if gone {
		out.URL = ""
	}
	return out
}

// partKeys name the parts of a draft that have no title of their own.
var partKeys = map[string]string{
	"theme": "releases.part.theme", "catalog": "releases.part.catalog", "order": "releases.part.order",
}
