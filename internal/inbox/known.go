package inbox

import (
	"context"
	"encoding/json"
	"fmt"

	"botyard/db"
	"botyard/internal/flow"
)

// known are the people of a batch as the turns find and leave them.
type known struct {
	people map[chatKey]flow.Person
	// changed have other data or tags than are stored.
	changed map[chatKey]bool
	// seen has who is stored, and whether as they are, today's date included.
	seen map[chatKey]bool
}

// readKnown reads the people of some chats at once.
func readKnown(ctx context.Context, q *db.Queries, projects, chats []int64) (known, error) {
	k := known{people: map[chatKey]flow.Person{}, changed: map[chatKey]bool{}, seen: map[chatKey]bool{}}
	rows, err := q.People(ctx, db.PeopleParams{Projects: projects, Users: chats})
	if err != nil {
		return k, fmt.Errorf("read people: %w", err)
	}
	for _, row := range rows {
		k.seen[chatKey{row.ProjectID, row.UserID}] = row.SeenToday
		k.people[chatKey{row.ProjectID, row.UserID}] = flow.Person{
			ID: row.UserID, Source: row.Source, Data: row.Data, Tags: row.Tags,
			User: flow.User{FirstName: row.FirstName, LastName: row.LastName, Username: row.Username, Language: row.Language},
		}
	}
	return k, nil
}

// meet takes notice of who wrote, and tells whether the project did not know them.
func (k known) meet(who chatKey, happened flow.Event) (first bool) {
	p, met := k.people[who]
	if !met {
		p.ID, p.Source = who.chat, happened.Source()
	}
	if _, stored := k.seen[who]; stored && p.User != happened.User {
		k.seen[who] = false
	}
	p.User = happened.User
	k.people[who] = p
	return !met
}

// person is what is known of the one in a chat.
func (k known) person(who chatKey) flow.Person {
	p := k.people[who]
	p.ID = who.chat
	return p
}

// keep takes what a turn made of a person.
func (k known) keep(who chatKey, result flow.Result) {
	if result.Changed {
		k.people[who], k.changed[who] = result.Person, true
	}
}

// save writes the data and tags of those for whom they are others now.
func (k known) save(ctx context.Context, q *db.Queries) error {
	var p db.SavePeopleParams
	for who := range k.changed {
		data, tags, err := encoded(k.people[who])
		if err != nil {
			return err
		}
		p.Projects, p.Users = append(p.Projects, who.project), append(p.Users, who.chat)
		p.Data, p.Tags = append(p.Data, data), append(p.Tags, tags)
	}
	if len(p.Users) == 0 {
		return nil
	}
	if err := q.SavePeople(ctx, p); err != nil {
		return fmt.Errorf("save people: %w", err)
	}
	return nil
}

// encoded gives a person's data and tags as JSON that the database can keep.
func encoded(p flow.Person) (data, tags string, err error) {
	clean := make(map[string]string, len(p.Data))
	for field, value := range p.Data {
		clean[field] = db.Storable(value)
	}
	rawData, err := json.Marshal(clean)
	if err != nil {
		return "", "", fmt.Errorf("encode data: %w", err)
	}
	names := make([]string, 0, len(p.Tags))
	for _, tag := range p.Tags {
		names = append(names, db.Storable(tag))
	}
	rawTags, err := json.Marshal(names)
	if err != nil {
		return "", "", fmt.Errorf("encode tags: %w", err)
	}
	return string(rawData), string(rawTags), nil
}
