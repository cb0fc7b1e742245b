package scenario

import (
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"botyard/views/page"
)

// URL is the address of a scenario, or of what parts name under it.
func URL(p page.Project, id string, parts ...string) string {
	return p.URL(append([]string{"bot", "scenarios", id}, parts...)...)
}

// StepURL is the screen of a scenario with a step open; field takes the focus
// unless it is "".
func StepURL(p page.Project, id, step, field string) string {
	query := url.Values{"step": {step}}
	if field != "" {
		query.Set("field", field)
	}
	return URL(p, id) + "?" + query.Encode() + "#" + stepID(step)
}

// MendURL is StepURL for somebody who comes to mend the field.
func MendURL(p page.Project, id, step, field string) string {
	query := url.Values{"step": {step}, "field": {field}, "mend": {"yes"}}
	return URL(p, id) + "?" + query.Encode() + "#" + stepID(step)
}

// TriggerURL is the screen with a trigger open, by its place; "new" opens the palette.
func TriggerURL(p page.Project, id, place string) string {
	return URL(p, id) + "?" + url.Values{"trigger": {place}}.Encode() + "#triggers"
}

// LevelURL is the screen with a list of steps shown.
func LevelURL(p page.Project, id, list string) string {
	if list == "" {
		return URL(p, id) + "#outline"
	}
	return URL(p, id) + "?" + url.Values{"at": {list}}.Encode() + "#" + levelID(list)
}

func (e Editor) url(parts ...string) string { return URL(e.Project, e.ID, parts...) }

func (e Editor) levelURL(l Level) string { return LevelURL(e.Project, e.ID, l.Name) }

func (e Editor) insertURL(l Level, before string) string {
	if before == "" {
		before = "end"
	}
	return e.url() + "?" + url.Values{"at": {l.Name}, "insert": {before}}.Encode() + "#palette"
}

func (e Editor) openURL(s Step) string { return StepURL(e.Project, e.ID, s.ID, "") }

func (e Editor) stepURL(s Step, parts ...string) string {
	return e.url(append([]string{"steps", s.ID}, parts...)...)
}

// here tells whether the palette is open before a step of a list.
func (e Editor) here(l Level, before string) bool {
	return e.Palette != nil && e.Palette.List == l.Name && e.Palette.Before == before
}

func stepID(step string) string { return "step-" + step }

func levelID(list string) string { return "level-" + strings.ReplaceAll(list, ".", "-") }

func (s Step) actID(name string) string { return "act-" + s.ID + "-" + name }

// input is the id of a field's control.
func (f Form) input(name string) string {
	return f.ID + "-" + strings.ReplaceAll(name, ".", "-")
}

// menu is the id of the step whose form this is.
func (f Form) menu() string { return strings.TrimPrefix(f.ID, "s-") }

func (f Form) formID() string  { return f.ID + "-form" }
func (f Form) savedID() string { return f.ID + "-saved" }

// prefix begins the names of fields, which keeps them apart from the form's own.
const prefix = "f."

// Fields takes the fields of a form out of what was posted, by their names.
func Fields(posted url.Values) url.Values {
	fields := url.Values{}
	for name, values := range posted {
		own, is := strings.CutPrefix(name, prefix)
		target, isAddress := strings.CutSuffix(own, addressSuffix)
		switch {
		case !is:
		case isAddress && posted.Get(prefix+target) == addressChoice:
			fields[target] = values
		case !isAddress && values[0] != addressChoice:
			fields[own] = values
		}
	}
	return fields
}

// addressChoice is the choice of a target that is typed, in a field whose name
// ends with addressSuffix.
const (
	addressChoice = "url"
	addressSuffix = "-url"
)

func current(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "true"}
}
