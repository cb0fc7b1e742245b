// Package audit holds the log of what was done in a project.
//
// GET …/audit is the log, ?before= an older part of it.
package audit

import (
	"context"
	"time"

	"botyard/internal/lang"
	"botyard/views/page"
)

// Log is the screen, the newest first.
type Log struct {
	Project page.Project
	Entries []Entry
	// Older is the address of the next part, "" at the end.
	Older string
}

// Entry is one thing that was done.
type Entry struct {
	// What is the end of its key in the catalogue, "audit.what."; N fills {n}.
	What, N string
	At      time.Time
	Who     Who
	// Email is that of a member.
	Email string
}

// Who did it.
type Who string

// The kinds of those who do something.
const (
	Member  Who = "member"
	Support Who = "support"
	Gone    Who = "gone"
	Service Who = "service"
)

func (e Entry) what(ctx context.Context) string {
	return lang.T(ctx, "audit.what."+e.What, "n", e.N)
}

func (e Entry) who(ctx context.Context) string {
	if e.Who == Member {
		return e.Email
	}
	return lang.T(ctx, "audit."+string(e.Who))
}
