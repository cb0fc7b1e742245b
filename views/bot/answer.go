package bot

import (
	"context"
	"strings"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/views/page"
	"botyard/views/ui"
)

// FieldURL leads to a field of an answer: "text", "keywords" or "match".
func FieldURL(p page.Project, answer, field string) string {
	return p.URL("bot") + "#" + Answer{ID: answer}.inputID(field)
}

func (a Answer) url(p page.Project) string { return p.URL("bot", "answers", a.ID) }

func (a Answer) formID() string   { return "answer-" + a.ID }
func (a Answer) savedID() string  { return "saved-" + a.ID }
func (a Answer) removeID() string { return "removal-" + a.ID }

// inputID is the id of the answer's field.
func (a Answer) inputID(field string) string { return "a-" + a.ID + "-" + field }

// fields are the names of the form's fields that can hold a mistake.
func (a Answer) fields() []string {
	if a.Role == KeywordRole {
		return []string{"keywords", "match", "text"}
	}
	return []string{"text"}
}

// title is the answer in a few words.
func (a Answer) title(ctx context.Context) string {
	if a.Role != KeywordRole {
		return lang.T(ctx, "bot.role."+string(a.Role))
	}
	first, _, _ := strings.Cut(strings.TrimSpace(a.Keywords), "\n")
	if first = strings.TrimSpace(first); first == "" {
		return lang.T(ctx, "bot.role.keyword")
	}
	return lang.T(ctx, "bot.on_word", "word", first)
}

func (a Answer) label(ctx context.Context) string {
	return lang.T(ctx, "bot.answer")
}

func (a Answer) hint(ctx context.Context) string {
	if a.Role == FallbackRole {
		return lang.T(ctx, "bot.fallback_hint")
	}
	return ""
}

// mine are the fields that save what was typed here over what is stored.
func (a Answer) mine() []page.Hidden {
	fields := []page.Hidden{{Name: "revision", Value: a.Revision}, {Name: "text", Value: a.Text}}
	if a.Role == KeywordRole {
		fields = append(fields, page.Hidden{Name: "keywords", Value: a.Keywords}, page.Hidden{Name: "match", Value: string(a.Match)})
	}
	return fields
}

func matchOptions(ctx context.Context) []ui.Option {
	options := make([]ui.Option, len(Matches))
	for i, m := range Matches {
		options[i] = ui.Option{Value: string(m), Label: lang.T(ctx, "bot.match."+string(m))}
	}
	return options
}

// insertions are the variables that a text can hold.
func insertions(ctx context.Context) []ui.Insertion {
	out := make([]ui.Insertion, len(lang.Variables))
	for i, v := range lang.Variables {
		name := lang.Variable(ctx, v)
		out[i] = ui.Insertion{Label: name, Text: "[" + name + "]"}
	}
	return out
}

func focused(wanted bool) templ.Attributes {
	if !wanted {
		return nil
	}
	return templ.Attributes{"autofocus": true, "data-focus": true}
}
