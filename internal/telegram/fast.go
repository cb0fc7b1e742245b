package telegram

import "unicode/utf8"

// parseMessage reads an update with a text message of the usual fields, which
// is nearly every one, several times as fast as encoding/json does. What it
// does not know it leaves to that (false); what it takes it reads alike.
func parseMessage(raw []byte) (u Update, ok bool) {
	if !utf8.Valid(raw) {
		return u, false
	}
	s := scanner{raw: raw}
	ok = s.object(func(key []byte, seen *fields) bool {
		switch string(key) {
		case "update_id":
			return seen.first(0) && s.integer(&u.ID)
		case "message":
			u.Message = &Message{}
			return seen.first(1) && s.object(s.message(u.Message))
		}
		return false
	})
	return u, ok && s.ended() && u.Message != nil
}

func (s *scanner) message(m *Message) field {
	return func(key []byte, seen *fields) bool {
		switch string(key) {
		case "message_id":
			return seen.first(0) && s.integer(&m.ID)
		case "from":
			m.From = &User{}
			return seen.first(1) && s.object(s.user(m.From))
		case "chat":
			return seen.first(2) && s.object(s.chat(&m.Chat))
		case "date":
			return seen.first(3) && s.integer(&m.Date)
		case "text":
			return seen.first(4) && s.text(&m.Text)
		case "entities":
			m.Entities = []Entity{}
			return seen.first(5) && s.list(func() bool {
				m.Entities = append(m.Entities, Entity{})
				return s.object(s.entity(&m.Entities[len(m.Entities)-1]))
			})
		}
		return false
	}
}

// entity reads one that is no more than a place in the text, as a command is.
func (s *scanner) entity(e *Entity) field {
	return func(key []byte, seen *fields) bool {
		switch string(key) {
		case "type":
			return seen.first(0) && s.text(&e.Type)
		case "offset":
			return seen.first(1) && s.number(&e.Offset)
		case "length":
			return seen.first(2) && s.number(&e.Length)
		}
		return false
	}
}

func (s *scanner) user(u *User) field {
	return func(key []byte, seen *fields) bool {
		switch string(key) {
		case "id":
			return seen.first(0) && s.integer(&u.ID)
		case "is_bot":
			return seen.first(1) && s.boolean(&u.IsBot)
		case "first_name":
			return seen.first(2) && s.text(&u.FirstName)
		case "last_name":
			return seen.first(3) && s.text(&u.LastName)
		case "username":
			return seen.first(4) && s.text(&u.Username)
		case "language_code":
			return seen.first(5) && s.text(&u.LanguageCode)
		case "is_premium":
			var unused bool
			return s.boolean(&unused)
		}
		return false
	}
}

func (s *scanner) chat(c *Chat) field {
	return func(key []byte, seen *fields) bool {
		switch string(key) {
		case "id":
			return seen.first(0) && s.integer(&c.ID)
		case "type":
			return seen.first(1) && s.text(&c.Type)
		case "title":
			return seen.first(2) && s.text(&c.Title)
		case "username":
			return seen.first(3) && s.text(&c.Username)
		case "first_name":
			return seen.first(4) && s.text(&c.FirstName)
		case "last_name":
			return seen.first(5) && s.text(&c.LastName)
		}
		return false
	}
}
