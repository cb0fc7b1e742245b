// Package page is what every screen knows beside its own data: who is signed
// in, the theme, what was just done, where the static files are. The handlers
// put it into the context once a request, the components take it from there.
package page

import (
	"context"

	"botyard/internal/lang"
)

// Shell is what every screen of one request shares.
type Shell struct {
	// Asset gives the address of a static file by its name ("cabinet.css");
	// nil leaves names under /static/.
	Asset func(name string) string
	// User is who is signed in, nil at the doors.
	User *User
	// Theme is the account's choice.
	Theme Theme
	// Toast is what the previous request did, nil for nothing; it is shown once.
	Toast *Toast
	// Projects fill the switcher in the top bar, the most recent first; ten are enough.
	Projects []Project
	// Warning is what whoever runs the installation has to know: a key of the
	// catalogue, its hint under the same with ".hint"; "" for nothing.
	Warning string
	// Path is the request's path with its query; the language switch of the doors returns to it.
	Path string
	// Gallery shows the link to the component gallery (development only).
	Gallery bool
}

// User is the person who is signed in.
type User struct {
	// Email is the address of the account.
	Email string
	// Support tells that the person may go to the support desk.
	Support bool
}

// Theme is how light the cabinet is.
type Theme string

// The themes; SystemTheme follows the device.
const (
	SystemTheme Theme = ""
	LightTheme  Theme = "light"
	DarkTheme   Theme = "dark"
)

// Toast says what was done and, when it can be undone, offers that.
type Toast struct {
	// Key and Args are the words, from the catalogue, e.g. "toast.answer_removed".
	Key  string
	Args lang.Args
	// Undo is nil when there is nothing to undo.
	Undo *Undo
}

// Undo is a form with one button that takes the last act back.
type Undo struct {
	// Action is where the form posts.
	Action string
	// Fields are its hidden fields.
	Fields []Hidden
}

// Hidden is a hidden field of a form.
type Hidden struct{ Name, Value string }

// Mistake is one thing to mend in a form that was sent.
type Mistake struct {
	// Field is the name of the form's field, "" for the whole form.
	Field string
	// Key and Args are the words, from the catalogue, e.g. "problem.required".
	Key  string
	Args lang.Args
}

// Words is the mistake in ctx's language.
func (m Mistake) Words(ctx context.Context) string {
	if n, counted := m.Args["n"].(int); counted {
		return lang.N(ctx, m.Key, n, m.Args)
	}
	return lang.T(ctx, m.Key, m.Args)
}

// Mistakes are everything to mend in one form, in the order of its fields.
type Mistakes []Mistake

// At is the words of the first mistake at a field, "" when the field is well.
func (ms Mistakes) At(ctx context.Context, field string) string {
	for _, m := range ms {
		if m.Field == field {
			return m.Words(ctx)
		}
	}
	return ""
}

type shellKey struct{}

// With returns a context with the request's shell.
func With(ctx context.Context, s Shell) context.Context {
	return context.WithValue(ctx, shellKey{}, s)
}

// From is the shell that With put into ctx, an empty one when none did.
func From(ctx context.Context) Shell {
	s, _ := ctx.Value(shellKey{}).(Shell)
	return s
}

// Asset is the address of a static file.
func Asset(ctx context.Context, name string) string {
	if asset := From(ctx).Asset; asset != nil {
		return asset(name)
	}
	return "/static/" + name
}
