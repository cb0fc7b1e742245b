package handlers

import (
	"context"
	"fmt"
	"net/http"

	"botyard/internal/flow"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/scenario"
)

// showMap draws all scenarios with what leads where.
func (s *server) showMap(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	frame, err := s.frame(r.Context(), p)
	if err != nil {
		return err
	}
	draft, _, err := s.Projects.Draft(r.Context(), p.ID)
	if err != nil {
		return err
	}
	problems, err := s.Projects.Check(r.Context(), p.ID, draft)
	if err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, scenario.MapPage(mapOf(r.Context(), frame, draft, problems)))
}

// Distances of a map, in pixels.
const (
	mapColumn = scenario.BoxWidth + 44
	mapRow    = scenario.BoxHeight + 22
	mapGap    = 26 // between scenarios
	mapIndent = 20 // from a box's edge to the line that leaves it below
)

// cartographer draws a map row by row: a step a row, what lies beneath it a
// column further.
type cartographer struct {
	scenario.Map
	draft flow.Scenarios
	words *vocabulary
	bad   map[string]bool
	// at are the boxes by "step:…" and "scenario:…", jumps what leads to them.
	at    map[string]scenario.Box
	jumps []jump
	y     int
}

// jump leads from a box to a place that may not be drawn yet.
type jump struct {
	from scenario.Box
	to   string
}

func mapOf(ctx context.Context, frame page.Project, draft project.Draft, problems []spec.Problem) scenario.Map {
	c := cartographer{
		Map: scenario.Map{Project: frame, Width: mapColumn}, draft: draft.Scenarios, words: newVocabulary(ctx, draft.Scenarios),
		bad: badSteps(draft.Scenarios, problems), at: map[string]scenario.Box{},
	}
	for i := range c.draft {
		c.scenario(ctx, &c.draft[i])
	}
	for _, j := range c.jumps {
		c.jump(j)
	}
	c.Height = c.y
	return c.Map
}

// badSteps are the ids of steps in which something is wrong.
func badSteps(all flow.Scenarios, problems []spec.Problem) map[string]bool {
	stepAt, bad := map[string]string{}, map[string]bool{}
	for place := range all.All() {
		stepAt["/scenarios"+place.Path] = place.Step.ID
	}
	for _, p := range problems {
		if _, id := owner(stepAt, p.Path); id != "" && wrong(p) {
			bad[id] = true
		}
	}
	return bad
}

func (c *cartographer) scenario(ctx context.Context, s *flow.Scenario) {
	start := scenario.Box{X: 0, Y: c.y, ID: s.ID, Words: scenarioTitle(ctx, s), URL: scenario.URL(c.Project, s.ID), Head: lang.T(ctx, "scenario.no_trigger")}
	if len(s.Triggers) > 0 {
		start.Head = c.words.sentence(ctx, c.draft, s.Triggers[0]).Text(ctx)
	}
	c.put("scenario:"+s.ID, start)
	c.list(ctx, s, s.Steps, 0, start)
	c.y += mapGap
}

// put draws a box in a row of its own.
func (c *cartographer) put(name string, b scenario.Box) {
	c.at[name] = b
	c.Boxes = append(c.Boxes, b)
	c.y += mapRow
	c.Width = max(c.Width, b.X+scenario.BoxWidth+60)
}

// list draws steps beneath one another; before is the box that leads to the first.
func (c *cartographer) list(ctx context.Context, own *flow.Scenario, steps flow.Steps, column int, before scenario.Box) {
	for i := range steps {
		step := &steps[i]
		kind, _ := flow.StepKind(step.Kind)
		b := scenario.Box{X: column * mapColumn, Y: c.y, Kind: kind, Words: c.words.gist(ctx, step), URL: scenario.StepURL(c.Project, own.ID, step.ID, ""), Bad: c.bad[step.ID]}
		if b.X == before.X {
			c.Lines = append(c.Lines, scenario.Line{Path: fmt.Sprintf("M%d %dV%d", b.X+mapIndent, before.Y+scenario.BoxHeight, b.Y)})
		}
		c.put("step:"+step.ID, b)
		for _, link := range step.Parts().Links {
			c.jumps = append(c.jumps, jump{b, link.Value})
		}
		for _, branch := range step.Branches() {
			c.branch(ctx, own, branch, column+1, b)
		}
		before = b
	}
}

// branch draws a list beneath a step, with what leads into it on the line.
func (c *cartographer) branch(ctx context.Context, own *flow.Scenario, branch flow.Branch, column int, from scenario.Box) {
	k := sketch{own: own}
	x, y := from.X+mapIndent, c.y+scenario.BoxHeight/2
	c.Lines = append(c.Lines, scenario.Line{
		Path:  fmt.Sprintf("M%d %dV%dH%d", x, from.Y+scenario.BoxHeight, y, column*mapColumn),
		Label: k.branchLabel(ctx, &branch), LabelX: x + 8, LabelY: y - 6,
	})
	if len(branch.Steps) == 0 {
		c.y += mapRow
		return
	}
	c.list(ctx, own, branch.Steps, column, from)
}

// jump draws what leaves the order of steps; what leads out of the bot, or
// nowhere, is not drawn.
func (c *cartographer) jump(j jump) {
	to, known := c.at[j.to]
	if !known {
		return
	}
	x, y := j.from.X+scenario.BoxWidth, j.from.Y+scenario.BoxHeight/2
	tx, ty := to.X+scenario.BoxWidth, to.Y+scenario.BoxHeight/2
	bend := max(x, tx) + 44
	c.Lines = append(c.Lines, scenario.Line{Path: fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x, y, bend, y, bend, ty, tx+2, ty), Jumps: true})
}
