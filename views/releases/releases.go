// Package releases holds the list of versions and the screen of publishing.
//
// GET …/releases is the list, GET …/releases/new the screen of publishing; it
// posts to …/releases, and "make current" to …/releases/current (field release).
package releases

import (
	"context"
	"time"

	"botyard/internal/lang"
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/ui"
)

// List is the list of versions, the newest first.
type List struct {
	Project  page.Project
	Releases []Release
	// Edited is when the edits that clients do not see were made last; zero without any.
	Edited time.Time
	// Older is the address of the next page of the list, "" at its end.
	Older string
}

// Release is one version.
type Release struct {
	Number int
	At     time.Time
	// By is the e-mail of who published it.
	By string
	// Current is what clients see.
	Current bool
	// What it changed, in words; More counts those that are left out.
	What []string
	More int
}

// Publish is the screen that says what a new version changes and what stops it.
type Publish struct {
	Project page.Project
	// Next is the number of the new version.
	Next int
	// Changes are what is different from what clients see; may be empty.
	Changes []Change
	// Problems stop the publication, unless they are only warnings.
	Problems []Problem
	// Otherwise are the kept conversations that go another way now. They warn only.
	Otherwise []Link
	// Standing are people in the middle of a conversation on a step that is gone.
	Standing []Standing
	// Steps are where they can be moved to.
	Steps []ui.Option
}

// Standing is people on a step that the new version does not have.
type Standing struct {
	// Step is its id, Words what it was.
	Step, Words string
	People      int
}

// move is the field that says where they go; nowhere: they finish where they are.
func (p Publish) move(ctx context.Context, s Standing) ui.Input {
	options := append([]ui.Option{{Value: "", Label: lang.T(ctx, "releases.finish")}}, p.Steps...)
	return ui.Input{
		ID: "move-" + s.Step, Name: "move-" + s.Step, Label: s.Words, Hint: lang.N(ctx, "releases.stand", s.People), Options: options,
	}
}

// Link leads somewhere in the cabinet.
type Link struct{ Title, URL string }

// Change is one place that differs.
type Change struct {
	// Section tells which picture stands before it: page.Bot or page.Pages.
	Section page.Section
	// Title is the place in the owner's words, e.g. the title of a page.
	Title string
	// What tells what happened to it.
	What What
	// URL leads to it, "" when it is gone.
	URL string
}

// What happened to a place.
type What string

// What may happen.
const (
	Added   What = "added"
	Edited  What = "edited"
	Removed What = "removed"
)

// Problem is one thing to mend, with a link to its field.
type Problem struct {
	spec.Problem
	// Where is the place in the owner's words; URL leads to its field.
	Where, URL string
}

// Blocked tells whether anything stops the publication.
func (p Publish) Blocked() bool {
	for _, problem := range p.Problems {
		if !problem.Warning {
			return true
		}
	}
	return false
}
