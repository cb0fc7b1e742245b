// Package scenario holds the list of a bot's scenarios and the editor of one.
//
// The list stands on the screen GET …/bot; its query says ?add (the list of
// goals), ?q (search), ?rename (the id of a scenario). The editor is
// GET …/bot/scenarios/{scenario}, its query says
//
//	step     the step that is open, in its place
//	at       the list of steps that a phone shows, by its name
//	insert   where the palette is open in that list: a step's id, or "end"
//	trigger  the trigger that is open, by its place; "new" for the palette
//	field    the field of the open form that takes the focus
//	mend     shows what is still empty there, too
//
// Posts are answered 303 to the screen, or 422 with it; htmx takes its region
// from the whole page. Only saving an open step or trigger differs when
// HX-Request is set: 200 or 422 with SaveReply, 409 with OpenForm.
package scenario

import (
	"botyard/internal/spec"
	"botyard/views/page"
	"botyard/views/ui"
)

// List is the scenarios of a bot.
type List struct {
	Project page.Project
	// Rows are those that Search finds, Total how many there are.
	Rows   []Row
	Total  int
	Search string
	// Goals are offered when Adding.
	Adding bool
	Goals  []string
	// Renaming is the id of the scenario whose title is edited, as Typed.
	Renaming, Typed string
	Mistakes        page.Mistakes
	// Undo and Redo are what would be taken back and done again, nil for nothing.
	Undo, Redo *Edit
}

// Row is one scenario of the list.
type Row struct {
	ID, Title string
	// When tells what starts it, in order.
	When []Sentence
	// Gist is the first words that it says.
	Gist string
	// Steps counts all of its steps, Problems what stops a publication in it.
	Steps, Problems int
}

// Sentence tells in a few words what starts a scenario.
type Sentence struct {
	Kind spec.Kind
	// Value is what it is about, "/start" or «меню»; "" when the kind says all.
	Value string
}

// Edit is an edit that can be taken back or done again.
type Edit struct {
	// What is the key of its words under "edit."; Title is the scenario's.
	What, Title string
}

// Editor is the screen of one scenario.
type Editor struct {
	Project   page.Project
	ID, Title string
	// Others are all scenarios of the project.
	Others []Link
	// Renaming shows the form of the title, as Typed.
	Renaming bool
	Typed    string
	Mistakes page.Mistakes
	// Triggers are what starts it. AddingTrigger opens their palette.
	Triggers      []Trigger
	AddingTrigger bool
	TriggerKinds  []spec.Kind
	// Top is the list with which the outline begins, Crumbs the way to the list
	// that a phone shows, the scenario's own first.
	Top    Level
	Crumbs []Link
	// Palette is where a step is inserted, nil for nowhere.
	Palette *Palette
	// Problems of the whole scenario, the blocking ones first.
	Problems   []Problem
	Undo, Redo *Edit
}

// Link leads somewhere; Here marks the place where one is.
type Link struct {
	Title, URL string
	Here       bool
}

// Problem is something to mend, with the address of its field.
type Problem struct {
	spec.Problem
	Where, URL string
}

// Trigger is one thing that starts the scenario.
type Trigger struct {
	Sentence
	// Form is set when it is open.
	Form *Form
	// Bad tells that something stops a publication.
	Bad bool
}

// Level is a list of steps.
type Level struct {
	// Name of the list, "" for the scenario's own.
	Name  string
	Steps []Step
	// Here marks the list that a phone shows, Leads one that holds it.
	Here, Leads bool
}

// Step is a step in its place.
type Step struct {
	ID   string
	Kind spec.Kind
	// Gist is its first words, Leaves what it leaves behind, as the name of
	// the data that it fills.
	Gist, Leaves string
	// Goes is where it leads, nil for on.
	Goes     *Link
	Branches []Branch
	// Bad tells that something is wrong, which is more than still empty.
	Bad bool
	// Leads marks a step that holds the list which a phone shows.
	Leads bool
	// Form is set when the step is open.
	Form *Form
	// Menu tells that buttons can be added to it.
	Menu bool
}

// Branch is a list of steps beneath a step, with what leads into it.
type Branch struct {
	// Label is a button's, else Words name the list.
	Label string
	Words spec.Words
	// Pressed lists begin with a button.
	Pressed bool
	// Level is empty when Goes tells where the button leads instead, or when
	// the list is too deep to be shown here (Folded).
	Level  Level
	Goes   *Link
	Folded bool
	// Count is how many steps are in it, those beneath included; Gist what the
	// first says.
	Count int
	Gist  string
	URL   string
	Bad   bool
}

// Palette is where a step can be inserted.
type Palette struct {
	// List is its name, Before the step before which it comes, "" for the end.
	List, Before string
	Kinds        []spec.Kind
}

// Form is an open step or trigger.
type Form struct {
	// ID is unique on the page: it begins the ids of the fields.
	ID   string
	Kind spec.Kind
	// URL is where it is saved, Screen where it is shown open.
	URL, Screen string
	// Values are the fields by their names, as spec.FormValues gives them.
	Values map[string]string
	// Mistakes are at the names of fields.
	Mistakes page.Mistakes
	Revision string
	Saved    ui.Saved
	// Conflict is set when somebody else saved in between (409): Values are
	// what was typed here, these are theirs.
	Conflict map[string]string
	// Insertions are the variables of texts.
	Insertions []ui.Insertion
	// Choices are the options of fields that are not in their specification,
	// by the names of fields; those of rows by the name without the numbers.
	Choices map[string][]Group
	// Focus is the name of the field that takes the focus.
	Focus string
	// Files are the project's, to be chosen from, the newest first; Uploads is
	// where another is sent to (POST file), and below it, at /chosen, which one
	// is taken (POST key).
	Files   []File
	Uploads string
}

// File is one that was uploaded.
type File struct {
	Key string
	// Name is what people see it called, URL where it is.
	Name, URL string
	// Picture tells that it can be drawn.
	Picture bool
}

// Group is a part of a list of options; Label is "" for those without one.
type Group struct {
	Label   string
	Options []ui.Option
}
