// Package testers is the screen from which people try the draft on the real bot.
//
// GET …/testers shows it; POST makes a link and shows it this once;
// POST …/testers/link/removal withdraws it, POST …/testers/{tester}/removal
// gives somebody the published bot back.
package testers

import (
	"context"
	"time"

	"botyard/internal/lang"
	"botyard/views/page"
)

// Page is the screen.
type Page struct {
	Project page.Project
	// Connected tells that there is a bot to open.
	Connected bool
	// Link is the address of a new link, shown this once, and Code its picture
	// to be scanned; "" for none.
	Link, Code string
	// Open tells that a link is good; Until is when it expires.
	Open  bool
	Until time.Time
	// Testers are who follow the draft, the newest first.
	Testers []Tester
}

// Tester is somebody whose chat runs the draft.
type Tester struct {
	ID string
	// Name and Username as Telegram shows them, "" when they are gone.
	Name, Username string
	Joined         time.Time
}

// called is how a tester is known in the list.
func (t Tester) called(ctx context.Context) string {
	switch {
	case t.Name != "":
		return t.Name
	case t.Username != "":
		return "@" + t.Username
	}
	return lang.T(ctx, "testers.nameless")
}

// makes is what the button says that makes a link.
func (p Page) makes(ctx context.Context) string {
	if p.Open {
		return lang.T(ctx, "testers.make_another")
	}
	return lang.T(ctx, "testers.make")
}
