// Package submission keeps what visitors send, from pages and from the bot:
// once under each key, numbered within the project.
package submission

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"botyard/db"
	"botyard/miniapp"
)

// ErrOtherBody tells that a key was used before with another body.
var ErrOtherBody = errors.New("the key was used with another body")

// Source is where a submission came from.
type Source string

// The sources.
const (
	FromSite Source = "site"
	FromApp  Source = "app"
	FromBot  Source = "bot"
)

// Kind is what sort of submission it is.
type Kind string

// The kinds.
const (
	Request Kind = "request"
	Order   Kind = "order"
	Booking Kind = "booking"
)

// sameSpan is for how long what comes without a key is known by its body.
const sameSpan = time.Minute

// Entry is what is to be recorded.
type Entry struct {
	Project int64
	Kind    Kind
	Source  Source
	// User is the Telegram user who has proved to be the sender, 0 for nobody;
	// Name is how Telegram calls them.
	User int64
	Name string
	// Principal and Key recognise what is sent again to the same form: who
	// sends it and what they call it. Without a Key the Digest does, for a minute.
	Principal, Key string
	// Digest is that of what was sent: with a Key of the body, without one of
	// the body and whatever tells the sender.
	Digest []byte
	// Content is what is kept; its Form names the form, or the step of a scenario.
	Content miniapp.Submission
}

// OfStep is the key of what a turn submits: the event and the effect's ordinal
// in it, so that a turn that is run again records nothing twice.
func OfStep(event int64, seq int) string {
	return strconv.FormatInt(event, 10) + "." + strconv.Itoa(seq)
}

// OfUser is the principal of a Telegram user who has proved to be the sender.
func OfUser(user int64) string { return "telegram " + strconv.FormatInt(user, 10) }

// Keep is Record for what a turn submits: it has a Key, reads nothing back, and
// so can be sent with other statements in one round trip.
func Keep(ctx context.Context, q *db.Queries, e Entry) error {
	row := e.row(0)
	err := q.KeepSubmission(ctx, db.KeepSubmissionParams{
		ProjectID: row.ProjectID, Form: row.Form, Kind: row.Kind, Source: row.Source, UserID: row.UserID, Principal: row.Principal,
		Key: e.Key, Title: row.Title, Person: row.Person, Contact: row.Contact, Content: row.Content, Words: row.Words,
	})
	if err != nil {
		return fmt.Errorf("keep a submission of project %d: %w", e.Project, err)
	}
	return nil
}

// Record keeps a submission in the transaction of q, once under its key, and
// gives the receipt; fresh is false when it was there already. Those of a
// project are recorded one after another until their transactions end. Errors:
// ErrOtherBody.
func Record(ctx context.Context, q *db.Queries, e Entry) (receipt miniapp.Receipt, fresh bool, err error) {
	last, err := q.LockSubmissionCounter(ctx, e.Project)
	if err != nil {
		return receipt, false, fmt.Errorf("number a submission of project %d: %w", e.Project, err)
	}
	receipt, found, err := Known(ctx, q, e)
	if err != nil || found {
		return receipt, false, err
	}
	receipt = miniapp.Receipt{Number: last + 1, Total: e.Content.Total}
	if err := q.CreateSubmission(ctx, e.row(receipt.Number)); err != nil {
		return receipt, false, fmt.Errorf("record a submission of project %d: %w", e.Project, err)
	}
	err = q.CountSubmission(ctx, db.CountSubmissionParams{ProjectID: e.Project, Number: receipt.Number})
	if err != nil {
		return receipt, false, fmt.Errorf("count a submission of project %d: %w", e.Project, err)
	}
	return receipt, true, nil
}

// Known gives the receipt of what was recorded before, by the entry's project,
// form, principal, key and digest alone. Errors: ErrOtherBody.
func Known(ctx context.Context, q *db.Queries, e Entry) (receipt miniapp.Receipt, found bool, err error) {
	if e.Key == "" {
		row, err := q.RecentSubmission(ctx, db.RecentSubmissionParams{
			ProjectID: e.Project, Form: e.Content.Form, Principal: e.Principal, Digest: e.Digest, Span: sameSpan,
		})
		return receiptOf(row.Number, row.Total, err)
	}
	row, err := q.SubmissionByKey(ctx, db.SubmissionByKeyParams{
		ProjectID: e.Project, Form: e.Content.Form, Principal: e.Principal, Key: e.Key,
	})
	if err == nil && string(row.Digest) != string(e.Digest) {
		return receipt, false, ErrOtherBody
	}
	return receiptOf(row.Number, row.Total, err)
}

func receiptOf(number, total int64, err error) (miniapp.Receipt, bool, error) {
	if db.NotFound(err) {
		return miniapp.Receipt{}, false, nil
	}
	if err != nil {
		return miniapp.Receipt{}, false, fmt.Errorf("look for a submission: %w", err)
	}
	return miniapp.Receipt{Number: number, Total: total}, true, nil
}

func (e Entry) row(number int64) db.CreateSubmissionParams {
	content := storable(e.Content)
	person, contact := e.person(content)
	row := db.CreateSubmissionParams{
		ProjectID: e.Project, Number: number, Form: content.Form, Kind: string(e.Kind), Source: string(e.Source), UserID: e.User,
		Principal: e.Principal, Digest: e.Digest, Title: content.Title, Person: person, Contact: contact,
		Total: content.Total, Currency: content.Currency, Content: content, Words: wordsOf(person, content),
	}
	if e.Key != "" {
		row.Key = &e.Key
	}
	return row
}
