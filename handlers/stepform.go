package handlers

import (
	"context"
	"strconv"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/scenario"
	"botyard/views/ui"
)

// newField is the choice of data that are made anew.
const newField = "new"

// formOf is the form of a step or trigger with what is stored in it.
func (k *sketch) formOf(ctx context.Context, kind spec.Kind, item any) *scenario.Form {
	values := k.words.values(kind, item)
	return &scenario.Form{
		Kind: kind, Values: values, Revision: revisionOf(values), Insertions: k.words.insertions(), Choices: k.choices(ctx, kind, values),
	}
}

// choices are the options of a kind's fields that only the project knows.
func (k *sketch) choices(ctx context.Context, kind spec.Kind, values map[string]string) map[string][]scenario.Group {
	all := map[string][]scenario.Group{}
	k.addChoices(ctx, all, kind.Name, kind.Fields, "")
	if kind.Name == "condition" {
		n, _ := strconv.Atoi(values["tests"])
		for i := range n {
			row := "tests." + strconv.Itoa(i) + "."
			ways, asks := flow.Comparisons(values[row+"what"], values[row+"is"])
			all[row+"is"] = []scenario.Group{{Options: labelled(ctx, ways)}}
			if !asks {
				all[row+"value"] = []scenario.Group{}
			}
		}
	}
	return all
}

func (k *sketch) addChoices(ctx context.Context, all map[string][]scenario.Group, kind string, fields []spec.Field, before string) {
	for _, f := range fields {
		switch name := before + f.Name; {
		case f.Type == spec.Rows:
			k.addChoices(ctx, all, kind, f.Fields, name+".")
		case f.Type == spec.Data:
			all[name] = k.dataChoices(ctx, f, fills[kind])
		case f.Type == spec.Target:
			all[name] = k.targetChoices(ctx, kind)
		case kind == "button":
			all[name] = k.buttonChoices(ctx)
		case kind == "page" && f.Name == "form":
			all[name] = k.formChoices(ctx)
		}
	}
}

// fills are the kinds that can make data of their own.
var fills = map[string]bool{"question": true, "data": true, "rating": true, "menu": true, "http": true}

func (k *sketch) dataChoices(ctx context.Context, f spec.Field, makes bool) []scenario.Group {
	var options []ui.Option
	switch {
	case !makes:
		options = append(options, ui.Option{Label: lang.T(ctx, "scenario.choose_data")})
	case !f.Required:
		options = append(options, ui.Option{Label: lang.T(ctx, "scenario.no_data")})
	}
	for _, field := range k.words.fields {
		options = append(options, ui.Option{Value: field.ID, Label: field.Title})
	}
	if makes {
		options = append(options, ui.Option{Value: newField, Label: lang.T(ctx, "scenario.new_data")})
	}
	return []scenario.Group{{Options: options}}
}

// targetChoices are where something can lead; which there are depends on the kind.
func (k *sketch) targetChoices(ctx context.Context, kind string) []scenario.Group {
	address := ui.Option{Value: "url", Label: lang.T(ctx, "scenario.to_address")}
	switch kind {
	case "rating":
		return []scenario.Group{{Options: []ui.Option{address}}}
	case "menu":
		first := []ui.Option{{Label: lang.T(ctx, "scenario.to_answer")}, {Value: "contact", Label: lang.T(ctx, "scenario.to_contact")}, address}
		return append([]scenario.Group{{Options: first}}, append(k.pageChoices(ctx), k.jumpChoices(ctx)...)...)
	}
	return append([]scenario.Group{{Options: []ui.Option{{Label: lang.T(ctx, "scenario.choose_target")}}}}, k.jumpChoices(ctx)...)
}

func (k *sketch) pageChoices(ctx context.Context) []scenario.Group {
	g := scenario.Group{Label: lang.T(ctx, "scenario.to_page")}
	for _, pg := range k.draft.Pages {
		g.Options = append(g.Options, ui.Option{Value: "page:" + pg.ID, Label: pg.Title})
	}
	return []scenario.Group{g}
}

// jumpChoices are the other scenarios, and the steps of this one.
func (k *sketch) jumpChoices(ctx context.Context) []scenario.Group {
	scenarios, steps := scenario.Group{Label: lang.T(ctx, "scenario.to_scenario")}, scenario.Group{Label: lang.T(ctx, "scenario.to_step")}
	for i := range k.draft.Scenarios {
		s := &k.draft.Scenarios[i]
		scenarios.Options = append(scenarios.Options, ui.Option{Value: "scenario:" + s.ID, Label: scenarioTitle(ctx, s)})
	}
	for place := range (flow.Scenarios{*k.own}).All() {
		if place.Step.ID != k.open {
			steps.Options = append(steps.Options, ui.Option{Value: "step:" + place.Step.ID, Label: k.stepName(ctx, place.Step)})
		}
	}
	return []scenario.Group{scenarios, steps}
}

func (k *sketch) buttonChoices(ctx context.Context) []scenario.Group {
	options := []ui.Option{{Label: lang.T(ctx, "scenario.choose_button")}}
	for place := range k.draft.Scenarios.All() {
		if menu, is := place.Step.Config.(*flow.Menu); is {
			for _, b := range menu.Buttons {
				options = append(options, ui.Option{Value: b.ID, Label: b.Label})
			}
		}
	}
	return []scenario.Group{{Options: options}}
}

// formChoices are the forms of the project's pages, each under its page.
func (k *sketch) formChoices(ctx context.Context) []scenario.Group {
	groups := []scenario.Group{{Options: []ui.Option{{Label: lang.T(ctx, "scenario.any_form")}}}}
	for _, pg := range k.draft.Pages {
		g := scenario.Group{Label: pg.Title}
		for _, b := range pg.Blocks {
			if b.Kind == "form" || b.Kind == "order" {
				g.Options = append(g.Options, ui.Option{Value: b.ID, Label: formName(ctx, b)})
			}
		}
		if len(g.Options) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// formName is the title of a form, else what the block is called.
func formName(ctx context.Context, b miniapp.Block) string {
	if form, is := b.Config.(*miniapp.Form); is && form.Title != "" {
		return form.Title
	}
	kind, _ := miniapp.Kinds.Kind(b.Kind)
	return lang.Words(ctx, kind.Title)
}

func labelled(ctx context.Context, options []spec.Option) []ui.Option {
	all := make([]ui.Option, len(options))
	for i, o := range options {
		all[i] = ui.Option{Value: o.Value, Label: lang.Words(ctx, o.Label)}
	}
	return all
}
