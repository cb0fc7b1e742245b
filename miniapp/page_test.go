package miniapp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/spec"
)

const key = "0123456789abcdef0123456789abcdef"

// codes is what the problems say, in one line.
func codes(problems []spec.Problem) string {
	all := make([]string, len(problems))
	for i, p := range problems {
		all[i] = p.Code + " " + p.Path
	}
	return strings.Join(all, ", ")
}

func TestParsePagesRefusals(t *testing.T) {
	t.Parallel()
	page := func(blocks string) string { return `[{"id":"a","title":"A","blocks":[` + blocks + `]}]` }
	tests := []struct{ in, want string }{
		{`null`, "wrong_type /pages"},
		{`{}`, "wrong_type /pages"},
		{``, "truncated /pages"},
		{`[`, "truncated /pages"},
		{`[]x`, "not_json /pages"},
		{`[null]`, "required /pages/0/id"},
		{`[{"title":"A"}]`, "required /pages/0/id"},
		{`[{"id":"a b"}]`, "bad_id /pages/0/id"},
		{`[{"id":"a"},{"id":"a"}]`, "duplicate_id /pages/1/id"},
		{`[{"id":"a","id":"b"}]`, "duplicate_key /pages/0/id"},
		{`[{"id":"a","titel":"A"}]`, "unknown_field /pages/0/titel"},
		{`[{"id":"a","foot":1}]`, "wrong_type /pages/0/foot"},
		{`[{"id":"a","blocks":{}}]`, "wrong_type /pages/0/blocks"},
		{`[{"id":1},{"id":"b","x":1}]`, "wrong_type /pages/0/id, unknown_field /pages/1/x"},
		{page(`{"kind":"heading","text":"a"}`), "required /pages/0/blocks/0/id"},
		{page(`{"id":"a","kind":"heading"},{"id":"a","kind":"text"}`), "duplicate_id /pages/0/blocks/1/id"},
		{page(`{"id":"a","kind":"slider"}`), "unknown_kind /pages/0/blocks/0/kind"},
		{page(`{"id":"a","kind":"heading","text":"a","size":1}`), "unknown_field /pages/0/blocks/0/size"},
		{page(`{"id":"a","kind":"heading","text":1},{"id":"b","kind":"button","label":{}}`), "wrong_type /pages/0/blocks/0/text, wrong_type /pages/0/blocks/1/label"},
		{page(`{"id":"a","kind":"text","text":[{"huge":"a"}]}`), "wrong_type /pages/0/blocks/0/text"},
		{"[{\"id\":\"a\",\"title\":\"\xff\"}]", "not_json /pages/0/title"},
		{`[` + strings.Repeat(" ", MaxBytes) + `]`, "too_big /pages"},
		{`[` + strings.Repeat(`{"id":"a"},`, MaxPages) + `{}]`, "too_many /pages"},
		{page(strings.Repeat(`{},`, MaxBlocks) + `{}`), "too_many /pages/0/blocks"},
	}
	for _, test := range tests {
		if _, problems := ParsePages([]byte(test.in), "/pages"); codes(problems) != test.want {
			t.Errorf("ParsePages(%.80s) = %q, want %q", test.in, codes(problems), test.want)
		}
	}
}

func TestCheckPages(t *testing.T) {
	t.Parallel()
	block := func(fields string) string {
		return `[{"id":"home","title":"A","blocks":[{"id":"b",` + fields + `}]},{"id":"other","title":"B"}]`
	}
	text := func(n int) string { return strings.Repeat("ы", n) }
	at := "/pages/0/blocks/0/"
	tests := []struct{ in, want string }{
		{`[]`, ""},
		{`[{"id":"a","title":""}]`, "required /pages/0/title"},
		{`[{"id":"a","title":"` + text(titleMax+1) + `"}]`, "too_long /pages/0/title"},
		{block(`"kind":"heading","text":"a"`), ""},
		{block(`"kind":"heading","text":" "`), "required " + at + "text"},
		{block(`"kind":"heading","text":"` + text(201) + `"`), "too_long " + at + "text"},
		{block(`"kind":"heading","text":"a\u0000"`), "bad_character " + at + "text"},
		{block(`"kind":"text","text":["a",{"link":"page:other","text":"b"}]`), ""},
		{block(`"kind":"text"`), "required " + at + "text"},
		{block(`"kind":"text","text":"` + text(4001) + `"`), "too_long " + at + "text"},
		{block(`"kind":"text","text":[{"var":"first_name"}]`), "no_variables_here " + at + "text"},
		{block(`"kind":"text","text":[{"bold":[{"link":"javascript:alert(1)","text":"b"}]}]`), "bad_address " + at + "text"},
		{block(`"kind":"image","media":"` + key + `","alt":"a"`), ""},
		{block(`"kind":"image","alt":"a"`), "required " + at + "media"},
		{block(`"kind":"image","media":"../etc/passwd","alt":"a"`), "bad_media " + at + "media"},
		{block(`"kind":"image","media":"` + strings.ToUpper(key) + `","alt":"a"`), "bad_media " + at + "media"},
		{block(`"kind":"image","media":"` + strings.Repeat("f", 64) + `","alt":"a"`), "no_such_media " + at + "media"},
		{block(`"kind":"image","media":"` + key + `"`), "no_alt " + at + "alt"},
		{block(`"kind":"button","label":"a","to":"page:other"`), ""},
		{block(`"kind":"button","label":"a","to":"tel:+70000000000"`), ""},
		{block(`"kind":"button"`), "required " + at + "label, required " + at + "to"},
		{block(`"kind":"button","label":"` + text(65) + `","to":"https://x.example"`), "too_long " + at + "label"},
		{block(`"kind":"button","label":"a","to":"page:none"`), "no_such_page " + at + "to"},
		{block(`"kind":"button","label":"a","to":"page:"`), "no_such_page " + at + "to"},
		{block(`"kind":"button","label":"a","to":"scenario:s1"`), "bad_target " + at + "to"},
		{block(`"kind":"button","label":"a","to":"javascript:alert(1)"`), "bad_target " + at + "to"},
	}
	for _, test := range tests {
		checkPages(t, test.in, test.want)
	}
}

func checkPages(t *testing.T, in, want string) {
	t.Helper()
	pages, problems := ParsePages([]byte(in), "/pages")
	if problems != nil {
		t.Errorf("ParsePages(%.80s) = %v, want none", in, problems)
		return
	}
	problems = pages.Check("/pages", func(k string) bool { return k == key })
	if codes(problems) != want {
		t.Errorf("Check(%.120s) = %q, want %q", in, codes(problems), want)
	}
}

func TestMissingAltOnlyWarns(t *testing.T) {
	t.Parallel()
	if problems := (&Image{Media: key}).Check(""); len(problems) != 1 || spec.Blocking(problems) {
		t.Errorf("Check(no alt) = %v, want one warning", problems)
	}
}

// checkStored fails when pages do not come back from the database as they were.
func checkStored(t *testing.T, pages Pages) {
	t.Helper()
	data, err := json.Marshal(pages)
	if err != nil {
		t.Fatalf("Marshal: %v", err)
	}
	var stored Pages
	if err := json.Unmarshal(data, &stored); err != nil {
		t.Fatalf("Unmarshal(%s): %v", data, err)
	}
	parsed, problems := ParsePages(data, "")
	if problems != nil {
		t.Fatalf("ParsePages(%s) = %v, want none", data, problems)
	}
	for what, got := range map[string]Pages{"stored": stored, "parsed": parsed} {
		if diff := cmp.Diff(pages, got); diff != "" {
			t.Fatalf("%s %s differs (-want +got):\n%s", what, data, diff)
		}
	}
}

func TestPagesAreStored(t *testing.T) {
	t.Parallel()
	for _, in := range []string{cafe, `[]`, `[{"id":"a"}]`, `[{"id":"a","blocks":[{"id":"b","kind":"text"}]}]`} {
		pages, problems := ParsePages([]byte(in), "")
		if problems != nil {
			t.Fatalf("ParsePages(%s) = %v, want none", in, problems)
		}
		checkStored(t, pages)
	}
	if got, err := json.Marshal(Pages(nil)); err != nil || string(got) != "[]" {
		t.Errorf("Marshal(no pages) = %s, %v, want []", got, err)
	}
	if got, err := json.Marshal(Catalog{Currency: "RUB"}); err != nil || string(got) != `{"currency":"RUB","products":[]}` {
		t.Errorf("Marshal(no products) = %s, %v, want an empty list", got, err)
	}
}

func TestUnknownStoredBlock(t *testing.T) {
	t.Parallel()
	var pages Pages
	err := json.Unmarshal([]byte(`[{"id":"a","blocks":[{"id":"b","kind":"slider","secret":"x"}]}]`), &pages)
	if err == nil || !strings.Contains(err.Error(), "unknown_kind") || strings.Contains(err.Error(), "secret") {
		t.Errorf("Unmarshal = %v, want the code and no content", err)
	}
}

func TestMediaKeys(t *testing.T) {
	t.Parallel()
	other := strings.Repeat("a", 64)
	in := fmt.Sprintf(`[{"id":"a","blocks":[{"id":"1","kind":"image","media":%[1]q},{"id":"2","kind":"image","media":%[2]q},{"id":"3","kind":"image"}]},
		{"id":"b","blocks":[{"id":"1","kind":"image","media":%[1]q}]}]`, key, other)
	pages, _ := ParsePages([]byte(in), "")
	if diff := cmp.Diff([]string{key, other}, pages.Media()); diff != "" {
		t.Errorf("Media (-want +got):\n%s", diff)
	}
}

func TestPageByID(t *testing.T) {
	t.Parallel()
	pages := Pages{{ID: "a"}, {ID: "b"}}
	for id, want := range map[string]string{"": "a", "a": "a", "b": "b", "c": ""} {
		if got, found := pages.Page(id); got.ID != want || found != (want != "") {
			t.Errorf("Page(%q) = %q, %v, want %q", id, got.ID, found, want)
		}
	}
}

func FuzzParsePages(f *testing.F) {
	for _, seed := range []string{cafe, `[]`, `[{"id":"a","blocks":[{"id":"b","kind":"text","text":[{"bold":"a"}]}]}]`, `[{"id":"a","blocks":[{"id":"b","kind":"button","to":"page:a","label":"x"}]}]`} {
		f.Add([]byte(seed))
	}
	for _, blocks := range samples {
		f.Add([]byte(`[{"id":"home","title":"A","blocks":[` + blocks[0] + `]}]`))
	}
	r := newRenderer(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		pages, problems := ParsePages(in, "/pages")
		for _, p := range problems {
			if p.Code == "" || !strings.HasPrefix(p.Path, "/pages") {
				t.Fatalf("ParsePages(%q) has the problem %+v, want a code and a path under /pages", in, p)
			}
		}
		if problems != nil {
			return
		}
		checkStored(t, pages)
		m := Manifest{Pages: pages}
		if len(pages) == 0 || spec.Blocking(m.Check(nil)) {
			return
		}
		checkAllDrawn(t, r, m)
	})
}
