package flow

import (
	"slices"
	"strings"

	"botyard/internal/spec"
)

// ways is the graph of a draft: which step may follow which.
type ways struct {
	release *Release
	places  []Place
	index   map[*Step]int
	// at once: the run itself goes there. later: after a press, an answer or
	// a wait. ends tells that the run may end behind the step, at once.
	atOnce, later [][]int
	ends          []bool
}

// checkWays finds what cannot be reached, buttons that do nothing, and loops
// in which nothing waits.
func checkWays(s Scenarios, path string) []spec.Problem {
	w := ways{release: Compile(s, Setting{}), index: map[*Step]int{}}
	for place := range s.under(path) {
		w.index[place.Step] = len(w.places)
		w.places = append(w.places, place)
	}
	n := len(w.places)
	w.atOnce, w.later, w.ends = make([][]int, n), make([][]int, n), make([]bool, n)
	for i := range w.places {
		w.leave(i)
	}
	problems := w.unreached(s, path)
	problems = append(problems, w.silentButtons(s)...)
	return append(problems, w.loops()...)
}

// leave finds where a step leads.
func (w *ways) leave(i int) {
	step := w.places[i].Step
	parts := step.Parts()
	next := w.release.nodes[step].next
	waits := parts.Course == Waits
	past := parts.Past || len(parts.Lists) == 0
	for _, list := range parts.Lists {
		switch {
		case list.Closed:
		case len(list.Steps) == 0:
			past = true
		default:
			w.add(i, w.release.nodes[&list.Steps[0]], waits || list.Pressed)
		}
	}
	if past && parts.Course != Ends {
		w.add(i, next, waits)
	}
	for _, link := range parts.Links {
		if to := w.release.target(link.Value); to != nil {
			w.add(i, to, waits || !link.Runs)
		}
	}
	if parts.Course == Ends && len(w.atOnce[i]) == 0 {
		w.ends[i] = true
	}
}

func (w *ways) add(from int, to *node, later bool) {
	switch {
	case to == nil:
		w.ends[from] = w.ends[from] || !later
	case later:
		w.later[from] = append(w.later[from], w.index[to.Step])
	default:
		w.atOnce[from] = append(w.atOnce[from], w.index[to.Step])
	}
}

// unreached warns of scenarios that nothing starts, and of the first steps
// that nothing leads to.
func (w *ways) unreached(s Scenarios, path string) (problems []spec.Problem) {
	reached := w.reached(s)
	started := func(scenario *Scenario) bool {
		n := w.release.first(scenario)
		return n == nil || reached[w.index[n.Step]]
	}
	for i := range s {
		if !started(&s[i]) {
			problems = append(problems, spec.Problem{Path: spec.Join(path, i), Code: "never_starts", Warning: true})
		}
	}
	for i, place := range w.places {
		if !reached[i] && started(place.Scenario) && w.frontier(i, reached) {
			problems = append(problems, spec.Problem{Path: place.Path, Code: "unreachable", Warning: true})
		}
	}
	return problems
}

// frontier tells whether what stands before the step is reached: the step
// before it in its list, else the one that holds the list.
func (w *ways) frontier(i int, reached []bool) bool {
	here := w.places[i]
	for j := i - 1; j >= 0 && w.places[j].Scenario == here.Scenario; j-- {
		before := w.places[j]
		if before.Depth < here.Depth || listOf(before.Path) == listOf(here.Path) {
			return reached[j]
		}
	}
	return true
}

// listOf is the path of the list in which the step of a path stands.
func listOf(path string) string { return path[:strings.LastIndexByte(path, '/')] }

func (w *ways) reached(s Scenarios) []bool {
	reached := make([]bool, len(w.places))
	var visit func(i int)
	visit = func(i int) {
		if reached[i] {
			return
		}
		reached[i] = true
		for _, to := range append(slices.Clone(w.atOnce[i]), w.later[i]...) {
			visit(to)
		}
	}
	for i := range s {
		if n := w.release.first(&s[i]); n != nil && len(s[i].Triggers) > 0 {
			visit(w.index[n.Step])
		}
	}
	return reached
}

// silentButtons finds buttons whose press would have no answer.
func (w *ways) silentButtons(s Scenarios) (problems []spec.Problem) {
	answered := map[string]bool{}
	for i := range s {
		for _, t := range s[i].Triggers {
			if b, ok := t.Config.(*ButtonTrigger); ok {
				answered[b.Button] = true
			}
		}
	}
	for _, place := range w.places {
		menu, ok := place.Step.Config.(*Menu)
		if !ok {
			continue
		}
		for i := range menu.Buttons {
			c := &menu.Buttons[i]
			if c.To == "" && len(c.Steps) == 0 && !answered[c.ID] {
				here := spec.Join(place.Path, "buttons", i)
				problems = append(problems, spec.Problem{Path: here, Code: "no_action", Args: map[string]any{"label": c.Label}})
			}
		}
	}
	return problems
}

// loops tells of steps that follow one another for ever: an error when there
// is no way out, a warning when a condition may lead out.
func (w *ways) loops() (problems []spec.Problem) {
	for _, loop := range w.components() {
		escapes := false
		for _, i := range loop {
			escapes = escapes || w.ends[i] || len(w.later[i]) > 0 || slices.ContainsFunc(w.atOnce[i], func(to int) bool {
				return !slices.Contains(loop, to)
			})
		}
		code := "loop"
		if escapes {
			code = "maybe_loop"
		}
		problems = append(problems, spec.Problem{Path: w.places[slices.Min(loop)].Path, Code: code, Warning: escapes})
	}
	slices.SortFunc(problems, func(a, b spec.Problem) int { return w.byPath(a.Path) - w.byPath(b.Path) })
	return problems
}

func (w *ways) byPath(path string) int {
	return slices.IndexFunc(w.places, func(p Place) bool { return p.Path == path })
}

// components are the sets of steps that lead to one another at once
// (Tarjan's strongly connected components, those with a cycle).
func (w *ways) components() [][]int {
	c := components{ways: w, order: make([]int, len(w.places)), low: make([]int, len(w.places)), open: make([]bool, len(w.places))}
	for i := range w.places {
		if c.order[i] == 0 {
			c.visit(i)
		}
	}
	return c.found
}

type components struct {
	ways       *ways
	order, low []int
	open       []bool
	stack      []int
	count      int
	found      [][]int
}

func (c *components) visit(i int) {
	c.count++
	c.order[i], c.low[i], c.open[i] = c.count, c.count, true
	c.stack = append(c.stack, i)
	for _, to := range c.ways.atOnce[i] {
		if c.order[to] == 0 {
			c.visit(to)
			c.low[i] = min(c.low[i], c.low[to])
		} else if c.open[to] {
			c.low[i] = min(c.low[i], c.order[to])
		}
	}
	if c.low[i] == c.order[i] {
		c.close(i)
	}
}

// close takes a component off the stack; one step alone counts when it leads
// to itself.
func (c *components) close(i int) {
	at := slices.Index(c.stack, i)
	component := slices.Clone(c.stack[at:])
	c.stack = c.stack[:at]
	for _, j := range component {
		c.open[j] = false
	}
	if len(component) > 1 || slices.Contains(c.ways.atOnce[i], i) {
		c.found = append(c.found, component)
	}
}
