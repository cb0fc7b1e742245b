package inbox

import (
	"context"
	"fmt"

	"botyard/db"
	"botyard/internal/flow"
)

// people are who wrote in a batch, each once: with the source that they first
// came from and the names that they bore last.
type people map[chatKey]person

type person struct {
	user   flow.User
	source string
}

func (p people) see(who chatKey, happened flow.Event) {
	source := happened.Source()
	if known, seen := p[who]; seen {
		source = known.source
	}
	p[who] = person{happened.User, source}
}

// save writes who is new, and the others as they are now.
func (p people) save(ctx context.Context, q *db.Queries, known known) error {
	var added, others db.AddSubscribersParams
	for who, person := range p {
		if _, stored := known.seen[who]; stored {
			addPerson(&others, who, person)
		} else {
			addPerson(&added, who, person)
		}
	}
	if len(added.Users) > 0 {
		if err := q.AddSubscribers(ctx, added); err != nil {
			return fmt.Errorf("add subscribers: %w", err)
		}
	}
	if len(others.Users) == 0 {
		return nil
	}
	return q.SeeSubscribers(ctx, db.SeeSubscribersParams{
		Projects: others.Projects, Users: others.Users, FirstNames: others.FirstNames, LastNames: others.LastNames,
		Usernames: others.Usernames, Languages: others.Languages,
	})
}

func addPerson(rows *db.AddSubscribersParams, who chatKey, person person) {
	u := person.user
	rows.Projects, rows.Users = append(rows.Projects, who.project), append(rows.Users, who.chat)
	rows.FirstNames, rows.LastNames = append(rows.FirstNames, db.Storable(u.FirstName)), append(rows.LastNames, db.Storable(u.LastName))
	rows.Usernames, rows.Languages = append(rows.Usernames, db.Storable(u.Username)), append(rows.Languages, db.Storable(u.Language))
	rows.Sources = append(rows.Sources, db.Storable(person.source))
}
