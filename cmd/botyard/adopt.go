package main

import (
	"context"
	"fmt"

	"botyard/db"
	"botyard/internal/installation"
)

// adopt is `botyard adopt`: a database that was copied, restored, or belongs to
// another address is this installation's from now on.
func (p program) adopt(ctx context.Context, args []string) error {
	f := p.flags("adopt")
	keep := f.Bool("keep-waiting", false, "let what waits go on: the database only moved, and nothing runs where it was")
	if err := parse(f, args); err != nil {
		return err
	}
	return p.withStore(ctx, func(c config, store *db.Store) error {
		a, err := installation.Adopt(ctx, store, origin(c.publicURL), *keep)
		if err != nil {
			return err
		}
		fmt.Fprintln(p.stdout, adopted(a))
		return nil
	})
}

// adopted says in one sentence what was found, and what was done about it.
func adopted(a installation.Adoption) string {
	if a.Needless {
		return a.Sentence() + "; nothing was to be done"
	}
	return fmt.Sprintf("%s; it is at home here now, %d bots are being connected, %d waiting events and %d messages were set aside",
		a.Sentence(), a.Bots, a.Events, a.Messages)
}
