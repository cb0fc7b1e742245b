package outbox

import (
	"context"
	"time"

	"botyard/db"
)

// read loads messages of the projects that may have unread ones.
func (s *Sender) read(ctx context.Context) {
	if len(s.lanes.unread) == 0 {
		return
	}
	params := s.toRead(time.Now())
	clear(s.lanes.unread)
	if len(params.Projects) == 0 {
		return
	}
	rows, err := s.store.UnsentMessages(ctx, params)
	if err == nil {
		rows, err = s.withEarlier(ctx, params, rows)
	}
	if err != nil {
		s.markUnread(params.Projects)
		s.stumble(ctx, "unsent messages not read", err)
		return
	}
	for _, row := range rows {
		s.load(ctx, row)
	}
}

// toRead is what to read: of each unread project the classes that have not
// enough loaded. Late answers wait until no prompt one is unread, so that a
// chat's do not overtake each other.
func (s *Sender) toRead(now time.Time) (params db.UnsentMessagesParams) {
	for p := range s.lanes.unread {
		if !s.owner.Owns(p) {
			continue
		}
		enough, without := s.lanes.survey(p, now)
		for c := Prompt; c <= Bulk; c++ {
			if enough[c] || c == Late && s.lanes.full[stretch{p, Prompt}] {
				s.lanes.full[stretch{p, c}] = true // read on when some have ended
				continue
			}
			params.Projects, params.Classes = append(params.Projects, p), append(params.Classes, int16(c))
			params.Most = append(params.Most, int64(windows[c]))
		}
		for _, chat := range without {
			params.BlockedProjects, params.BlockedChats = append(params.BlockedProjects, p), append(params.BlockedChats, chat)
		}
	}
	return params
}

// withEarlier notes what was read whole, and adds to prompt answers the late
// ones of their chats, where not all late ones are read.
func (s *Sender) withEarlier(ctx context.Context, params db.UnsentMessagesParams, rows []db.UnsentMessagesRow) ([]db.UnsentMessagesRow, error) {
	found := map[stretch]int{}
	for _, row := range rows {
		found[stretch{row.ProjectID, Class(row.Class)}]++
	}
	for n, p := range params.Projects {
		of := stretch{p, Class(params.Classes[n])}
		delete(s.lanes.full, of)
		if found[of] == int(params.Most[n]) {
			s.lanes.full[of] = true
		}
	}
	var want db.EarlierMessagesParams
	for _, row := range rows {
		if Class(row.Class) == Prompt && s.lanes.full[stretch{row.ProjectID, Late}] {
			want.Projects, want.Chats = append(want.Projects, row.ProjectID), append(want.Chats, row.ChatID)
		}
	}
	if len(want.Projects) == 0 {
		return rows, nil
	}
	earlier, err := s.store.EarlierMessages(ctx, want)
	for _, row := range earlier {
		rows = append(rows, db.UnsentMessagesRow(row))
	}
	return rows, err
}

// load puts a message into its lane. One that was started by an owner before
// waits for the deadline of that call, because it may still be running.
func (s *Sender) load(ctx context.Context, row db.UnsentMessagesRow) {
	now := time.Now()
	i := &item{UnsentMessagesRow: row, born: now.Add(-seconds(row.AgeSeconds)), until: now.Add(seconds(row.WaitSeconds))}
	if s.lanes.loaded[i.id()] {
		return
	}
	var err error
	if i.message, err = decodeMessage(row.Payload); err != nil {
		i.unreadable = true
		s.log.ErrorContext(ctx, "message not readable", "project", row.ProjectID, "event", row.EventID)
	}
	s.lanes.add(i)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
