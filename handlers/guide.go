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
	"botyard/views/bot"
	"botyard/views/page"
	"botyard/views/pages"
	"botyard/views/releases"
)

// guide leads from places of a draft to where they are edited.
type guide struct {
	project page.Project
	draft   project.Draft
}

func (g guide) problems(ctx context.Context, all []spec.Problem) (out []releases.Problem) {
	for _, p := range all {
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
		return g.scenario(ctx, &g.draft.Scenarios[i], path)
	case parts[0] == "scenarios":
		return lang.T(ctx, "bot.role.start"), bot.FieldURL(g.project, startAnswer, "text")
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

func (g guide) scenario(ctx context.Context, s *flow.Scenario, path string) (where, url string) {
	id := answerID(s)
	if id == "" {
		return s.Title, g.project.URL("bot")
	}
	field := answerField(path)
	if field == "" {
		field = "text"
	}
	return scenarioTitle(ctx, s), bot.FieldURL(g.project, id, field)
}

// scenarioTitle is a scenario in a few words of the owner's.
func scenarioTitle(ctx context.Context, s *flow.Scenario) string {
	switch id := answerID(s); {
	case id == startAnswer || id == fallbackAnswer:
		return lang.T(ctx, "bot.role."+id)
	case keywordOf(s) != nil && len(keywordOf(s).Words) > 0:
		return lang.T(ctx, "bot.on_word", "word", keywordOf(s).Words[0])
	case s.Title != "":
		return s.Title
	}
	return lang.T(ctx, "bot.role.keyword")
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
	field := ""
	if len(rest) > 0 {
		field = rest[0]
	}
	return pg.Title + " · " + lang.Words(ctx, kind.Title), pages.FieldURL(g.project, pg.ID, b.ID, knownField(kind, field))
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
		out.Section, out.URL = page.Bot, g.project.URL("bot")+"?open="+c.ID
		if s := g.draft.Scenarios.Find(c.ID); s != nil {
			out.Title = scenarioTitle(ctx, s)
		}
		if out.Title == "" {
			out.Title = lang.T(ctx, "bot.answer")
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
