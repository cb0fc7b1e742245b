package flow

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the dialogues of testdata anew")

// TestDialogues plays the recorded dialogues. Each file has the scenarios as
// JSON, a line "---" and what happens; "publish" lines end one release and
// begin the next, whose scenarios follow up to another "---".
func TestDialogues(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/dialogues/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			t.Parallel()
			playFile(t, name)
		})
	}
}

func playFile(t *testing.T, name string) {
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var c *chat
	var out []string
	for i, part := range strings.Split(strings.TrimSpace(string(raw)), "\n===\n") {
		scenarios, script, _ := strings.Cut(part, "\n---\n")
		r := Compile(parsed(t, scenarios), settingOf(t, scenarios, int32(i+1)))
		if c == nil {
			c = newChat(t, r)
		}
		c.publish(r)
		c.record = nil
		for line := range strings.Lines(script) {
			line = strings.TrimRight(line, "\n")
			if strings.HasPrefix(line, "#") || line == "" {
				c.record = append(c.record, line)
				continue
			}
			c.play(line)
		}
		out = append(out, scenarios+"\n---\n"+strings.Join(c.record, "\n"))
	}
	got := strings.Join(out, "\n===\n") + "\n"
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(string(raw), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("the dialogue went otherwise (-recorded +played):\n%s", diff)
	}
}

// settingOf numbers a release; in it, people of a step "gone…" move to the
// step "new…" of the same name.
func settingOf(t *testing.T, raw string, number int32) Setting {
	s := Setting{Number: number, Moves: map[string]string{}}
	for place := range parsed(t, raw).All() {
		if rest, found := strings.CutPrefix(place.Step.ID, "new"); found {
			s.Moves["gone"+rest] = place.Step.ID
		}
	}
	return s
}
