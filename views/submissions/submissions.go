// Package submissions holds the list of orders and requests, and a page for
// each.
//
// GET …/orders is the list (?status=, ?q=, ?before=), POST …/orders/exports
// (format "csv" or "xlsx", status, q) gives it as a file. GET …/orders/{number}
// is one; it posts to
//
//	…/orders/{number}/status   status          303 to it, with a toast that takes it back
//	…/orders/{number}/note     revision, note  saved as it is typed: 200 with ui.SavedWords, 409 with NoteForm
//	…/orders/{number}/removal                  303 to the list
package submissions

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"botyard/internal/lang"
	"botyard/views/page"
	"botyard/views/ui"
)

// Statuses are the codes of all states, in the order of their tabs.
var Statuses = []string{"new", "work", "done", "rejected"}

// List is the screen of all submissions, the newest first.
type List struct {
	Project page.Project
	// Status is the open tab's, "" for all; Query is as it was typed.
	Status, Query string
	// Counts are how many there are, by status.
	Counts map[string]int
	Rows   []Row
	// Older is the address of the next part, "" at the end; Newest that of the
	// first, "" on it.
	Older, Newest string
	// Site is the address where visitors can send something, "" for none.
	Site string
}

// Row is one submission in the list.
type Row struct {
	Number int64
	// Person is who sent it, "" for nobody known; Gist what it says in a few words.
	Person, Gist string
	At           time.Time
	// Status is one of Statuses, Kind "request", "order" or "booking".
	Status, Kind string
	// Sum is the order's, as people read it; "" without one.
	Sum string
}

// Submission is the screen of one.
type Submission struct {
	Project page.Project
	Row
	// Title is the form's, Source "site", "app" or "bot".
	Title, Source string
	// Username is the sender's in Telegram, "" for none.
	Username string
	Fields   []Field
	Lines    []Line
	// Consent is what was agreed to, "" for nothing.
	Consent string
	Note    Note
}

// Field is one answer.
type Field struct {
	Label, Value string
	// Link is where the value leads: "tel:…", "mailto:…"; "" for nowhere.
	Link string
}

// Line is one line of an order.
type Line struct {
	Name     string
	Quantity int
	Sum      string
}

// Note is what the owner wrote beside a submission.
type Note struct {
	// Text is as it stands in the form.
	Text     string
	Revision string
	Saved    ui.Saved
	// Theirs is what somebody else saved meanwhile (409), nil for nothing.
	Theirs *string
	// Mistake is what is wrong with it, "" for nothing.
	Mistake string
}

func (l List) url(status, query string) string {
	values := url.Values{}
	if status != "" {
		values.Set("status", status)
	}
	if query != "" {
		values.Set("q", query)
	}
	address := l.Project.URL("orders")
	if len(values) > 0 {
		address += "?" + values.Encode()
	}
	return address
}

// total counts all submissions.
func (l List) total() (n int) {
	for _, count := range l.Counts {
		n += count
	}
	return n
}

func (l List) exported() []page.Hidden {
	return []page.Hidden{{Name: "status", Value: l.Status}, {Name: "q", Value: l.Query}}
}

func (s Submission) url(parts ...string) string {
	return s.Project.URL(append([]string{"orders", strconv.FormatInt(s.Number, 10)}, parts...)...)
}

func (r Row) id() string { return "order-" + strconv.FormatInt(r.Number, 10) }

// who is the sender's name, or that there is none.
func (r Row) who(ctx context.Context) string {
	if r.Person == "" {
		return lang.T(ctx, "orders.nobody")
	}
	return r.Person
}

// when is the time of today's, the day of the others.
func (r Row) when(ctx context.Context) string { return lang.Lately(ctx, r.At) }

// badge is the look of a status.
func badge(status string) string {
	return map[string]string{"new": "live", "work": "work", "done": "done", "rejected": "no"}[status]
}

func pressed(holds bool) string { return strconv.FormatBool(holds) }
