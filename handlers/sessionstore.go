package handlers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"botyard/db"
)

// sessionStore keeps sessions in the database, each with whose it is and on
// which device, so that a person can be shown theirs. It sees hashes of tokens
// only. Retention forgets what has expired.
type sessionStore struct{ store *db.Store }

// FindCtx reads a session that is still good, and notes that it was seen.
func (s sessionStore) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	data, err := s.store.FindSession(ctx, token)
	switch {
	case db.NotFound(err):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("find the session: %w", err)
	}
	known(ctx).session = token
	return data, true, nil
}

// CommitCtx writes a session of whoever is signed in by now.
func (s sessionStore) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	row := db.SaveSessionParams{Token: token, Data: data, Expiry: expiry, Device: deviceOf(known(ctx).agent)}
	if person := known(ctx).person; person != nil {
		row.UserID = &person.ID
	}
	if err := s.store.SaveSession(ctx, row); err != nil {
		return fmt.Errorf("keep the session: %w", err)
	}
	return nil
}

// DeleteCtx ends a session.
func (s sessionStore) DeleteCtx(ctx context.Context, token string) error {
	if err := s.store.DeleteSession(ctx, token); err != nil {
		return fmt.Errorf("end the session: %w", err)
	}
	return nil
}

// errNoContext answers calls that scs makes of stores without a context only.
var errNoContext = errors.New("a session store needs the request's context")

// Find is never called.
func (sessionStore) Find(string) ([]byte, bool, error) { return nil, false, errNoContext }

// Commit is never called.
func (sessionStore) Commit(string, []byte, time.Time) error { return errNoContext }

// Delete is never called.
func (sessionStore) Delete(string) error { return errNoContext }
