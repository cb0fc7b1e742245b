package registry

import (
	"context"
	"fmt"

	"github.com/alexedwards/scs/v2"

	"botyard/db"
)

// SessionUser is the key under which a session holds the id of who is signed in.
const SessionUser = "user"

// sessionsAtOnce is how many sessions are read at a time.
const sessionsAtOnce = 1000

// eraseSessions removes the sessions of a user. Whose a session is stands in
// its data only, so that all are read; that happens when somebody leaves.
func eraseSessions(ctx context.Context, q *db.Queries, user int64) error {
	var last string
	for {
		rows, err := q.SessionsAfter(ctx, db.SessionsAfterParams{Token: last, Most: sessionsAtOnce})
		if err != nil {
			return fmt.Errorf("read sessions: %w", err)
		}
		var theirs []string
		for _, row := range rows {
			if sessionUser(row.Data) == user {
				theirs = append(theirs, row.Token)
			}
			last = row.Token
		}
		if err := q.EraseSessions(ctx, theirs); err != nil {
			return fmt.Errorf("erase sessions: %w", err)
		}
		if len(rows) < sessionsAtOnce {
			return nil
		}
	}
}

// sessionUser is who is signed in by a session, 0 for nobody.
func sessionUser(data []byte) int64 {
	_, values, err := scs.GobCodec{}.Decode(data)
	if err != nil {
		return 0
	}
	id, _ := values[SessionUser].(int64)
	return id
}
