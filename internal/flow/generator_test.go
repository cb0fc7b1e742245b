package flow

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"

	"botyard/internal/spec"
)

// generator makes random scenarios, sound and unsound, as JSON. It reads the
// registry, so that it knows every kind.
type generator struct {
	*rand.Rand
	ids *int
}

func newGenerator(seed uint64) generator {
	return generator{rand.New(rand.NewPCG(seed, 3)), new(int)}
}

func (g generator) scenarios() string {
	var all []string
	for i := range 1 + g.IntN(4) {
		triggers := []string{onStart}
		for range g.IntN(4) {
			triggers = append(triggers, g.item(TriggerKinds(), 0))
		}
		all = append(all, `{"id":"s`+strconv.Itoa(i)+`","title":"","triggers":[`+strings.Join(triggers, ",")+`],"steps":[`+g.steps(0)+`]}`)
	}
	return "[" + strings.Join(all, ",") + "]"
}

func (g generator) steps(depth int) string {
	var all []string
	for range g.IntN(7 - depth) {
		all = append(all, g.item(StepKinds(), depth))
	}
	return strings.Join(all, ",")
}

// item is a step or a trigger of any of the kinds.
func (g generator) item(kinds []spec.Kind, depth int) string {
	kind := kinds[g.IntN(len(kinds))]
	if _, isStep := StepKind(kind.Name); isStep && g.IntN(3) == 0 {
		kind, _ = StepKind(g.pick("message", "menu", "question"))
	}
	members := map[string]json.RawMessage{"kind": raw(kind.Name)}
	if _, isStep := StepKind(kind.Name); isStep {
		members["id"] = raw(g.id())
	}
	g.fill(members, kind.Fields, depth)
	return string(raw(members))
}

func raw(v any) json.RawMessage {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return out
}

// id is one that is taken now and then.
func (g generator) id() string {
	if *g.ids++; g.IntN(40) == 0 {
		return g.pick("x1", "x2")
	}
	return "x" + strconv.Itoa(*g.ids)
}

func (g generator) fill(members map[string]json.RawMessage, fields []spec.Field, depth int) {
	for _, f := range fields {
		if f.Name != "id" && g.IntN(5) == 0 {
			continue
		}
		if value := g.value(f, depth); value != nil {
			members[f.Name] = value
		}
	}
}

func (g generator) value(f spec.Field, depth int) json.RawMessage {
	switch f.Type {
	case spec.Rich:
		if f.Name == "url" {
			return raw([]any{"https://api.example.com/", map[string]string{"var": g.pick("said", "data:f1", "secret:k")}})
		}
		return json.RawMessage(g.text(0))
	case spec.Lines:
		return raw([]string{g.word(), g.words()})
	case spec.Choice:
		return raw(f.Options[g.IntN(len(f.Options))].Value)
	case spec.Target:
		return raw(g.pick("", "contact", "https://x.example/", "tel:+7900", "page:p", "scenario:s0", "scenario:s1", "step:x"+strconv.Itoa(g.IntN(40))))
	case spec.Number:
		return raw([]int{0, 1, 3, 60, -5, 1 << 40}[g.IntN(6)])
	case spec.Switch:
		return raw(g.IntN(2) == 0)
	case spec.Time:
		return raw(g.pick("9:00", "23:59", "утро"))
	case spec.Data:
		return raw("f" + strconv.Itoa(g.IntN(5)))
	case spec.Rows:
		return g.rows(f, depth)
	case spec.Steps:
		if depth > 3 {
			return nil
		}
		return json.RawMessage("[" + g.steps(depth+1) + "]")
	}
	return raw(g.line(f.Name))
}

func (g generator) rows(f spec.Field, depth int) json.RawMessage {
	rows := []json.RawMessage{}
	for range g.IntN(5) {
		row := map[string]json.RawMessage{}
		g.fill(row, f.Fields, depth)
		rows = append(rows, raw(row))
	}
	return raw(rows)
}

func (g generator) line(name string) string {
	switch name {
	case "id":
		return g.id()
	case "point":
		return g.pick("55.7, 37.6", "91,0", "x", "nan,inf")
	case "channel":
		return "@parcoffee"
	case "phone":
		return g.pick("+7 900 123-45-67", "112")
	case "pattern":
		return g.pick(`\d+`, `[`, `(a|b)*c`, `.`)
	case "button":
		return "x" + strconv.Itoa(g.IntN(40))
	case "value":
		return g.pick("3", "сегодня", "09:00-18:00", "1,2,3", "меню", "")
	}
	if name == "label" || name == "title" {
		return g.pick("меню", " ", "\u200b", "a\x00b", strings.Repeat("😀", 70))
	}
	return g.pick("меню", "Ёлка", " ", "\u200b", strings.Repeat("😀", 70), "k1")
}

// text nests marks up to the depth that richtext allows.
func (g generator) text(depth int) string {
	if depth > 6 || g.IntN(3) == 0 {
		return quote(g.words())
	}
	var parts []string
	for range g.IntN(5) {
		parts = append(parts, g.part(depth))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func (g generator) part(depth int) string {
	switch g.IntN(7) {
	case 0:
		return `{"var":"` + g.pick("first_name", "said", "form", "password", "data:f1", "data:f2", "hours") + `","or":` + quote(g.word()) + `}`
	case 1:
		return `{"bold":` + g.text(depth+1) + `}`
	case 2:
		return `{"italic":` + g.text(depth+1) + `}`
	case 3:
		return `{"code":` + quote(g.words()) + `}`
	case 4:
		return `{"link":"https://x.example/","text":` + g.text(depth+1) + `}`
	}
	return quote(g.words())
}

func (g generator) words() string {
	return strings.Repeat(g.word()+g.pick(" ", "\n", "\n\n", "", "😀"), 1+g.IntN(1+g.IntN(1+g.IntN(400))))
}

func (g generator) word() string {
	return g.pick("меню", "Ёлка", "a", "", " ", "\n", "😀", "e\u0301", "\u200b", "c++", "x\x00", "12", "завтра 18:30", "+7 900 123-45-67")
}

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }
