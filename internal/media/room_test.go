package media

import (
	"errors"
	"strings"
	"testing"
)

// TestFilesHaveRoom: the bounds of a project, its account and the installation
// each refuse the file that goes beyond, and keep nothing of it.
func TestFilesHaveRoom(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		room Room
		want error
	}{
		"enough":       {Room{2000, 2000, 1 << 40}, nil},
		"project":      {Room{1999, 1 << 40, 1 << 40}, ErrNoRoom},
		"account":      {Room{1 << 40, 1999, 1 << 40}, ErrNoRoom},
		"installation": {Room{1 << 40, 1 << 40, 1}, ErrNoRoom},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			s, project := b.Store, b.project
			if _, err := s.AddFile(t.Context(), project, "a.txt", strings.NewReader(strings.Repeat("a", 1000))); err != nil {
				t.Fatal(err)
			}
			s.Room = c.room
			_, err := s.AddFile(t.Context(), project, "b.txt", strings.NewReader(strings.Repeat("b", 1000)))
			if !errors.Is(err, c.want) {
				t.Errorf("AddFile with room %+v = %v, want %v", c.room, err, c.want)
			}
			used, err := s.store.MediaBytes(t.Context(), project)
			if want := int64(1000); err != nil || c.want != nil && used.Project != want {
				t.Errorf("MediaBytes after a refusal = %+v, %v, want %d of the project", used, err, want)
			}
		})
	}
}
