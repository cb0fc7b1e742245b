package pages

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/ui"
)

// Edits tells whether a block's form has a control for a field.
func Edits(f spec.Field) bool {
	switch f.Type {
	case spec.Line, spec.Rich, spec.Lines, spec.Choice, spec.Target, spec.Image, spec.Moment:
		return true
	}
	return false
}

// ReadValues takes the fields of a block's form, as they stand in Block.Values,
// out of what the form posted: lines end with "\n", a target is whole.
func ReadValues(k spec.Kind, form url.Values) map[string]string {
	values := make(map[string]string, len(k.Fields))
	for _, f := range k.Fields {
		value := form.Get(formName(f.Name))
		if f.Type == spec.Target && value == addressChoice {
			value = strings.TrimSpace(form.Get(formName(f.Name) + addressSuffix))
		}
		values[f.Name] = strings.ReplaceAll(value, "\r\n", "\n")
	}
	return values
}

// formName keeps the names of a kind's fields apart from those of the form
// itself, such as "revision".
func formName(field string) string { return "f-" + field }

// addressChoice is the choice of a target that is typed, in a field whose name
// ends with addressSuffix.
const (
	addressChoice = "url"
	addressSuffix = "-url"
)

// input is the control of a field of text.
func (b Block) input(ctx context.Context, f spec.Field, rows int) ui.Input {
	in := ui.Input{
		ID: b.inputID(f.Name), Name: formName(f.Name), Label: lang.Words(ctx, f.Label), Hint: lang.Words(ctx, f.Hint),
		Value: b.Values[f.Name], Mistake: b.Mistakes.At(ctx, f.Name), Rows: rows, Attrs: templ.Attributes{},
	}
	if f.Required {
		in.Attrs["required"] = true
	}
	if f.Max > 0 && f.Type == spec.Line {
		in.Attrs["maxlength"] = strconv.Itoa(f.Max)
	}
	if f.Type == spec.Moment {
		in.Type = "datetime-local"
	}
	return in
}

func (b Block) choice(ctx context.Context, f spec.Field) ui.Input {
	in := b.input(ctx, f, 0)
	for _, o := range f.Options {
		in.Options = append(in.Options, ui.Option{Value: o.Value, Label: lang.Words(ctx, o.Label)})
	}
	return in
}

// targetSelect offers the pages, and an address.
func (b Block) targetSelect(ctx context.Context, e Editor, f spec.Field) ui.Input {
	in := b.input(ctx, f, 0)
	in.Options = []ui.Option{{Value: addressChoice, Label: lang.T(ctx, "pages.to_address")}}
	for _, p := range e.Pages {
		in.Options = append(in.Options, ui.Option{Value: "page:" + p.ID, Label: lang.T(ctx, "pages.to_page", "title", p.Title)})
	}
	if sort, _ := spec.ParseTarget(in.Value); sort == "url" || sort == "" {
		in.Value = addressChoice
	}
	in.Mistake = ""
	return in
}

// targetURL is the typed address; the target's mistake stands at it.
func (b Block) targetURL(ctx context.Context, f spec.Field) ui.Input {
	in := b.input(ctx, f, 0)
	if sort, _ := spec.ParseTarget(in.Value); sort != "url" && sort != "" {
		in.Value = ""
	}
	in.ID += addressSuffix
	in.Name += addressSuffix
	in.Label = lang.T(ctx, "pages.address")
	in.Hint = lang.T(ctx, "pages.address_hint")
	in.Attrs = templ.Attributes{"inputmode": "url", "spellcheck": "false", "maxlength": "2048", "autocomplete": "off"}
	return in
}

func (b Block) pictureHint(ctx context.Context, f spec.Field) string {
	if hint := lang.Words(ctx, f.Hint); hint != "" {
		return hint
	}
	return lang.T(ctx, "pages.picture_hint")
}

// chooseKey asks for a picture, or for another.
func (b Block) chooseKey(f spec.Field) string {
	if b.Pictures[f.Name] == "" {
		return "pages.choose"
	}
	return "pages.choose_other"
}

// gist is what a closed block says of itself.
func (b Block) gist(ctx context.Context) string {
	switch {
	case len(b.Mistakes) > 0:
		return b.Mistakes[0].Words(ctx)
	case b.Gist == "":
		return lang.T(ctx, "pages.block_empty")
	}
	return b.Gist
}

// mine are the fields that save what was typed here over what is stored.
func (b Block) mine() []page.Hidden {
	fields := []page.Hidden{{Name: "revision", Value: b.Revision}}
	for _, f := range b.Kind.Fields {
		fields = append(fields, b.hidden(f)...)
	}
	return fields
}

func (b Block) hidden(f spec.Field) []page.Hidden {
	name, value := formName(f.Name), b.Values[f.Name]
	if sort, _ := spec.ParseTarget(value); f.Type == spec.Target && sort != "page" {
		return []page.Hidden{{Name: name, Value: addressChoice}, {Name: name + addressSuffix, Value: value}}
	}
	return []page.Hidden{{Name: name, Value: value}}
}
