package flow

import (
	"slices"

	"botyard/internal/spec"
)

// Release is scenarios made ready to run; it never changes and may be shared.
type Release struct {
	setting   Setting
	scenarios Scenarios
	rules     []rule
	start     *Scenario
	fallback  *Scenario
	nodes     map[*Step]*node
	byID      map[string]*node
	byKey     map[string]*node
	fields    map[string]Field
}

// Setting is what a release has besides its scenarios.
type Setting struct {
	// Number of the release; buttons carry it.
	Number int32
	// Moves tells where people go who stand on a step that this release does
	// not have any more: by the step's id the id of the step that runs
	// instead, at the dialogue's next event. The moves of earlier releases
	// are to be handed on.
	Moves map[string]string
	// Fields of the project besides those that the scenarios make.
	Fields []Field
}

// Moves are Setting.Moves as they are stored.
type Moves map[string]string

type rule struct {
	rank     Rank
	matches  func(e *Event) bool
	scenario *Scenario
}

// node is a step in its place.
type node struct {
	*Step
	scenario *Scenario
	// next is what runs behind the step when it decides nothing else; nil:
	// the run ends.
	next *node
	// menu is the step with the buttons of which one led here, nil without.
	menu *node
}

// Compile makes scenarios that Check found sound ready to run. Scenarios with
// problems run, too, as far as they make sense.
func Compile(scenarios Scenarios, s Setting) *Release {
	r := &Release{
		setting: s, scenarios: scenarios, fields: map[string]Field{},
		nodes: map[*Step]*node{}, byID: map[string]*node{}, byKey: map[string]*node{},
	}
	for i := range scenarios {
		for _, t := range scenarios[i].Triggers {
			r.rules = append(r.rules, rule{t.Config.Rank(), t.Config.Matcher(), &scenarios[i]})
		}
		r.link(scenarios[i].Steps, nil, node{scenario: &scenarios[i]})
	}
	slices.SortStableFunc(r.rules, func(a, b rule) int { return int(a.rank - b.rank) })
	for _, f := range append(scenarios.Fields(), s.Fields...) {
		if _, known := r.fields[f.ID]; !known {
			r.fields[f.ID] = f
		}
	}
	r.start = r.match(&Event{Text: "/start"}, RankCommand)
	r.fallback = r.match(&Event{}, RankFallback)
	r.adopt()
	return r
}

// link makes the nodes of a list behind which next runs. The list and all
// beneath it are like the node around.
func (r *Release) link(s Steps, next *node, around node) {
	for i := len(s) - 1; i >= 0; i-- {
		n := &node{Step: &s[i], scenario: around.scenario, next: next, menu: around.menu}
		parts := s[i].Parts()
		for _, list := range parts.Lists {
			beneath := *n
			if list.Pressed {
				beneath.menu = n
			}
			r.link(list.Steps, next, beneath)
		}
		r.enter(n, parts.Keys)
		next = n
	}
}

// enter makes a node known by its id and keys. Of several the last that is
// entered holds: the first of the outline.
func (r *Release) enter(n *node, keys []Ref) {
	r.nodes[n.Step] = n
	r.byID[n.ID] = n
	for _, key := range keys {
		r.byKey[key.Value] = n
	}
}

// adopt gives scenarios that one menu alone leads to that menu for their way back.
func (r *Release) adopt() {
	menus := map[*Scenario][]*node{}
	for _, n := range r.nodes {
		for _, link := range n.Parts().Links {
			if to := r.target(link.Value); to != nil && !link.Runs && !slices.Contains(menus[to.scenario], n) {
				menus[to.scenario] = append(menus[to.scenario], n)
			}
		}
	}
	for _, n := range r.nodes {
		if from := menus[n.scenario]; n.menu == nil && len(from) == 1 && from[0].scenario != n.scenario {
			n.menu = from[0]
		}
	}
}

// target is the node of "step:…" or "scenario:…", nil when there is none.
func (r *Release) target(to string) *node {
	sort, id := spec.ParseTarget(to)
	switch sort {
	case "step":
		return r.byID[id]
	case "scenario":
		return r.first(r.scenarios.Find(id))
	}
	return nil
}

// first is where a scenario begins, nil when it is empty.
func (r *Release) first(s *Scenario) *node {
	if s == nil || len(s.Steps) == 0 {
		return nil
	}
	return r.nodes[&s.Steps[0]]
}

// match finds what an event starts among the triggers of a rank.
func (r *Release) match(e *Event, rank Rank) *Scenario { return r.matchBetween(e, rank, rank) }

// matchBetween finds what an event starts among the triggers of some ranks.
func (r *Release) matchBetween(e *Event, first, last Rank) *Scenario {
	for _, rule := range r.rules {
		if first <= rule.rank && rule.rank <= last && rule.matches(e) {
			return rule.scenario
		}
	}
	return nil
}

// Number of the release.
func (r *Release) Number() int32 { return r.setting.Number }

// menuID is the id of the menu that holds the node, "" without one.
func (n *node) menuID() string {
	if n.menu == nil {
		return ""
	}
	return n.menu.ID
}
