package inbox

import (
	"slices"
	"time"

	"botyard/internal/flow"
	"botyard/internal/telegram"
)

// An album comes as several updates without a mark on the last. Its parts are
// let in together, when none has come for a while, and are one event: the first
// stands for all.

// album is the group that an event is a part of, "" for none.
func (e *event) album() string {
	if e.update.Kind() != telegram.KindMessage {
		return ""
	}
	return e.update.Message.MediaGroupID
}

// all are the event and the parts for which it stands.
func (e *event) all() []*event { return append([]*event{e}, e.parts...) }

// awaitsMore lets the chat of a fresh part wait: others may follow.
func (s *Scheduler) awaitsMore(e *event) bool {
	left := s.pauses.album - seconds(e.AgeSeconds)
	if e.album() == "" || left <= 0 {
		return false
	}
	s.queues.block(e.chat(), e.EventID-1, time.Now().Add(left))
	return true
}

// join makes an event a part of the one before it in its chat; false: it is none.
func (q *queues) join(e *event) bool {
	if e.album() == "" || e.overflow {
		return false
	}
	for _, first := range slices.Backward(q.events[e.ProjectID]) {
		if first.ChatID != e.ChatID || first.EventID > e.EventID {
			continue
		}
		if first.album() != e.album() || first.overflow || first == e {
			return false
		}
		first.parts = append(first.parts, e)
		return true
	}
	return false
}

// withParts is what happened with all parts of an album.
func withParts(happened flow.Event, e *event) flow.Event {
	for _, part := range e.parts {
		m := part.update.Message
		happened.Content.Files = append(happened.Content.Files, filesOf(m)...)
		if happened.Text == "" {
			happened.Text = m.Caption
		}
	}
	return happened
}
