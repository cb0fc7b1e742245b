package settings

import (
	"context"
	"strconv"
	"time"

	"botyard/internal/lang"
	"botyard/views/page"
)

// Invitations is the screen from which others are invited (GET and
// POST /account/invitations); POST …/{id}/removal withdraws one.
type Invitations struct {
	// Closed says why nobody can be invited: a key of the catalogue, "" when one can.
	Closed string
	// Link is the address of a new invitation, shown this once; "" for none.
	Link string
	// Until is when Link stops to work.
	Until time.Time
	// All are the invitations that were made, the newest first.
	All []Invitation
	// Mistakes are at "".
	Mistakes page.Mistakes
}

// Invitation is one that was made.
type Invitation struct {
	ID int64
	// Made and Ends are when it was made and until when it can be used.
	Made, Ends time.Time
	// Used is when somebody signed up by it, nil when nobody did.
	Used *time.Time
	// Open invitations can be used.
	Open bool
}

func (i Invitation) removal() string {
	return "/account/invitations/" + strconv.FormatInt(i.ID, 10) + "/removal"
}

// state is what became of it, in words.
func (i Invitation) state(ctx context.Context) string {
	switch {
	case i.Used != nil:
		return lang.T(ctx, "invitations.used", "at", lang.Moment(ctx, *i.Used))
	case i.Open:
		return lang.T(ctx, "invitations.until", "at", lang.Moment(ctx, i.Ends))
	}
	return lang.T(ctx, "invitations.late")
}
