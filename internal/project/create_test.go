package project

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"botyard/internal/flow"
)

func TestEveryTemplateIsSoundAndTalks(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for name := range templates {
		for lang, greeting := range map[string]string{"ru": "Здравствуйте, Анна!", "en": "Hello, Анна!"} {
			id, err := b.Create(t.Context(), b.user, "Кофейня "+name, name, lang)
			if err != nil {
				t.Fatal(err)
			}
			draft, _, err := b.Draft(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			problems, err := b.Check(t.Context(), id, draft)
			if err != nil || len(problems) > 0 {
				t.Errorf("%s in %s: Check = %v, %v, want no problems", name, lang, problems, err)
			}
			in := flow.Input{Current: flow.Compile(draft.Scenarios, flow.Setting{Number: 1})}
			in.Event = flow.Event{ID: 1, Now: time.Now(), Text: "/start", User: flow.User{FirstName: "Анна"}}
			said := flow.Advance(in).Effects
			if len(said) == 0 {
				t.Fatalf("%s in %s: no answer to /start", name, lang)
			}
			if first, ok := said[0].(flow.Send); !ok || !strings.HasPrefix(first.Post.Text, greeting) {
				t.Errorf("%s in %s: answer to /start = %v, want %q", name, lang, said, greeting)
			}
			in.Event.Text = "?"
			if len(flow.Advance(in).Effects) == 0 {
				t.Errorf("%s in %s: answer to something else = none, want one", name, lang)
			}
			if b.publish(id) != 1 {
				t.Errorf("%s in %s: the first release is not 1", name, lang)
			}
		}
	}
}

func TestBadProjectsAreRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, test := range []struct {
		name, template string
		want           error
	}{
		{"", "", ErrName}, {" \t\n ", "", ErrName}, {strings.Repeat("ы", MaxName+1), "", ErrName}, {"\x00\u202e", "", ErrName},
		{"\xff", "", ErrName}, {"ok", "none such", ErrTemplate}, {strings.Repeat("ы", MaxName), "", nil},
	} {
		if _, err := b.Create(t.Context(), b.user, test.name, test.template, "ru"); !errors.Is(err, test.want) {
			t.Errorf("Create(%q, %q) = %v, want %v", test.name, test.template, err, test.want)
		}
	}
	if name, err := CleanName("a\x00b"); name != "ab" || err != nil {
		t.Errorf("CleanName = %q, %v, want nothing that cannot be seen", name, err)
	}
	if name, err := CleanName("  Кофейня \n  «Пар» "); name != "Кофейня «Пар»" || err != nil {
		t.Errorf("CleanName = %q, %v, want single spaces", name, err)
	}
}

func (b *bench) slug(project int64) string {
	b.t.Helper()
	slug, err := b.Store.CurrentAddress(b.t.Context(), project)
	if err != nil {
		b.t.Fatal(err)
	}
	return slug
}

func TestAddressesAreMadeOfNames(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for name, want := range map[string]string{
		"Кофейня «Пар»": "kofeynya-par", "Щука & Ёж, Объём": "schuka-ezh-obem", "  Café 24/7 ": "caf-24-7", "🍓": "project", "Я": "ya",
		"Цех": "tsekh", strings.Repeat("ab ", 30): "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-a",
	} {
		if got := b.slug(b.blank(name)); got != want {
			t.Errorf("address of %q = %q, want %q", name, got, want)
		}
	}
	if got := b.slug(b.blank("1")); got != "project-2" {
		t.Errorf("address of a name too short = %q, want project-2", got)
	}
}

func TestATakenAddressGetsANumber(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var id int64
	for _, want := range []string{"par", "par-2", "par-3", ""} {
		id = b.blank("Пар")
		if want == "" {
			want = "par-" + base36(id)
		}
		if got := b.slug(id); got != want {
			t.Errorf("address = %q, want %q", got, want)
		}
	}
	// Somebody took even that one.
	next := base36(id + 1)
	if err := b.SetAddress(t.Context(), id, "par-"+next); err != nil {
		t.Fatal(err)
	}
	if got, want := b.slug(b.blank("Пар")), "p-"+next+"-par"; got != want {
		t.Errorf("address = %q, want %q", got, want)
	}
}

func base36(id int64) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	s := ""
	for ; id > 0; id /= 36 {
		s = string(digits[id%36]) + s
	}
	return s
}

func (b *bench) resolved(slug string) string {
	b.t.Helper()
	a, err := b.Resolve(b.t.Context(), slug)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(a.ProjectID, " ", a.Slug, " ", a.Moved)
}

func TestOldAddressesLeadOnAndAreNeverGivenAway(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	one, two := b.blank("One"), b.blank("Two")
	for _, test := range []struct {
		slug string
		want error
	}{
		{"a", ErrAddressShape}, {"-ab", ErrAddressShape}, {"ab_c", ErrAddressShape}, {"кот", ErrAddressShape}, {"", ErrAddressShape},
		{strings.Repeat("a", 64), ErrAddressShape}, {"a\x00b", ErrAddressShape}, {"two", ErrAddressTaken}, {" First ", nil}, {"first", nil}, {"second", nil},
	} {
		if err := b.SetAddress(ctx, one, test.slug); !errors.Is(err, test.want) {
			t.Errorf("SetAddress(%q) = %v, want %v", test.slug, err, test.want)
		}
	}
	for slug, want := range map[string]string{
		"one": fmt.Sprint(one, " second true"), "first": fmt.Sprint(one, " second true"), "second": fmt.Sprint(one, " second false"),
		"nobody": ErrNoPage.Error(), "a\x00b": ErrNoPage.Error(), "\xff\xff": ErrNoPage.Error(), "": ErrNoPage.Error(),
	} {
		if got := b.resolved(slug); got != want {
			t.Errorf("Resolve(%q) = %s, want %s", slug, got, want)
		}
	}
	if err := b.SetAddress(ctx, two, "one"); !errors.Is(err, ErrAddressTaken) {
		t.Errorf("SetAddress to another's old address = %v, want ErrAddressTaken", err)
	}
	if err := b.SetAddress(ctx, one, "one"); err != nil || b.resolved("second") != fmt.Sprint(one, " one true") {
		t.Errorf("SetAddress back = %v, Resolve of the one left = %s, want it to lead on", err, b.resolved("second"))
	}
	if err := b.Delete(ctx, one); err != nil {
		t.Fatal(err)
	}
	for _, slug := range []string{"one", "first", "second"} {
		if got := b.resolved(slug); got != ErrNoPage.Error() {
			t.Errorf("Resolve(%q) of a deleted project = %s, want nothing", slug, got)
		}
		if err := b.SetAddress(ctx, two, slug); !errors.Is(err, ErrAddressTaken) {
			t.Errorf("SetAddress(%q) to a deleted project's = %v, want ErrAddressTaken", slug, err)
		}
	}
	if got := b.slug(b.blank("One")); got != "one-2" {
		t.Errorf("address of a new project of that name = %q, want one-2", got)
	}
}
