package scenario

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/internal/richtext"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/ui"
)

// place is a field in a form: of the form itself, or of a row.
type place struct {
	form Form
	spec.Field
	// group are the fields beside it, before begins their names: "buttons.2.".
	group  []spec.Field
	before string
}

// places are the fields of a group, in their order.
func (f Form) places(group []spec.Field, before string) []place {
	all := make([]place, len(group))
	for i, field := range group {
		all[i] = place{f, field, group, before}
	}
	return all
}

func (p place) name() string    { return p.before + p.Name }
func (p place) value() string   { return p.form.Values[p.name()] }
func (p place) inputID() string { return p.form.input(p.name()) }

// shown tells whether what the field depends on holds.
func (p place) shown() bool {
	own := p.choices()
	if p.Type == spec.Steps || own != nil && len(own) == 0 || p.Type == spec.Data && p.hasTarget() && p.form.Values[p.before+"to"] != "contact" {
		return false
	}
	return p.When.Field == "" || slices.Contains(p.When.Values, p.form.Values[p.before+p.When.Field])
}

// hasTarget tells whether a target stands beside the field: only a button that
// asks for the phone number keeps data.
func (p place) hasTarget() bool {
	return slices.ContainsFunc(p.group, func(f spec.Field) bool { return f.Type == spec.Target && f.Name == "to" })
}

// kept fields have no control here; what they hold comes back as it is.
func (p place) kept() bool { return p.Name == "id" || p.Type == spec.File }

func (p place) hasFiles() bool {
	return slices.ContainsFunc(p.Fields, func(f spec.Field) bool { return f.Type == spec.File })
}

// decides tells that other fields depend on this one: the form is drawn anew
// when it changes.
func (p place) decides() bool {
	return slices.ContainsFunc(p.group, func(f spec.Field) bool { return f.When.Field == p.Name }) || slices.Contains([]string{"to", "what", "is"}, p.Name)
}

var numbers = regexp.MustCompile(`\.[0-9]+\.`)

// choices are the options that the form has for the field, nil for none.
func (p place) choices() []Group {
	if own, found := p.form.Choices[p.name()]; found {
		return own
	}
	return p.form.Choices[numbers.ReplaceAllString(p.name(), ".")]
}

// options are the field's own choices.
func (p place) options(ctx context.Context) []Group {
	if own := p.choices(); own != nil {
		return own
	}
	options := make([]ui.Option, len(p.Options))
	for i, o := range p.Options {
		options[i] = ui.Option{Value: o.Value, Label: lang.Words(ctx, o.Label)}
	}
	return []Group{{Options: options}}
}

// input is the control of a field of text.
func (p place) input(ctx context.Context, rows int) ui.Input {
	in := ui.Input{
		ID: p.inputID(), Name: prefix + p.name(), Label: lang.Words(ctx, p.Label), Hint: lang.Words(ctx, p.Hint),
		Value: p.value(), Mistake: p.form.Mistakes.At(ctx, p.name()), Rows: rows, Attrs: templ.Attributes{},
	}
	if p.Max > 0 && p.Type == spec.Line {
		in.Attrs["maxlength"] = strconv.Itoa(p.Max)
	}
	switch p.Type {
	case spec.Time:
		in.Type = "time"
	case spec.Number:
		in.Attrs["inputmode"] = "numeric"
	}
	if p.form.Focus == p.name() {
		in.Attrs["autofocus"], in.Attrs["data-focus"] = true, true
	}
	return in
}

// rich is the field's text; its variables are called as people call them.
func (p place) rich() richtext.Text {
	return richtext.ParseMarks(p.value(), func(name string) (string, bool) {
		return name, slices.ContainsFunc(p.form.Insertions, func(i ui.Insertion) bool { return i.Label == name })
	})
}

// rows are the numbers of the rows that there are.
func (p place) rows() []int {
	n, _ := strconv.Atoi(p.value())
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// row begins the names of a row's fields.
func (p place) row(i int) string { return p.name() + "." + strconv.Itoa(i) + "." }

// adds tells whether the form itself can add a row; buttons are added by their
// labels.
func (p place) adds() bool { return p.Name != "buttons" && (p.Max == 0 || len(p.rows()) < p.Max) }

// one tells that a row is a single line.
func (p place) one() bool {
	return len(slices.DeleteFunc(slices.Clone(p.Fields), func(f spec.Field) bool { return f.Name == "id" || f.Type == spec.Steps })) == 1
}

// redraws makes a control draw the form anew when it has changed.
func (f Form) redraws() templ.Attributes {
	attrs := ui.Swaps(f.URL, Region)
	attrs["hx-trigger"] = "change consume"
	attrs["hx-vals"] = `{"redraw":"yes"}`
	return attrs
}

// acts makes a button of the form change its rows.
func (f Form) acts() templ.Attributes { return ui.Swaps(f.URL, Region) }

// isAddress tells whether a target is one that is typed.
func (p place) isAddress() bool {
	sort, _ := spec.ParseTarget(p.value())
	if p.value() == "" {
		return p.onlyAddress()
	}
	return sort == "url" || sort == "" && !p.offers(p.value())
}

func (p place) onlyAddress() bool { return !p.offers("") && p.offers(addressChoice) }

func (p place) offers(value string) bool {
	return slices.ContainsFunc(p.choices(), func(g Group) bool {
		return slices.ContainsFunc(g.Options, func(o ui.Option) bool { return o.Value == value })
	})
}

// chosen is the option that stands for the target.
func (p place) chosen() string {
	if p.Type == spec.Target && p.isAddress() {
		return addressChoice
	}
	return p.value()
}

// address is the control of a target that is typed.
func (p place) address(ctx context.Context) ui.Input {
	in := p.input(ctx, 0)
	in.ID, in.Name = in.ID+addressSuffix, in.Name+addressSuffix
	in.Label, in.Type = lang.T(ctx, "scenario.address"), ""
	in.Attrs["inputmode"] = "url"
	if !p.isAddress() {
		in.Value = ""
	}
	return in
}

// selectInput is the choice of a target, or of anything else; of a target that
// is typed the mistake stands at its address.
func (p place) selectInput(ctx context.Context) ui.Input {
	in := p.input(ctx, 0)
	if p.Type == spec.Target && p.isAddress() {
		in.Mistake = ""
	}
	return in
}

// mine are the fields that save what was typed here over what is stored.
func (f Form) mine() []page.Hidden {
	fields := []page.Hidden{{Name: "revision", Value: f.Revision}}
	return append(fields, f.hidden(f.Kind.Fields, "")...)
}

func (f Form) hidden(group []spec.Field, before string) (fields []page.Hidden) {
	for _, p := range f.places(group, before) {
		fields = append(fields, p.hidden()...)
	}
	return fields
}

// hidden is all that the field holds, as fields that nobody sees.
func (p place) hidden() (fields []page.Hidden) {
	if p.Type != spec.Rows {
		return []page.Hidden{{Name: prefix + p.name(), Value: p.value()}}
	}
	for i := range p.rows() {
		fields = append(fields, p.form.hidden(p.Fields, p.row(i))...)
	}
	return fields
}

// controls are all fields that can hold a mistake.
func (f Form) controls(group []spec.Field, before string) (all []place) {
	for _, p := range f.places(group, before) {
		if !p.shown() || p.kept() {
			continue
		}
		all = append(all, p)
		if p.Type == spec.Rows {
			for i := range p.rows() {
				all = append(all, f.controls(p.Fields, p.row(i))...)
			}
		}
	}
	return all
}

// names are the names of controls.
func (f Form) names(group []spec.Field, before string) (names []string) {
	for _, p := range f.controls(group, before) {
		names = append(names, p.name())
	}
	return names
}

// controlID is the id of what the field's mistake stands at: of a target that is
// typed its address.
func (p place) controlID() string {
	if p.Type == spec.Target && p.isAddress() {
		return p.inputID() + addressSuffix
	}
	return p.inputID()
}

// selectAttrs tie the choice to its words, and let it draw the form anew where
// other fields depend on it.
func (p place) selectAttrs(ctx context.Context) templ.Attributes {
	in := p.selectInput(ctx)
	attrs := templ.Attributes{"id": in.ID, "name": in.Name, "aria-describedby": in.ID + "-mistake"}
	if in.Mistake != "" {
		attrs["aria-invalid"] = "true"
	}
	if in.Attrs["autofocus"] != nil {
		attrs["autofocus"], attrs["data-focus"] = true, true
	}
	if p.decides() {
		for name, value := range p.form.redraws() {
			attrs[name] = value
		}
	}
	return attrs
}

// Field is the name of the field that a problem's path, which begins at the
// step, belongs to: the one it names, or the nearest around it.
func (f Form) Field(path string) string {
	names := f.names(f.Kind.Fields, "")
	name := strings.ReplaceAll(strings.TrimPrefix(path, "/"), "/", ".")
	for name != "" {
		for _, known := range []string{name, name + ".to", name + ".label"} {
			if slices.Contains(names, known) {
				return known
			}
		}
		name = name[:max(0, strings.LastIndexByte(name, '.'))]
	}
	if len(names) == 0 {
		return ""
	}
	return names[0]
}
