package registry

import (
	"context"
	"fmt"

	"botyard/db"
)

// Subject is whose rows are meant: a project's, a person's within a project, an
// account's, or those of who signs in.
type Subject struct{ account, user, project, person int64 }

// OfProject means everything of a project.
func OfProject(id int64) Subject { return Subject{project: id} }

// OfPerson means everything that a project knows of a Telegram user.
func OfPerson(project, telegramUser int64) Subject {
	return Subject{project: project, person: telegramUser}
}

// OfAccount means what belongs to an account itself; its projects are erased
// before, its people after it.
func OfAccount(id int64) Subject { return Subject{account: id} }

// OfUser means what belongs to one who signs in.
func OfUser(id int64) Subject { return Subject{user: id} }

// condition gives the columns of a table that name the subject, with their
// ids; none when the table holds nothing of it.
func (s Subject) condition(t Table) (columns []string, ids []int64) {
	switch {
	case s.person != 0 && t.Person != "":
		return []string{t.Project, t.Person}, []int64{s.project, s.person}
	case s.person != 0:
		return nil, nil
	case s.project != 0 && t.Project != "":
		return []string{t.Project}, []int64{s.project}
	case s.account != 0 && t.Account != "" && t.Project == "":
		return []string{t.Account}, []int64{s.account}
	case s.user != 0 && t.User != "":
		return []string{t.User}, []int64{s.user}
	}
	return nil, nil
}

// pieceSize is how many rows Thin deletes in one transaction.
const pieceSize = 5000

// Thin erases most of a subject's many rows in small pieces, each in a
// transaction of its own, so that Erase has little left to do. It may be
// repeated.
func Thin(ctx context.Context, store *db.Store, s Subject) error {
	piece := int32(pieceSize)
	for _, t := range Tables {
		columns, ids := s.condition(t)
		if !t.Apart || columns == nil {
			continue
		}
		for {
			n, err := store.EraseRows(ctx, db.EraseRowsParams{Tab: t.Name, Columns: columns, Ids: ids, Most: &piece})
			if err != nil {
				return fmt.Errorf("erase from %s: %w", t.Name, err)
			}
			if n < pieceSize {
				break
			}
		}
	}
	return nil
}

// Erase removes every row of a subject, within the caller's transaction. The
// owner of the project waits for its end: what was being written before is
// erased, and what comes after finds its event or its message gone.
func Erase(ctx context.Context, q *db.Queries, s Subject) error {
	if s.project != 0 {
		if err := q.LockShardOfProject(ctx, s.project); err != nil {
			return fmt.Errorf("keep the owner out: %w", err)
		}
	}
	for _, t := range Tables {
		columns, ids := s.condition(t)
		if columns == nil || t.Kept != "" {
			continue
		}
		if _, err := q.EraseRows(ctx, db.EraseRowsParams{Tab: t.Name, Columns: columns, Ids: ids}); err != nil {
			return fmt.Errorf("erase from %s: %w", t.Name, err)
		}
	}
	return nil
}
