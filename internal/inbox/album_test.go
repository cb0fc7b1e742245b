package inbox

import (
	"slices"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/spec"
	"botyard/internal/telegram"
)

// photo puts a photo of an album into the inbox, which came some time ago.
func (b *bench) photo(project, user int64, group, id string, age time.Duration) {
	b.t.Helper()
	b.put(project, map[string]any{"message": map[string]any{
		"message_id": 1, "date": time.Now().Unix(), "chat": map[string]any{"id": user, "type": "private"},
		"from": map[string]any{"id": user, "first_name": "x"}, "media_group_id": group, "photo": []any{map[string]any{"file_id": id}},
	}})
	b.exec("UPDATE inbox SET received_at = now() - $1::interval WHERE event_id = (SELECT max(event_id) FROM inbox)", age)
}

// hears makes the project note what its turns hear.
func (b *bench) hears(project int64) *[]flow.Content {
	var heard []flow.Content
	b.plant(project, listener{&heard})
	return &heard
}

// listener is a trigger that notes what it meets.
type listener struct{ heard *[]flow.Content }

func (listener) Check(string) []spec.Problem { return nil }
func (listener) Rank() flow.Rank             { return flow.RankContent }
func (l listener) Matcher() func(*flow.Event) bool {
	return func(e *flow.Event) bool {
		if len(e.Content.Files) > 0 {
			*l.heard = append(*l.heard, e.Content)
		}
		return true
	}
}

func TestAnAlbumIsOneEvent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	heard := b.hears(p)
	for _, id := range []string{"1", "2", "3"} {
		b.photo(p, 7, "g", id, time.Minute)
	}
	b.photo(p, 7, "other", "4", time.Minute)
	b.photo(p, 8, "g", "5", time.Minute)
	b.handleAll(p)
	var got [][]string
	for _, c := range *heard {
		var ids []string
		for _, f := range c.Files {
			ids = append(ids, f.ID)
		}
		got = append(got, ids)
	}
	want := [][]string{{"1", "2", "3"}, {"4"}, {"5"}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("heard = %v, want %v", got, want)
	}
	if n := len(b.sent(p)); n != 3 {
		t.Errorf("answers = %d, want one an album", n)
	}
	if len(b.queues.loaded) != 0 {
		t.Errorf("loaded = %v, want nothing", b.queues.loaded)
	}
}

func TestAnAlbumIsWaitedFor(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.pauses.album = time.Hour
	p := b.project()
	heard := b.hears(p)
	b.photo(p, 7, "g", "1", 2*time.Hour)
	b.photo(p, 7, "g", "2", time.Minute)
	b.say(p, 8, "other", "hi")
	b.poll()
	for b.work(t.Context()) {
	}
	if len(*heard) != 0 || b.waiting(p) != 2 {
		t.Fatalf("heard = %v with %d waiting, want that the album waits and nobody else", *heard, b.waiting(p))
	}
	b.exec("UPDATE inbox SET received_at = now() - interval '1 day'")
	for chat, waits := range b.queues.blocked[p] {
		b.queues.blocked[p][chat] = pause{time.Now(), waits.after}
	}
	for b.work(t.Context()) {
	}
	if len(*heard) != 1 || len((*heard)[0].Files) != 2 {
		t.Errorf("heard = %v, want both photos at once", *heard)
	}
}

func TestAPartJoinsTheAlbumBeforeItOnly(t *testing.T) {
	t.Parallel()
	part := func(id, chat int64, group string) *event {
		return &event{WaitingEventsRow: db.WaitingEventsRow{ProjectID: 1, EventID: id, ChatID: chat},
			update: telegram.Update{Message: &telegram.Message{MediaGroupID: group}}}
	}
	q := newQueues()
	q.add(part(1, 7, "g"))
	q.add(part(2, 8, "g"))
	flood := part(4, 7, "g")
	flood.overflow = true
	if !q.join(part(3, 7, "g")) || q.join(part(4, 7, "h")) || q.join(part(5, 9, "g")) || q.join(flood) {
		t.Error("join took other than the part of the same chat and group")
	}
	q.add(part(6, 7, ""))
	if q.join(part(7, 7, "g")) {
		t.Error("join = true behind something else, want false")
	}
	if got := len(q.events[1][0].all()); got != 2 {
		t.Errorf("parts = %d, want the first and one", got)
	}
}
