package inbox

import (
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

func (p people) params() db.SeeSubscribersParams {
	var rows db.SeeSubscribersParams
	for who, person := range p {
		u := person.user
		rows.Projects, rows.Users = append(rows.Projects, who.project), append(rows.Users, who.chat)
		rows.FirstNames, rows.LastNames = append(rows.FirstNames, db.Storable(u.FirstName)), append(rows.LastNames, db.Storable(u.LastName))
		rows.Usernames, rows.Languages = append(rows.Usernames, db.Storable(u.Username)), append(rows.Languages, db.Storable(u.Language))
		rows.Sources = append(rows.Sources, db.Storable(person.source))
	}
	return rows
}
