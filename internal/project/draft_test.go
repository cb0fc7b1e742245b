package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/flow"
	"botyard/internal/richtext"
	"botyard/internal/spec"
	"botyard/miniapp"
)

const soundDraft = `{"version":1,
	"pages":[{"id":"home","title":"Меню","blocks":[{"id":"b1","kind":"heading","text":"Меню"}]}],
	"scenarios":[{"id":"s1","title":"Привет","triggers":[{"kind":"command","command":"start"}],"steps":[{"id":"t1","kind":"message","text":["Привет"]}]}]}`

func TestParseDraftIsStrict(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ raw, want string }{
		"sound":           {soundDraft, ""},
		"not JSON":        {`draft`, " "},
		"a list":          {`[]`, " "},
		"trailing":        {soundDraft + `{}`, " "},
		"unknown field":   {strings.Replace(soundDraft, `"version"`, `"colour":1,"version"`, 1), "/colour unknown_field"},
		"duplicate field": {strings.Replace(soundDraft, `"version":1`, `"version":1,"version":1`, 1), "/version "},
		"no version":      {`{"pages":[],"scenarios":[]}`, "/version required"},
		"newer version":   {`{"version":2,"pages":[],"scenarios":[]}`, "/version newer_version"},
		"version 0":       {`{"version":0,"pages":[],"scenarios":[]}`, "/version not_a_choice"},
		"no pages":        {`{"version":1,"scenarios":[]}`, "/pages required"},
		"no scenarios":    {`{"version":1,"pages":[]}`, "/scenarios required"},
		"wrong type":      {`{"version":1,"pages":{},"scenarios":[]}`, "/pages "},
		"unknown block":   {strings.Replace(soundDraft, `"heading"`, `"hologram"`, 1), "/pages/0/blocks/0/kind "},
		"deep field":      {strings.Replace(soundDraft, `"kind":"message"`, `"kind":"message","mood":1`, 1), "/scenarios/0/steps/0/mood unknown_field"},
	} {
		_, problems := ParseDraft([]byte(test.raw))
		got := ""
		for _, p := range problems {
			got += p.Path + " " + p.Code + "\n"
		}
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: ParseDraft = %q, want %q", name, got, test.want)
		}
	}
}

func TestADraftSurvivesTheDatabase(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	want, problems := ParseDraft([]byte(soundDraft))
	if problems != nil {
		t.Fatal(problems)
	}
	b.edit(id, func(d *Draft) { *d = want })
	got, revision, err := b.Draft(t.Context(), id)
	if err != nil || revision != 2 {
		t.Errorf("Draft = revision %d, %v, want 2", revision, err)
	}
	if diff := cmp.Diff(asJSON(t, want), asJSON(t, got)); diff != "" {
		t.Errorf("the draft changed on its way (-want +got):\n%s", diff)
	}
	if again, problems := ParseDraft([]byte(asJSON(t, got))); problems != nil || asJSON(t, again) != asJSON(t, got) {
		t.Errorf("ParseDraft of what was written = %v, want the same", problems)
	}
	if _, _, err := b.Draft(t.Context(), 404); err == nil {
		t.Error("Draft of no project = nil, want an error")
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestEditTellsTheLaterOne(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	id := b.blank("x")
	title := func(s string) func(*Draft) error {
		return func(d *Draft) error { d.Pages[0].Title = s; return nil }
	}
	if revision, at, err := b.Edit(ctx, id, 1, title("one")); err != nil || revision != 2 || at.IsZero() {
		t.Errorf("Edit of the revision seen = %d, %v, %v, want 2", revision, at, err)
	}
	if _, _, err := b.Edit(ctx, id, 1, title("late")); !errors.Is(err, ErrStale) {
		t.Errorf("Edit of an old revision = %v, want ErrStale", err)
	}
	if revision, _, err := b.Edit(ctx, id, 0, title("any")); err != nil || revision != 3 {
		t.Errorf("Edit of any revision = %d, %v, want 3", revision, err)
	}
	broken := errors.New("broken")
	if _, _, err := b.Edit(ctx, id, 3, func(d *Draft) error { d.Pages = nil; return broken }); !errors.Is(err, broken) {
		t.Errorf("Edit = %v, want the change's own error", err)
	}
	if draft, revision, err := b.Draft(ctx, id); err != nil || revision != 3 || draft.Pages[0].Title != "any" {
		t.Errorf("Draft = %v at %d, %v, want the last that was saved", draft.Pages, revision, err)
	}
}

func TestOfTwoEditsAtOnceOneIsTold(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	var both sync.WaitGroup
	errs := make([]error, 2)
	for i := range errs {
		both.Go(func() {
			_, _, errs[i] = b.Edit(t.Context(), id, 1, func(d *Draft) error { d.Pages[0].Title = fmt.Sprint(i); return nil })
		})
	}
	both.Wait()
	if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs...), ErrStale) {
		t.Errorf("two edits at once = %v, want one ErrStale", errs)
	}
}

func TestADraftHasABound(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	_, _, err := b.Edit(t.Context(), id, 0, func(d *Draft) error {
		d.Pages[0].Title = strings.Repeat("x", MaxDraft)
		return nil
	})
	if !errors.Is(err, ErrTooBig) {
		t.Errorf("Edit = %v, want ErrTooBig", err)
	}
}

func TestWhatTheDatabaseCannotKeepIsLeftOut(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	b.edit(id, func(d *Draft) {
		d.Pages[0].Title = "a\x00b\\u0000\xff"
		d.Scenarios[0].Title = "\x00"
	})
	draft, _, err := b.Draft(t.Context(), id)
	if err != nil || draft.Pages[0].Title != "ab\\u0000\uFFFD" || draft.Scenarios[0].Title != "" {
		t.Errorf("titles = %q, %q, %v, want them without NUL", draft.Pages[0].Title, draft.Scenarios[0].Title, err)
	}
}

func FuzzWithoutNUL(f *testing.F) {
	for _, s := range []string{"", "\x00", `\u0000`, "\\\x00", `\\`, "a\x00\x00b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var got, all string
		if err := json.Unmarshal(withoutNUL(raw), &got); err != nil {
			t.Fatalf("withoutNUL(%s) = %s, no JSON: %v", raw, withoutNUL(raw), err)
		}
		if err := json.Unmarshal(raw, &all); err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(all, "\x00", ""); got != want {
			t.Errorf("withoutNUL(%s) = %q, want %q", raw, got, want)
		}
	})
}

func TestDigestTellsDraftsApart(t *testing.T) {
	t.Parallel()
	digest := func(d Draft) []byte {
		sum, err := d.digest()
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	one, two := blank("x", "en"), blank("x", "en")
	if !bytes.Equal(digest(one), digest(two)) {
		t.Error("digests of equal drafts differ")
	}
	two.Scenarios[0].Steps[0].Config = &flow.Message{Text: richtext.Of("other")}
	if bytes.Equal(digest(one), digest(two)) {
		t.Error("digests of different drafts are equal")
	}
}

func TestChangesAreCounted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	count := func(current *int32) int {
		n, err := b.Changes(t.Context(), id, current)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := count(nil); n < 3 {
		t.Errorf("changes before the first release = %d, want all parts", n)
	}
	first := b.publish(id)
	if n := count(&first); n != 0 {
		t.Errorf("changes after publishing = %d, want 0", n)
	}
	b.edit(id, func(d *Draft) {
		d.Pages[0].Title = "other"
		d.Pages = append(d.Pages, miniapp.Page{ID: "p2", Title: "new", Blocks: []miniapp.Block{}})
		d.Scenarios = d.Scenarios[:1]
		d.Theme.Accent = "#123456"
	})
	if n := count(&first); n != 4 {
		t.Errorf("changes = %d, want a changed and a new page, a removed scenario, the theme", n)
	}
}

func TestDraftsWithProblemsAreKeptAndNotPublished(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("x")
	b.edit(id, func(d *Draft) { d.Scenarios[0].Steps[0].Config = &flow.Message{} })
	number, created, problems, err := b.Publish(t.Context(), id, b.user)
	if number != 0 || created || !spec.Blocking(problems) || err != nil {
		t.Errorf("Publish = %d, %t, %v, %v, want the problem alone", number, created, problems, err)
	}
}
