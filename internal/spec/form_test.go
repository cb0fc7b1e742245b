package spec

import (
	"encoding/json"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var fields = []Field{
	{Name: "title", Type: Line},
	{Name: "text", Type: Rich},
	{Name: "words", Type: Lines},
	{Name: "look", Type: Choice, Options: []Option{{Value: "plain"}, {Value: "cover"}}},
	{Name: "to", Type: Target},
	{Name: "media", Type: Image},
	{Name: "goods", Type: Goods},
}

func variableOf(name string) (string, bool) { return "first_name", name == "Имя" }

func nameOf(variable string) string {
	if variable == "first_name" {
		return "Имя"
	}
	return variable
}

func TestParseForm(t *testing.T) {
	t.Parallel()
	form := url.Values{
		"title": {" Меню \r\n"}, "text": {"*Да*,\r\n[Имя][*тут*](salon.ru)"}, "words": {"а\r\n\r\n б \r\n"}, "look": {"cover"},
		"to": {"+7 900 000 00 00"}, "media": {"abc"}, "id": {"x"}, "kind": {"y"}, "goods": {"latte\ntea"},
	}
	got := string(ParseForm(fields, form, variableOf))
	want := `{"goods":["latte","tea"],"look":"cover","media":"abc","text":[{"bold":"Да"},",\n",{"var":"first_name"},{"link":"https://salon.ru","text":[{"bold":"тут"}]}],"title":"Меню","to":"tel:+79000000000","words":["а","б"]}`
	if got != want {
		t.Errorf("ParseForm = %s, want %s", got, want)
	}
	if got := string(ParseForm(fields, url.Values{"title": {" "}, "text": {""}, "words": {"\n"}}, variableOf)); got != "{}" {
		t.Errorf("ParseForm(empty fields) = %s, want {}", got)
	}
}

func TestFormValues(t *testing.T) {
	t.Parallel()
	raw := `{"id":"a","kind":"b","title":"Меню","text":["*",{"bold":"Да"},{"var":"first_name"}],"words":["а","б"],"to":"page:home"}`
	got := FormValues(fields, json.RawMessage(raw), nameOf)
	want := map[string]string{"title": "Меню", "text": `\**Да*[Имя]`, "words": "а\nб", "look": "plain", "to": "page:home", "media": "", "goods": ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("FormValues (-want +got):\n%s", diff)
	}
	for _, odd := range []string{``, `null`, `[]`, `{"title":1,"text":{},"words":"a","look":[],"to":null}`} {
		got := FormValues(fields, json.RawMessage(odd), nameOf)
		want := map[string]string{"title": "", "text": "", "words": "", "look": "plain", "to": "", "media": "", "goods": ""}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("FormValues(%s) (-want +got):\n%s", odd, diff)
		}
	}
}

// FuzzForm asks that a form sent back as it was shown changes nothing.
func FuzzForm(f *testing.F) {
	f.Add("Меню", "*a* [Имя] `b`", "а\nб", "x.example")
	f.Add("\xff", "**_[](", "\r\n", "tel:1")
	f.Fuzz(func(t *testing.T, title, text, words, to string) {
		form := url.Values{"title": {title}, "text": {text}, "words": {words}, "look": {"cover"}, "to": {to}}
		once := ParseForm(fields, form, variableOf)
		shown := url.Values{}
		for name, value := range FormValues(fields, once, nameOf) {
			shown.Set(name, value)
		}
		if twice := ParseForm(fields, shown, variableOf); string(twice) != string(once) {
			t.Fatalf("sent back as shown: %s, want %s", twice, once)
		}
	})
}
