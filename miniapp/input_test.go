package miniapp

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	asJSON = "application/json"
	asForm = "application/x-www-form-urlencoded"
)

func TestParseInput(t *testing.T) {
	t.Parallel()
	values := map[string]string{"name": "Анна & Ко", "text": "а+б"}
	lines := []Line{{"tea", 2}, {"latte/l", 1}}
	for _, test := range []struct {
		kind, body string
		want       Input
	}{
		{asJSON, `{"values":{"name":"Анна & Ко","text":"а+б"},"lines":[{"item":"tea","quantity":2},{"item":"cake","quantity":0},{"item":"latte/l","quantity":1}]}`, Input{Values: values, Lines: lines}},
		{asJSON + "; charset=utf-8", `{"values":{"a":"b"}}`, Input{Values: map[string]string{"a": "b"}}},
		{"", `{}`, Input{Values: map[string]string{}}},
		{asJSON, `{"values":null,"lines":null}`, Input{Values: map[string]string{}}},
		{asJSON, `{"values":{"website":"http://x","a":"b"}}`, Input{Values: map[string]string{"a": "b"}, Trapped: true}},
		{asForm, `name=%D0%90%D0%BD%D0%BD%D0%B0+%26+%D0%9A%D0%BE&text=%D0%B0%2B%D0%B1&%3Atea=2&%3Acake=0&%3Acap=&%3Alatte%2Fl=1&website=`, Input{Values: values, Lines: lines}},
		{asForm + "; charset=UTF-8", `:tea=two&:cake=1.5&a=1&a=2`, Input{Values: map[string]string{"a": "1"}, Lines: []Line{{"tea", -1}, {"cake", -1}}}},
		{asForm, `website=x&a=%FF`, Input{Values: map[string]string{"a": "\uFFFD"}, Trapped: true}},
		{asForm, ``, Input{Values: map[string]string{}}},
	} {
		got, err := ParseInput(test.kind, []byte(test.body))
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("ParseInput(%s, %s): %v (-want +got):\n%s", test.kind, test.body, err, diff)
		}
	}
}

func TestParseInputRefusals(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range valuesMost + 1 {
		fmt.Fprintf(&many, "a%d=1&", i)
	}
	for _, test := range []struct{ kind, body string }{
		{asJSON, ``}, {asJSON, `[]`}, {asJSON, `{"values":[]}`}, {asJSON, `{"values":{"a":1}}`}, {asJSON, `{"total":1}`},
		{asJSON, `{"lines":[{"item":"tea","quantity":1.5}]}`}, {asJSON, `{"lines":[{"item":"tea","quantity":1,"price":1}]}`},
		{asJSON, `{"values":{"a":"1","a":"2"}}`}, {asJSON, `{} {}`}, {asJSON, `a=b`}, {asForm, `a=%zz`}, {asForm, many.String()},
	} {
		if got, err := ParseInput(test.kind, []byte(test.body)); !errors.Is(err, ErrInput) {
			t.Errorf("ParseInput(%s, %.60s) = %v, %v, want ErrInput", test.kind, test.body, got, err)
		}
	}
}

func TestInputCart(t *testing.T) {
	t.Parallel()
	in := Input{Lines: []Line{{"tea", 2}, {"latte/l", 1}}}
	if diff := cmp.Diff(map[string]int{"tea": 2, "latte/l": 1}, in.Cart()); diff != "" {
		t.Errorf("Cart (-want +got):\n%s", diff)
	}
}

// FuzzSubmit asks that whatever is sent to a form is refused or kept, and that
// a sum is never less than nothing.
func FuzzSubmit(f *testing.F) {
	f.Add(asJSON, `{"values":{"name":"a","phone":"12345","consent":"on"},"lines":[{"item":"tea","quantity":1}]}`)
	f.Add(asForm, `name=a&phone=12345&consent=on&:tea=1&:latte/l=99`)
	f.Add(asForm, `guests=1e308&email=@`)
	m := onPage(f, order+","+strings.Replace(form, `"id":"b"`, `"id":"f"`, 1))
	f.Fuzz(func(t *testing.T, kind, body string) {
		in, err := ParseInput(kind, []byte(body))
		if err != nil {
			return
		}
		for _, id := range []string{"home.b", "home.f"} {
			s, problems, err := m.Submit(id, in)
			if err != nil || problems == nil && s.Kind == "order" && s.Total <= 0 {
				t.Fatalf("Submit(%s, %q) = %+v, %v", id, body, s, err)
			}
			for _, p := range problems {
				if !strings.HasPrefix(p.Path, "/values/") && !strings.HasPrefix(p.Path, "/lines") || p.Code == "" {
					t.Fatalf("Submit(%s, %q) tells %+v, want a path in the body", id, body, p)
				}
			}
		}
	})
}
