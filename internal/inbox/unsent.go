package inbox

import (
	"context"
	"time"

	"botyard/db"
)

// unsentMost is how many messages may wait to be sent to a chat; one with more
// is not advanced. Counts are asked for from half of it on.
const unsentMost = 100

// unsent is how many messages at most wait for any one chat of each project:
// what was counted the last time and what was enqueued since.
type unsent map[int64]int64

func (u unsent) add(projects []int64) {
	for _, p := range projects {
		u[p]++
	}
}

// uncertain lists the projects of a batch of which a chat may have too much waiting.
func (u unsent) uncertain(batch []*event) (projects []int64) {
	asked := map[int64]bool{}
	for _, e := range batch {
		p := e.ProjectID
		if n, counted := u[p]; !asked[p] && (!counted || n > unsentMost) {
			projects = append(projects, p)
		}
		asked[p] = true
	}
	return projects
}

// countUnsent counts anew and gives the chats that have too much waiting.
func (s *Scheduler) countUnsent(ctx context.Context, projects []int64) (full map[chatKey]bool, err error) {
	rows, err := s.store.UnsentByChat(ctx, db.UnsentByChatParams{Projects: projects, MoreThan: unsentMost / 2})
	if err != nil {
		return nil, err
	}
	for _, p := range projects {
		s.unsent[p] = unsentMost / 2
	}
	full = map[chatKey]bool{}
	for _, row := range rows {
		s.unsent[row.ProjectID] = max(s.unsent[row.ProjectID], row.Unsent)
		if row.Unsent > unsentMost {
			full[chatKey{row.ProjectID, row.ChatID}] = true
		}
	}
	return full, nil
}

// ready gives the events of a batch whose chats may be advanced. A chat for
// which too much waits to be sent is looked at again after a rest.
func (s *Scheduler) ready(ctx context.Context, batch []*event) (events []*event) {
	projects := s.unsent.uncertain(batch)
	if len(projects) == 0 {
		return batch
	}
	full, err := s.countUnsent(ctx, projects)
	if err != nil {
		s.stumble(ctx, "unsent messages not counted", err)
		return nil
	}
	until := time.Now().Add(s.pauses.rest)
	for _, e := range batch {
		if !full[e.chat()] {
			events = append(events, e)
		} else if s.queues.holds(e) {
			s.queues.block(e.chat(), e.EventID-1, until)
		}
	}
	return events
}
