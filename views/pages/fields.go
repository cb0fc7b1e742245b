package pages

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/ui"
)

// ReadValues takes the fields of a block's form, as they stand in Block.Values,
// out of what the form posted: lines end with "\n", a target is whole. A list
// that was not sent has no value: it stays as it is.
func ReadValues(k spec.Kind, form url.Values) map[string]string {
	values := map[string]string{}
	readFields(values, k.Fields, "", form)
	return values
}

func readFields(values map[string]string, fields []spec.Field, prefix string, form url.Values) {
	for _, f := range fields {
		name := prefix + f.Name
		if f.Type != spec.Rows {
			values[name] = readField(f.Type, formName(name), form)
			continue
		}
		n := 0
		for ; n < rowsMost && hasRow(form, rowName(name, n)); n++ {
			readFields(values, f.Fields, rowName(name, n), form)
		}
		if n > 0 || form.Has(formName(name)) {
			values[name] = strconv.Itoa(n)
		}
	}
}

func readField(t spec.FieldType, name string, form url.Values) string {
	value := form.Get(name)
	switch {
	case t == spec.Target && value == addressChoice:
		value = strings.TrimSpace(form.Get(name + addressSuffix))
	case t == spec.Goods:
		value = strings.Join(form[name], "\n")
	case t == spec.Switch:
		value = strconv.FormatBool(value != "")
	}
	return strings.ReplaceAll(value, "\r\n", "\n")
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
	for name, value := range b.focusNew(f) {
		in.Attrs[name] = value
	}
	if f.Max > 0 && f.Type == spec.Line {
		in.Attrs["maxlength"] = strconv.Itoa(f.Max)
	}
	if f.Type == spec.Moment {
		in.Type = "datetime-local"
	}
	return in
}

// focusNew gives the keyboard to the first field of what is new.
func (b Block) focusNew(f spec.Field) templ.Attributes {
	if !b.isNew(f) {
		return nil
	}
	return templ.Attributes{"data-focus": true, "autofocus": true}
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
	if b.controlID(f) != in.ID {
		in.Value, in.Mistake = addressChoice, ""
	}
	return in
}

// controlID is the id of what a field's mistake stands at: of a target that is
// typed its address.
func (b Block) controlID(f spec.Field) string {
	return b.inputID(f.Name) + addressOf(f, b.Values[f.Name])
}

func addressOf(f spec.Field, value string) string {
	if sort, _ := spec.ParseTarget(value); f.Type == spec.Target && sort != "page" {
		return addressSuffix
	}
	return ""
}

// targetURL is the typed address; the target's mistake stands at it.
func (b Block) targetURL(ctx context.Context, f spec.Field) ui.Input {
	in := b.input(ctx, f, 0)
	in.ID += addressSuffix
	if b.controlID(f) != in.ID {
		in.Value, in.Mistake = "", ""
	}
	in.Name += addressSuffix
	in.Label = lang.T(ctx, "pages.address")
	in.Hint = lang.T(ctx, "pages.address_hint")
	in.Attrs = templ.Attributes{"inputmode": "url", "spellcheck": "false", "maxlength": "2048", "autocomplete": "off"}
	return in
}

// isChosen tells whether a product is one of those that are named.
func (b Block) isChosen(f spec.Field, id string) bool {
	return slices.Contains(strings.Split(b.Values[f.Name], "\n"), id)
}

// categorySelect offers the categories of the catalogue.
func (b Block) categorySelect(ctx context.Context, e Editor, f spec.Field) ui.Input {
	in := b.input(ctx, f, 0)
	in.Options = []ui.Option{{Value: "", Label: lang.T(ctx, "pages.all_goods")}}
	for _, c := range e.Categories {
		in.Options = append(in.Options, ui.Option{Value: c.ID, Label: c.Name})
	}
	return in
}

func (b Block) pictureHint(ctx context.Context, f spec.Field) string {
	if hint := lang.Words(ctx, f.Hint); hint != "" {
		return hint
	}
	if f.Type == spec.Film {
		return lang.T(ctx, "pages.film_hint")
	}
	return lang.T(ctx, "pages.picture_hint")
}

// fileWords tie the control of a picture's file to its words.
func (b Block) fileWords(ctx context.Context, f spec.Field) templ.Attributes {
	return ui.InGroup(b.inputID(f.Name), b.Mistakes.At(ctx, f.Name), b.inputID(f.Name)+"-hint")
}

// chooseKey asks for a file, or for another.
func (b Block) chooseKey(f spec.Field) string {
	switch {
	case b.Pictures[f.Name] != "":
		return "pages.choose_other"
	case f.Type == spec.Film:
		return "pages.choose_film"
	}
	return "pages.choose"
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
	return append([]page.Hidden{{Name: "revision", Value: b.Revision}}, b.hiddenFields(b.Kind.Fields, "")...)
}

func (b Block) hiddenFields(fields []spec.Field, prefix string) (all []page.Hidden) {
	for _, f := range fields {
		f.Name = prefix + f.Name
		if f.Type != spec.Rows {
			all = append(all, b.hidden(f)...)
			continue
		}
		all = append(all, page.Hidden{Name: formName(f.Name)})
		for i := range b.rows(f) {
			all = append(all, b.hiddenFields(f.Fields, rowName(f.Name, i))...)
		}
	}
	return all
}

func (b Block) hidden(f spec.Field) []page.Hidden {
	name, value := formName(f.Name), b.Values[f.Name]
	sort, _ := spec.ParseTarget(value)
	switch {
	case f.Type == spec.Target && sort != "page":
		return []page.Hidden{{Name: name, Value: addressChoice}, {Name: name + addressSuffix, Value: value}}
	case f.Type == spec.Switch && value != "true":
		return nil
	case f.Type == spec.Goods:
		var all []page.Hidden
		for _, id := range strings.Fields(value) {
			all = append(all, page.Hidden{Name: name, Value: id})
		}
		return all
	}
	return []page.Hidden{{Name: name, Value: value}}
}

// isFile tells whether a field is uploaded by a form of its own.
func isFile(f spec.Field) bool { return f.Type == spec.Image || f.Type == spec.Film }

// accepted are the types of files that a browser is to offer for a field.
func accepted(f spec.Field) string {
	if f.Type == spec.Film {
		return "video/mp4,video/webm"
	}
	return "image/jpeg,image/png,image/webp,image/gif"
}
