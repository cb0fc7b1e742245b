package outbox

import (
	"context"
	"time"

	"botyard/db"
)

// read loads messages of the projects that may have unread ones.
func (s *Sender) read(ctx context.Context) {
	params := db.UnsentMessagesParams{Most: window}
	now := time.Now()
	for p := range s.lanes.unread {
		if !s.owner.Owns(p) {
			continue
		}
		enough, without := s.lanes.survey(p, now)
		if enough {
			s.lanes.full[p] = true // read on when some have ended
			continue
		}
		params.Projects = append(params.Projects, p)
		for _, chat := range without {
			params.BlockedProjects, params.BlockedChats = append(params.BlockedProjects, p), append(params.BlockedChats, chat)
		}
	}
	clear(s.lanes.unread)
	if len(params.Projects) == 0 {
		return
	}
	rows, err := s.store.UnsentMessages(ctx, params)
	if err != nil {
		s.markUnread(params.Projects)
		s.stumble(ctx, "unsent messages not read", err)
		return
	}
	s.loadAll(ctx, params.Projects, rows)
}

func (s *Sender) loadAll(ctx context.Context, projects []int64, rows []db.UnsentMessagesRow) {
	found := map[int64]int{}
	for _, row := range rows {
		found[row.ProjectID]++
		s.load(ctx, row)
	}
	for _, p := range projects {
		delete(s.lanes.full, p)
		if found[p] == window {
			s.lanes.full[p] = true
		}
	}
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
