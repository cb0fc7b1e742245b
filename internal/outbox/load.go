package outbox

import (
	"context"
	"time"

	"botyard/db"
)

// read loads messages of the projects that may have unread ones.
func (s *Sender) read(ctx context.Context) {
	params := db.UnsentMessagesParams{Most: window}
	for p := range s.lanes.unread {
		delete(s.lanes.unread, p)
		if s.owner.Owns(p) {
			params.Projects = append(params.Projects, p)
		}
	}
	if len(params.Projects) == 0 {
		return
	}
	rows, err := s.store.UnsentMessages(ctx, params)
	if err != nil {
		s.complain(ctx, "unsent messages not read", err)
		return
	}
	perProject := map[int64]int{}
	for _, row := range rows {
		if perProject[row.ProjectID]++; perProject[row.ProjectID] == window {
			s.lanes.full[row.ProjectID] = true
		}
		s.load(ctx, row)
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
		s.log.ErrorContext(ctx, "message not readable", "project", row.ProjectID, "event", row.EventID)
	}
	s.lanes.add(i)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
