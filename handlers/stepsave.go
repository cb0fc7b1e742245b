package handlers

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"botyard/internal/flow"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/scenario"
	"botyard/views/ui"
)

// typedForm is what somebody typed into a step or trigger.
type typedForm struct {
	kind     spec.Kind
	revision string
	fields   url.Values
	// act names a button that changes the rows, row the one that it stands at.
	act, row string
	// before are the fields that the form sent last without having been answered.
	before url.Values
	// typing lets the form be unfinished.
	typing bool
	// focus is the name of the field to go on with.
	focus string
	// values are the fields as they came, for the form to show again.
	values map[string]string
}

// rowActs are the buttons that change the rows of a form.
var rowActs = []string{"add", "remove", "up", "down"}

func readTyped(r *http.Request) typedForm {
	f := typedForm{revision: r.PostForm.Get("revision"), fields: scenario.Fields(r.PostForm), typing: isFragment(r)}
	if before := sentBefore(r.PostForm); before != nil {
		f.before = scenario.Fields(before)
	}
	for _, act := range rowActs {
		if r.PostForm.Has(act) {
			f.act, f.row = act, r.PostForm.Get(act)
		}
	}
	if r.PostForm.Has("redraw") {
		f.act = "redraw"
	}
	return f
}

// meant takes the form to be for a stored step or trigger of a kind: it was
// made for it, or says the same, or said so before. False: somebody else saved.
func (f *typedForm) meant(kind spec.Kind, stored any, v *vocabulary) bool {
	f.kind = kind
	read := func(fields url.Values) map[string]string {
		return spec.FormValues(kind.Fields, spec.ParseForm(kind.Fields, fields, v.variable), v.name)
	}
	f.values = read(f.fields)
	at := revisionOf(v.values(kind, stored))
	return f.revision == "" || f.revision == at || revisionOf(f.values) == at || f.before != nil && revisionOf(read(f.before)) == at
}

// config is the JSON of what was typed, with the steps beneath the old one.
func (f *typedForm) config(old any, v *vocabulary) (json.RawMessage, error) {
	raw, err := json.Marshal(old)
	if err != nil {
		return nil, err
	}
	edited := spec.ParseForm(f.kind.Fields, f.fields, v.variable)
	return spec.KeepSteps(f.kind.Fields, f.changedRows(edited), raw), nil
}

// changedRows does what a button of the form says to its rows.
func (f *typedForm) changedRows(edited json.RawMessage) json.RawMessage {
	name, number, _ := strings.Cut(f.row, ".")
	i := slices.IndexFunc(f.kind.Fields, func(x spec.Field) bool { return x.Name == name && x.Type == spec.Rows })
	if i < 0 {
		return edited
	}
	var members map[string]json.RawMessage
	var rows []json.RawMessage
	if json.Unmarshal(edited, &members) != nil {
		return edited
	}
	if members[name] != nil && json.Unmarshal(members[name], &rows) != nil {
		return edited
	}
	at, _ := strconv.Atoi(number)
	rows = f.turnRows(rows, at, f.kind.Fields[i])
	if list, err := json.Marshal(rows); err == nil && members != nil {
		members[name] = list
	}
	if all, err := json.Marshal(members); err == nil {
		return all
	}
	return edited
}

func (f *typedForm) turnRows(rows []json.RawMessage, at int, field spec.Field) []json.RawMessage {
	row := func(n int) string { return field.Name + "." + strconv.Itoa(n) + "." }
	switch {
	case f.act == "add":
		f.focus = row(len(rows)) + firstControl(field.Fields)
		return append(rows, newStepRow(field.Fields))
	case at < 0 || at >= len(rows):
	case f.act == "remove":
		return slices.Delete(rows, at, at+1)
	case f.act == "up" && at > 0:
		rows[at-1], rows[at] = rows[at], rows[at-1]
	case f.act == "down" && at < len(rows)-1:
		rows[at+1], rows[at] = rows[at], rows[at+1]
	}
	return rows
}

func firstControl(fields []spec.Field) string {
	for _, f := range fields {
		if f.Name != "id" && f.Type != spec.Steps {
			return f.Name
		}
	}
	return ""
}

// newStepRow is a row with the first of each choice, and an id where rows have them.
func newStepRow(fields []spec.Field) json.RawMessage {
	members := map[string]any{}
	for _, f := range fields {
		switch {
		case f.Name == "id":
			members[f.Name] = newID("w")
		case f.Type == spec.Choice && len(f.Options) > 0:
			members[f.Name] = f.Options[0].Value
		}
	}
	raw, err := json.Marshal(members)
	if err != nil {
		return json.RawMessage("{}")
	}
	return raw
}

// saveStep saves what was typed into a step. While it is typed (htmx) it may be
// wrong or unfinished; sent as a form it must be well.
func (s *server) saveStep(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	f := readTyped(r)
	id := r.PathValue("step")
	edit := project.Edit{What: "edited_step", Place: id + " " + f.act}
	err = s.editScenario(r, p, &edit, func(d *project.Draft, own *flow.Scenario) error {
		name, i, found := own.ListOf(id)
		if !found {
			return errNotFound
		}
		return own.EditList(name, func(list flow.Steps) (flow.Steps, error) {
			changed, err := f.step(list[i], newVocabulary(r.Context(), d.Scenarios))
			if err != nil {
				return nil, err
			}
			list[i] = changed
			return list, nil
		})
	})
	if err != nil {
		return s.refuseStep(w, r, p, f, err)
	}
	switch {
	case f.act == "remove":
		s.toast(r, page.Toast{Key: "toast.row_removed", Undo: p.undoOf(&edit, s.screenOf(p, r.PathValue("scenario"), id, ""))})
	case !isFragment(r) && f.act == "":
		s.toast(r, page.Toast{Key: "toast.saved"})
	}
	if f.act != "" || !isFragment(r) {
		return s.goTo(w, r, s.screenOf(p, r.PathValue("scenario"), id, f.focus))
	}
	return s.replyStep(w, r, p, http.StatusOK, func(form *scenario.Form) { form.Saved = ui.Saved{At: s.Now()} })
}

// step is the stored step with what was typed, unless it is another than the
// one that was edited, or cannot be kept.
func (f *typedForm) step(stored flow.Step, v *vocabulary) (flow.Step, error) {
	if kind, _ := flow.StepKind(stored.Kind); !f.meant(kind, stored, v) {
		return stored, &editError{}
	}
	raw, err := f.config(stored, v)
	if err != nil {
		return stored, err
	}
	changed, problems := flow.ReadStep(withMembers(raw, map[string]string{"id": stored.ID, "kind": stored.Kind}))
	if len(problems) > 0 {
		return stored, f.refused(problems)
	}
	settle(changed)
	if !f.typing && f.act == "" {
		return changed, f.refused(changed.Config.Check(""))
	}
	return changed, nil
}

// settle gives data that are to be made anew their id, and a test a comparison
// that it can make.
func settle(s flow.Step) {
	fresh := func(field *string) {
		if *field == newField {
			*field = newID("f")
		}
	}
	switch c := s.Config.(type) {
	case *flow.Question:
		fresh(&c.Field)
	case *flow.SetData:
		fresh(&c.Field)
	case *flow.Rating:
		fresh(&c.Field)
	case *flow.HTTP:
		for i := range c.Take {
			fresh(&c.Take[i].Field)
		}
	case *flow.Menu:
		settleMenu(c, fresh)
	case *flow.Condition:
		settleTests(c)
	}
}

func settleMenu(m *flow.Menu, fresh func(field *string)) {
	for i := range m.Buttons {
		if b := &m.Buttons[i]; b.To == "contact" && b.Field == "" {
			b.Field = newID("f")
		} else {
			fresh(&b.Field)
		}
	}
}

func settleTests(c *flow.Condition) {
	for i := range c.Tests {
		t := &c.Tests[i]
		ways, _ := flow.Comparisons(t.What, t.Is)
		if len(ways) > 0 && !slices.ContainsFunc(ways, func(o spec.Option) bool { return o.Value == t.Is }) {
			t.Is = ways[0].Value
		}
	}
}

// refused says which problems, whose paths begin at the step, keep the form
// from being saved; none do.
func (f *typedForm) refused(problems []spec.Problem) error {
	form := scenario.Form{Kind: f.kind, Values: f.values}
	var own []fieldProblem
	for _, p := range problems {
		if !p.Warning {
			own = append(own, fieldProblem{form.Field(p.Path), p})
		}
	}
	if len(own) == 0 {
		return nil
	}
	return &editError{own}
}

func withMembers(raw json.RawMessage, more map[string]string) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		return raw
	}
	for name, value := range more {
		if value != "" {
			members[name] = json.RawMessage(strconv.Quote(value))
		}
	}
	if all, err := json.Marshal(members); err == nil {
		return all
	}
	return raw
}

// refuseStep keeps what was typed: with the reasons at its fields, or beside
// what somebody else saved.
func (s *server) refuseStep(w http.ResponseWriter, r *http.Request, p scope, f typedForm, why error) error {
	refused, mistakes, err := refusedEdit(why, "")
	if err != nil {
		return err
	}
	status := http.StatusConflict
	if refused {
		status = http.StatusUnprocessableEntity
	}
	return s.replyStep(w, r, p, status, func(form *scenario.Form) { f.show(form, refused, mistakes) })
}

// show puts what was typed into the form of what is stored.
func (f *typedForm) show(form *scenario.Form, refused bool, mistakes page.Mistakes) {
	stored := form.Values
	form.Values = f.values
	if refused {
		form.Mistakes, form.Saved.Failed, form.Revision = mistakes, true, f.revision
	} else {
		form.Conflict = stored
	}
}

// replyStep answers with the open step, changed as given: the state of its
// form, the form itself after a conflict, or the whole screen.
func (s *server) replyStep(w http.ResponseWriter, r *http.Request, p scope, status int, change func(*scenario.Form)) error {
	k, err := s.openStep(r, p)
	if err != nil {
		return err
	}
	change(k.form)
	return s.replyForm(w, r, p, status, k, nil)
}

// openStep is the sketch of a scenario with the form of the request's step.
func (s *server) openStep(r *http.Request, p scope) (*sketch, error) {
	k, err := s.sketchOf(r, p)
	if err != nil {
		return nil, err
	}
	k.show(r.PathValue("step"), "")
	step := (flow.Scenarios{*k.own}).FindStep(r.PathValue("step"))
	if step == nil {
		return nil, errNotFound
	}
	k.form = k.stepForm(r.Context(), step)
	return k, nil
}

// replyForm answers with the sketch's form, or the screen around it, which open completes.
func (s *server) replyForm(w http.ResponseWriter, r *http.Request, p scope, status int, k *sketch, open func(ctx context.Context, e *scenario.Editor)) error {
	e, err := s.scenarioEditor(r, p, k)
	if err != nil {
		return err
	}
	if open != nil {
		open(r.Context(), &e)
	}
	switch {
	case !isFragment(r) || readTyped(r).act != "": // htmx takes its region out of the whole
		return s.render(w, r, status, scenario.EditorPage(e))
	case k.form.Conflict != nil:
		return s.fragment(w, r, status, scenario.OpenForm(e, *k.form))
	}
	return s.fragment(w, r, status, scenario.SaveReply(e, *k.form))
}
