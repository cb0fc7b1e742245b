package outbox

import (
	"context"
	"slices"
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
	for _, p := range params.Projects {
		s.lanes.reading[p] = true
	}
	defer clear(s.lanes.reading)
	var rows []db.UnsentMessagesRow
	var err error
	s.aside(func() { rows, err = s.store.UnsentMessages(ctx, params) })
	if err == nil {
		rows, err = s.withEarlier(ctx, s.note(params, rows))
	}
	if err != nil {
		for n, p := range params.Projects {
			s.lanes.want(p, params.Afters[n])
		}
		s.stumble(ctx, "unsent messages not read", err)
		return
	}
	for _, row := range rows {
		s.load(ctx, row)
	}
}

// toRead is what to read of the unread projects.
func (s *Sender) toRead(now time.Time) (params db.UnsentMessagesParams) {
	for p, after := range s.lanes.unread {
		if !s.owner.Owns(p) {
			s.lanes.forget(p)
			continue
		}
		if s.lanes.deep(p) {
			after = 0
		}
		enough, without := s.lanes.survey(p, now)
		if after = s.lanes.from(p, after, without); after == 0 {
			s.lanes.looked[p] = now
		}
		if enough == [classes + 1]bool{} && !s.lanes.deep(p) {
			ask(&params, stretch{p, Prompt}, Bulk, after, window)
		} else {
			s.askApart(&params, p, after, enough)
		}
		for _, chat := range without {
			params.BlockedProjects, params.BlockedChats = append(params.BlockedProjects, p), append(params.BlockedChats, chat)
		}
	}
	return params
}

// askApart asks for the classes of a project that have not enough loaded.
// Late answers wait until no prompt one is unread, so that a chat's do not
// overtake each other.
func (s *Sender) askApart(params *db.UnsentMessagesParams, project, after int64, enough [classes + 1]bool) {
	for c := Prompt; c <= Bulk; c++ {
		if enough[c] || c == Late && s.lanes.full[stretch{project, Prompt}] {
			s.lanes.full[stretch{project, c}] = true // read on when some have ended
			continue
		}
		ask(params, stretch{project, c}, c, after, windows[c])
	}
}

// ask asks for messages of events after one, from a stretch's class to the last.
func ask(params *db.UnsentMessagesParams, from stretch, last Class, after int64, most int) {
	params.Projects, params.Afters = append(params.Projects, from.project), append(params.Afters, after)
	params.Firsts, params.Lasts = append(params.Firsts, int16(from.class)), append(params.Lasts, int16(last))
	params.Most = append(params.Most, int64(most))
}

// note keeps of which classes there is more than was read, and gives the rows
// to load: late answers only when all prompt ones are read.
func (s *Sender) note(params db.UnsentMessagesParams, rows []db.UnsentMessagesRow) []db.UnsentMessagesRow {
	found := map[stretch]int64{}
	for _, row := range rows {
		found[stretch{row.ProjectID, Class(row.Class)}]++
	}
	for n, p := range params.Projects {
		var sum int64
		for c := Class(params.Firsts[n]); c <= Class(params.Lasts[n]); c++ {
			sum += found[stretch{p, c}]
		}
		s.lanes.noteRead(p, Class(params.Firsts[n]), Class(params.Lasts[n]), sum == params.Most[n])
	}
	return slices.DeleteFunc(rows, func(row db.UnsentMessagesRow) bool {
		early := Class(row.Class) == Late && s.lanes.full[stretch{row.ProjectID, Prompt}]
		if early {
			s.lanes.full[stretch{row.ProjectID, Late}] = true
		}
		return early
	})
}

// withEarlier adds to prompt answers the late ones of their chats, where not
// all late ones are read.
func (s *Sender) withEarlier(ctx context.Context, rows []db.UnsentMessagesRow) ([]db.UnsentMessagesRow, error) {
	var want db.EarlierMessagesParams
	for _, row := range rows {
		if Class(row.Class) == Prompt && s.lanes.full[stretch{row.ProjectID, Late}] {
			want.Projects, want.Chats = append(want.Projects, row.ProjectID), append(want.Chats, row.ChatID)
		}
	}
	if len(want.Projects) == 0 {
		return rows, nil
	}
	var earlier []db.EarlierMessagesRow
	var err error
	s.aside(func() { earlier, err = s.store.EarlierMessages(ctx, want) })
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
