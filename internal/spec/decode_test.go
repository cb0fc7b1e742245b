package spec

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/richtext"
)

type inner struct {
	A string `json:"a"`
	N int    `json:"n"`
}

type outer struct {
	Name  string           `json:"name"`
	Inner inner            `json:"inner"`
	List  []inner          `json:"list"`
	Map   map[string]inner `json:"map"`
	Text  richtext.Text    `json:"text"`
}

func TestDecodeRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, path, code string }{
		{``, "/p", "truncated"},
		{`{`, "/p", "truncated"},
		{`{"name":"a`, "/p/name", "truncated"},
		{`nonsense`, "/p", "not_json"},
		{`{"name":"a",}`, "/p", "not_json"},
		{`{"name":"a"} x`, "/p", "not_json"},
		{`{"name":"a"}{}`, "/p", "not_json"},
		{`{"nom":"a"}`, "/p/nom", "unknown_field"},
		{`{"Name":"a"}`, "/p/Name", "unknown_field"},
		{`{"inner":{"b":1}}`, "/p/inner/b", "unknown_field"},
		{`{"list":[{},{"a~/b":1}]}`, "/p/list/1/a~0~1b", "unknown_field"},
		{`{"name":"a","name":"b"}`, "/p/name", "duplicate_key"},
		{`{"list":[{"a":"x","a":"y"}]}`, "/p/list/0/a", "duplicate_key"},
		{`{"map":{"k":{},"k":{}}}`, "/p/map/k", "duplicate_key"},
		{`{"text":[{"bold":"a","bold":"b"}]}`, "/p/text/0/bold", "duplicate_key"},
		{`{"name":1}`, "/p/name", "wrong_type"},
		{`{"inner":[]}`, "/p/inner", "wrong_type"},
		{`{"inner":{"n":"1"}}`, "/p/inner/n", "wrong_type"},
		{`{"inner":{"n":1.5}}`, "/p/inner/n", "wrong_type"},
		{`{"inner":{"n":1e999999}}`, "/p/inner/n", "wrong_type"},
		{`{"text":{"bold":"a"}}`, "/p/text", "wrong_type"},
		{`{"text":[{"big":"a"}]}`, "/p/text", "wrong_type"},
		{`[]`, "/p", "wrong_type"},
		{"{\"name\":\"\xff\"}", "/p/name", "not_json"},
		{`{"name":"\ud800"}`, "/p/name", "not_json"},
		{"{\"name\":\"a\nb\"}", "/p/name", "not_json"},
		{strings.Repeat("[", 20000), "/p", "wrong_type"},
	}
	for _, test := range tests {
		problems := Decode([]byte(test.in), &outer{}, "/p")
		if len(problems) != 1 {
			t.Errorf("Decode(%.40q) = %v, want one problem", test.in, problems)
			continue
		}
		if p := problems[0]; p.Path != test.path || p.Code != test.code {
			t.Errorf("Decode(%.40q) = %q at %q, want %q at %q", test.in, p.Code, p.Path, test.code, test.path)
		}
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	var got outer
	in := `{"name":"a","inner":{"a":"b","n":7},"list":[{}],"text":["a",{"bold":"b"}]}`
	if problems := Decode([]byte(in), &got, ""); problems != nil {
		t.Fatalf("Decode = %v, want none", problems)
	}
	if got.Name != "a" || got.Inner.N != 7 || len(got.List) != 1 || len(got.Text) != 2 {
		t.Errorf("Decode = %+v, want all of %s", got, in)
	}
}

// greeting is a kind's configuration in these tests.
type greeting struct {
	Words string   `json:"words"`
	To    string   `json:"to,omitempty"`
	Tags  []string `json:"tags,omitempty"`
}

func (g *greeting) Check(path string) []Problem {
	return CheckText(g.Words, Join(path, "words"), true, 5)
}

func newRegistry() *Registry[Checker] {
	var r Registry[Checker]
	r.Add(Kind{Name: "wave"}, func() Checker { return &greeting{} })
	r.Add(Kind{Name: "greet", Fields: []Field{{Name: "words"}}}, func() Checker { return &greeting{} })
	return &r
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	r := newRegistry()
	if diff := cmp.Diff([]string{"greet", "wave"}, r.Names()); diff != "" {
		t.Errorf("Names (-want +got):\n%s", diff)
	}
	if k, found := r.Kind("greet"); !found || len(k.Fields) != 1 {
		t.Errorf("Kind(greet) = %v, %v, want it with its field", k, found)
	}
	if _, found := r.Kind("bow"); found {
		t.Error("Kind(bow) is found, want nothing")
	}
	if kinds := r.Kinds(); kinds[0].Name != "greet" || kinds[1].Name != "wave" {
		t.Errorf("Kinds = %v, want greet, wave", kinds)
	}
	defer func() {
		if recover() == nil {
			t.Error("adding a kind twice did not panic")
		}
	}()
	r.Add(Kind{Name: "wave"}, func() Checker { return &greeting{} })
}

func TestRegistryDecode(t *testing.T) {
	t.Parallel()
	r := newRegistry()
	in := `{"id":"a1","kind":"greet","words":"hi","tags":["x"]}`
	item, problems := r.Decode([]byte(in), "/steps/0")
	if problems != nil {
		t.Fatalf("Decode = %v, want none", problems)
	}
	want := Item[Checker]{ID: "a1", Kind: "greet", Config: &greeting{Words: "hi", Tags: []string{"x"}}}
	if diff := cmp.Diff(want, item); diff != "" {
		t.Errorf("Decode (-want +got):\n%s", diff)
	}
	out, err := EncodeItem(item)
	if err != nil || string(out) != in {
		t.Errorf("EncodeItem = %s, %v, want %s", out, err, in)
	}
	bare, err := EncodeItem(Item[Checker]{Kind: "x", Config: &empty{}})
	if err != nil || string(bare) != `{"kind":"x"}` {
		t.Errorf("EncodeItem(no fields) = %s, %v, want only the kind", bare, err)
	}
}

func TestEncodeItemWithoutConfig(t *testing.T) {
	t.Parallel()
	if out, err := EncodeItem(Item[Checker]{Kind: "x"}); err == nil {
		t.Errorf("EncodeItem(no configuration) = %s, want an error", out)
	}
}

type empty struct{}

func (*empty) Check(string) []Problem { return nil }

func TestRegistryDecodeRefusals(t *testing.T) {
	t.Parallel()
	r := newRegistry()
	for _, test := range []struct{ in, path, code string }{
		{`null`, "/s", "wrong_type"},
		{`[]`, "/s", "wrong_type"},
		{`{}`, "/s/kind", "unknown_kind"},
		{`{"kind":"bow"}`, "/s/kind", "unknown_kind"},
		{`{"kind":1}`, "/s/kind", "wrong_type"},
		{`{"kind":null}`, "/s/kind", "unknown_kind"},
		{`{"id":[],"kind":"greet"}`, "/s/id", "wrong_type"},
		{`{"kind":"greet","kind":"wave"}`, "/s/kind", "duplicate_key"},
		{`{"kind":"greet","words":"a","words":"b"}`, "/s/words", "duplicate_key"},
		{`{"kind":"greet","wrds":"a"}`, "/s/wrds", "unknown_field"},
		{`{"kind":"greet","a/b":"a"}`, "/s/a~1b", "unknown_field"},
		{`{"kind":"greet","words":{}}`, "/s/words", "wrong_type"},
		{`{"kind":"greet","tags":["a",1]}`, "/s/tags/1", "wrong_type"},
		{`{"kind":"greet"`, "/s", "truncated"},
		{`{"kind":"greet"}}`, "/s", "not_json"},
		{"{\"kind\":\"\xff\"}", "/s/kind", "not_json"},
	} {
		item, problems := r.Decode([]byte(test.in), "/s")
		if len(problems) != 1 || problems[0].Path != test.path || problems[0].Code != test.code {
			t.Errorf("Decode(%s) = %v, want %q at %q", test.in, problems, test.code, test.path)
		}
		if item.Config != nil {
			t.Errorf("Decode(%s) has a configuration beside its problem", test.in)
		}
	}
}

func TestUnknownKindIsClipped(t *testing.T) {
	t.Parallel()
	_, problems := newRegistry().Decode([]byte(`{"kind":"`+strings.Repeat("ы", 100)+`"}`), "")
	if got := problems[0].Args["kind"]; got != strings.Repeat("ы", 40)+"…" {
		t.Errorf("the kind is repeated as %q, want 40 characters of it", got)
	}
}

func FuzzRegistryDecode(f *testing.F) {
	for _, seed := range []string{`{"kind":"greet","words":"a"}`, `{"kind":"wave","x":1}`, `[`, `{"id":"\u0000"}`} {
		f.Add([]byte(seed))
	}
	r := newRegistry()
	f.Fuzz(func(t *testing.T, in []byte) {
		item, problems := r.Decode(in, "/s")
		if problems != nil {
			if !strings.HasPrefix(problems[0].Path, "/s") || problems[0].Code == "" {
				t.Fatalf("Decode(%q) = %v, want a code and a path under /s", in, problems)
			}
			return
		}
		out, err := EncodeItem(item)
		if err != nil {
			t.Fatalf("EncodeItem of %q: %v", in, err)
		}
		again, problems := r.Decode(json.RawMessage(out), "/s")
		if diff := cmp.Diff(item, again); problems != nil || diff != "" {
			t.Fatalf("%q, encoded as %s, reads back %v (-want +got):\n%s", in, out, problems, diff)
		}
	})
}
