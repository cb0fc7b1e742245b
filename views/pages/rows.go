package pages

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/ui"
)

// rowsMost bounds the rows that are read from a form.
const rowsMost = 100

// unfolded is how many rows of a list are shown open.
const unfolded = 3

// RowAct is a button of a row, or of a whole list: what it does and where. It
// stands in the form as "up items 2".
type RowAct struct {
	// What is "add", "up", "down" or "remove".
	What string
	// List is the field's name, At the row's index; that of "add" does not matter.
	List string
	At   int
}

// ReadRowAct reads which button was pressed; false when none was.
func ReadRowAct(form url.Values) (RowAct, bool) {
	parts := strings.Split(form.Get("row"), " ")
	if len(parts) != 3 {
		return RowAct{}, false
	}
	at, err := strconv.Atoi(parts[2])
	return RowAct{parts[0], parts[1], at}, err == nil
}

// Focus is the part of the screen's query that tells where the keyboard goes
// after the act: ?row=….
func (a RowAct) Focus() string { return a.What + " " + a.List + " " + strconv.Itoa(a.At) }

func (a RowAct) id(b Block) string {
	return "row-" + b.ID + "-" + a.List + "-" + strconv.Itoa(a.At) + "-" + a.What
}

// rowName is what the names of a row's fields begin with.
func rowName(list string, i int) string { return list + "." + strconv.Itoa(i) + "." }

func hasRow(form url.Values, prefix string) bool {
	for name := range form {
		if strings.HasPrefix(name, formName(prefix)) {
			return true
		}
	}
	return false
}

// rows is how many rows a list has.
func (b Block) rows(f spec.Field) int {
	n, err := strconv.Atoi(b.Values[f.Name])
	if err != nil {
		return 0
	}
	return min(max(n, 0), rowsMost)
}

// inRow is a field of a row, by its whole name.
func inRow(list spec.Field, i int, f spec.Field) spec.Field {
	f.Name = rowName(list.Name, i) + f.Name
	if f.When.Field != "" {
		f.When.Field = rowName(list.Name, i) + f.When.Field
	}
	return f
}

// isID tells that a field names a row for the program: nobody types it.
func isID(f spec.Field) bool { return f.Name == "id" || strings.HasSuffix(f.Name, ".id") }

// rowTitle is what a row says of itself when it is folded.
func (b Block) rowTitle(ctx context.Context, list spec.Field, i int) string {
	for _, f := range list.Fields {
		if f.Type == spec.Line && !isID(f) && b.Values[inRow(list, i, f).Name] != "" {
			return b.Values[inRow(list, i, f).Name]
		}
	}
	return lang.T(ctx, "pages.row", "n", i+1)
}

// isUnfolded tells whether a row is shown open: few rows, the one that was
// just worked on, and what is to be mended.
func (b Block) isUnfolded(list spec.Field, i int) bool {
	if b.rows(list) <= unfolded || b.Focus.List == list.Name && b.Focus.At == i {
		return true
	}
	for _, m := range b.Mistakes {
		if strings.HasPrefix(m.Field, rowName(list.Name, i)) {
			return true
		}
	}
	return false
}

// controls are all fields of the form, those of rows by their whole names.
func (b Block) controls(fields []spec.Field) (all []spec.Field) {
	for _, f := range fields {
		if !isID(f) {
			all = append(all, f)
		}
		if f.Type != spec.Rows {
			continue
		}
		for i := range b.rows(f) {
			for _, inner := range f.Fields {
				all = append(all, b.controls([]spec.Field{inRow(f, i, inner)})...)
			}
		}
	}
	return all
}

// said are the fields in which somebody wrote something.
func said(b Block, values map[string]string) (fields []spec.Field) {
	b.Values = values
	for _, f := range b.controls(b.Kind.Fields) {
		if value := values[f.Name]; value != "" && f.Type != spec.Rows && f.Type != spec.Switch {
			fields = append(fields, f)
		}
	}
	return fields
}

// tick is the control of a Switch.
func (b Block) tick(ctx context.Context, f spec.Field) ui.Input {
	in := b.input(ctx, f, 0)
	if in.Value == "true" {
		in.Value = "yes"
	}
	return in
}

// focusIf gives the keyboard to what was just worked on.
func (b Block) focusIf(a RowAct) templ.Attributes {
	if b.focus() != a {
		return nil
	}
	return templ.Attributes{"data-focus": true, "autofocus": true}
}

// focus is where the keyboard goes: to the button that was pressed where its
// row is now, or to its neighbour when it is good for nothing there.
func (b Block) focus() RowAct {
	a, last := b.Focus, b.rows(spec.Field{Name: b.Focus.List})-1
	switch {
	case a.What == "up" && a.At == 0:
		a.What = "down"
	case a.What == "down" && a.At == last:
		a.What = "up"
	case a.What == "remove":
		a.At = min(a.At, last)
	}
	return a
}

// isNew tells that a field is the first of a row that was just added.
func (b Block) isNew(f spec.Field) bool {
	if b.Came == "first" {
		return f.Name == b.firstField()
	}
	if b.Focus.What != "add" {
		return false
	}
	list, prefix := spec.Field{}, rowName(b.Focus.List, b.Focus.At)
	for _, l := range b.Kind.Fields {
		if l.Name == b.Focus.List {
			list = l
		}
	}
	for _, first := range list.Fields {
		if !isID(first) {
			return f.Name == prefix+first.Name
		}
	}
	return false
}

// firstField is the name of the form's first field, "" when that is a list.
func (b Block) firstField() string {
	for _, f := range b.Kind.Fields {
		if !isID(f) {
			return f.Name
		}
	}
	return ""
}

// works makes a button work on the rows of the form as it stands.
func (a RowAct) works(e Editor, b Block) templ.Attributes {
	attrs := ui.Swaps(e.blockURL(b, "rows"), "blocks", "page-tabs", "draft-band")
	attrs["id"], attrs["name"], attrs["value"] = a.id(b), "row", a.Focus()
	attrs["formaction"] = e.blockURL(b, "rows")
	switch a.What {
	case "up":
		attrs["data-up"] = true
	case "down":
		attrs["data-down"] = true
	}
	return attrs
}

// shownWhen tells scripts when a field matters.
func (b Block) shownWhen(f spec.Field) templ.Attributes {
	if f.When.Field == "" {
		return nil
	}
	return templ.Attributes{"data-when": b.inputID(f.When.Field), "data-when-is": strings.Join(f.When.Values, " ")}
}
