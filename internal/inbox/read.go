package inbox

import (
	"context"
	"time"

	"botyard/db"
	"botyard/internal/limit"
	"botyard/internal/metrics"
	"botyard/internal/telegram"
)

// read loads events of the projects that may have unread ones.
func (s *Scheduler) read(ctx context.Context) {
	p := s.readable()
	if len(p.Projects) == 0 {
		return
	}
	last, err := s.lastEvents(ctx, p)
	var rows []db.WaitingEventsRow
	if err == nil {
		rows, err = s.store.WaitingEvents(ctx, p)
	}
	if err != nil {
		for i, project := range p.Projects {
			s.queues.want(project, p.Afters[i])
		}
		s.stumble(ctx, "waiting events not read", err)
		return
	}
	for _, row := range rows {
		s.load(ctx, row)
	}
	s.note(p, rows, last)
}

// readable takes what is unread and has room to be read.
func (s *Scheduler) readable() (p db.WaitingEventsParams) {
	fair := max(readMost/max(len(s.queues.unread), 1), leastRead)
	for project, after := range s.queues.unread {
		room := s.queues.room(project, fair)
		switch {
		case !s.runs(project):
			s.queues.drop(project)
		case room == 0:
			s.queues.later(project, after)
		default:
			p.Projects, p.Afters, p.Mosts = append(p.Projects, project), append(p.Afters, after), append(p.Mosts, int64(room))
		}
	}
	clear(s.queues.unread)
	p.BlockedProjects, p.BlockedChats = s.queues.blockedIn(p.Projects)
	p.Fit, p.FitBytes = readMost, readBytes
	return p
}

// lastEvents tells up to where a reading of projects with blocked chats comes,
// whose events it leaves out. It is asked before: what it does not see may be
// left out of the reading, too.
func (s *Scheduler) lastEvents(ctx context.Context, p db.WaitingEventsParams) (map[int64]int64, error) {
	if len(p.BlockedProjects) == 0 {
		return nil, nil
	}
	rows, err := s.store.LastEvents(ctx, p.BlockedProjects)
	last := make(map[int64]int64, len(rows))
	for _, row := range rows {
		last[row.ProjectID] = row.EventID
	}
	return last, err
}

// readMost is how many events are read at once, so that the first of them need
// not wait long for the last; of a project at least leastRead if there are so many.
const (
	readMost  = 2 * batchSize
	leastRead = 32
)

// readBytes is how many bytes of payload are read at once; the one that passes
// the bound still comes.
const readBytes = 16 << 20

// note keeps how far each project was read. When not all fitted, one of which
// not enough came may have more.
func (s *Scheduler) note(p db.WaitingEventsParams, rows []db.WaitingEventsRow, last map[int64]int64) {
	read, count := map[int64]int64{}, map[int64]int64{}
	bytes := 0
	for _, row := range rows {
		read[row.ProjectID] = row.EventID
		count[row.ProjectID]++
		bytes += len(row.Payload)
	}
	now, cut := time.Now(), len(rows) == readMost || bytes >= readBytes
	for i, project := range p.Projects {
		after, to := p.Afters[i], read[project]
		switch {
		case cut && count[project] == 0:
			s.queues.want(project, after)
		case count[project] == 0:
			s.queues.readNothing(project, after, now)
		case count[project] < p.Mosts[i] && !cut:
			s.queues.wasRead(project, after, max(to, last[project]), true, now)
		default:
			s.queues.wasRead(project, after, to, false, now)
		}
	}
}

// load puts an event into its queue, unless it is there or its chat waits.
func (s *Scheduler) load(ctx context.Context, row db.WaitingEventsRow) {
	e := &event{WaitingEventsRow: row, size: len(row.Payload)}
	switch {
	case s.queues.isBlocked(e.chat()), !s.queues.hold(e):
		return
	case row.Attempts >= maxAttempts:
		s.giveUp(ctx, e, vanished)
		return
	case row.WaitSeconds > 0:
		s.queues.block(e.chat(), e.EventID-1, time.Now().Add(seconds(row.WaitSeconds)))
		return
	}
	if row.Kind == kindUpdate {
		// What receipt let through parses; an error would leave an empty update.
		e.update, _ = telegram.ParseUpdate(row.Payload)
		e.Payload = nil
	}
	if s.awaitsMore(e) {
		return
	}
	if !s.seen.add(row.EventID) || row.Kind != kindUpdate {
		s.queues.add(e) // it was let in before, or nobody wrote it
		return
	}
	if press := e.update.CallbackQuery; press != nil {
		s.sender.AnswerCallback(row.ProjectID, row.IntegrationID, press.ID)
	}
	s.letIn(e)
}

// letIn gives an event its place at once, or when the rate of its person
// allows it. One too many is skipped when it is its turn.
func (s *Scheduler) letIn(e *event) {
	switch s.inbound.Arrive(e.chat(), e, e.happenedAt(s.now())) {
	case limit.Wait:
		return
	case limit.Overflow:
		e.overflow = true
		metrics.UpdatesOverflowed.Inc()
	}
	s.queues.add(e)
}

// happenedAt is the date of the message or, if that is earlier, when it was
// received: catching up after an outage is no flood.
func (e *event) happenedAt(now time.Time) time.Time {
	received := now.Add(-seconds(e.AgeSeconds))
	if sent := e.update.SentAt(); !sent.IsZero() && sent.Before(received) {
		return sent
	}
	return received
}

// release lets in whose time has come. What was dropped meanwhile is read again.
func (s *Scheduler) release(now time.Time) {
	for _, e := range s.inbound.Release(now) {
		if s.queues.holds(e) {
			s.queues.add(e)
		}
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
