package media

import (
	"context"
	"errors"

	"botyard/db"
)

// ErrNoRoom means that the files of a project, of its account or of the whole
// installation take all the room that there is for them.
var ErrNoRoom = errors.New("no room for more files")

// Room is how many bytes of files there may be.
type Room struct{ Project, Account, Installation int64 }

// DefaultRoom is that of an installation that says nothing else.
func DefaultRoom() Room { return Room{Project: 512 << 20, Account: 1 << 30, Installation: 50 << 30} }

// check is asked when a file has been counted. Of two files that come at once
// both may find room.
func (r Room) check(ctx context.Context, q *db.Queries, project int64) error {
	used, err := q.MediaBytes(ctx, project)
	if err != nil {
		return err
	}
	if used.Project > r.Project || used.Account > r.Account || used.Installation > r.Installation {
		return ErrNoRoom
	}
	return nil
}
