package flow

import (
	"encoding/json"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOutsideURL(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"https://api.example.com/a?b": "", "http://example.com": "", "https://example.com:443/": "", "https://93.184.216.34/": "", "https://[2606:4700::1111]/": "", "https://пример.рф/": "",
		"ftp://example.com/": "bad_url", "example.com": "bad_url", "": "bad_url", "https://": "bad_url", "https://u:p@example.com/": "bad_url", "https://example.com:8080/": "bad_url", "https://exa mple.com/": "bad_url",
		"http://localhost/": "inner_url", "http://LOCALHOST./": "inner_url", "http://a.localhost/": "inner_url", "http://printer.local/": "inner_url", "http://db/": "inner_url", "http://api.internal/": "inner_url",
		"http://127.0.0.1/": "inner_url", "http://127.1/": "inner_url", "http://2130706433/": "inner_url", "http://0x7f.1/": "inner_url", "http://a.0x7f000001/": "inner_url", "http://10.0.0.1/": "inner_url",
		"http://192.168.1.1/": "inner_url", "http://169.254.169.254/": "inner_url", "http://100.64.1.1/": "inner_url", "http://0.0.0.0/": "inner_url", "http://224.0.0.1/": "inner_url", "http://255.255.255.255/": "inner_url",
		"http://[::1]/": "inner_url", "http://[fe80::1%25eth0]/": "inner_url", "http://[fd00::1]/": "inner_url", "http://[::ffff:10.0.0.1]/": "inner_url", "http://[::ffff:100.64.1.1]/": "inner_url", "http://[64:ff9b::a00:1]/": "inner_url", "http://[::]/": "inner_url",
	} {
		if got := OutsideURL(s); got != want {
			t.Errorf("OutsideURL(%q) = %q, want %q", s, got, want)
		}
	}
	if !PublicAddr(netip.MustParseAddr("8.8.8.8")) || PublicAddr(netip.Addr{}) {
		t.Error("PublicAddr: want it of 8.8.8.8 and not of nothing")
	}
}

func TestHTTPIsChecked(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"url":"https://api.example.com/"}`:                                                 "",
		`{"url":["https://api.example.com/",{"var":"data:f"}]}`:                              "",
		`{"url":["https://api.example.com?q=",{"var":"said"}]}`:                              "",
		`{"url":["https://",{"var":"said"},".example.com/"]}`:                                "bad_url /url",
		`{"url":["https://api.example.com",{"var":"said"}]}`:                                 "bad_url /url",
		`{"url":[{"var":"said"}]}`:                                                           "bad_url /url",
		`{"url":"http://10.1.1.1/"}`:                                                         "inner_url /url",
		`{"url":["https://api.example.com/",{"var":"password"}]}`:                            "unknown_variable /url",
		`{"url":["https://api.example.com/",{"var":"secret:k"}]}`:                            "",
		`{"url":"https://api.example.com/","method":"PUT"}`:                                  "not_a_choice /method",
		`{"url":"https://api.example.com/","headers":[{"name":"X-A"}]}`:                      "",
		`{"url":"https://api.example.com/","headers":[{"name":"Host"}]}`:                     "bad_header /headers/0/name",
		`{"url":"https://api.example.com/","headers":[{"name":"a b"}]}`:                      "bad_header /headers/0/name",
		`{"url":"https://api.example.com/","headers":[{}]}`:                                  "required /headers/0/name",
		`{"url":"https://api.example.com/","send":[{"name":"имя и всё"}]}`:                   "",
		`{"url":"https://api.example.com/","take":[{"path":"a"}]}`:                           "required /take/0/field not_a_choice /take/0/type",
		`{"url":"https://api.example.com/","take":[{"path":"a","field":"f","type":"text"}]}`: "",
	} {
		item, problems := steps.Decode([]byte(`{"kind":"http",`+strings.TrimPrefix(raw, "{")), "")
		if problems != nil {
			t.Fatalf("%s: %v", raw, problems)
		}
		if got := strings.Join(told(item.Config.Check("")), " "); got != want {
			t.Errorf("Check(%s) = %q, want %q", raw, got, want)
		}
	}
}

func TestExtract(t *testing.T) {
	t.Parallel()
	body := `{"a":{"b":[{"c":12345678901234567890.50},"x",null]},"t":true,"s":"да","":"пусто","long":"` + strings.Repeat("я", MaxValue) + `"}`
	paths := []string{"a.b.0.c", "a.b.1", "a.b.2", "a.b.9", "a.b.-1", "a.b.x", "a.b", "a", "t", "s", "s.x", "none.more", "long"}
	want := map[string]string{"a.b.0.c": "12345678901234567890.50", "a.b.1": "x", "t": "true", "s": "да", "long": strings.Repeat("я", MaxValue/2)}
	if diff := cmp.Diff(want, Extract([]byte(body), paths)); diff != "" {
		t.Errorf("Extract (-want +got):\n%s", diff)
	}
	for body, want := range map[string]map[string]string{
		`"да"`: {"": "да"}, `7`: {"": "7"}, `null`: {}, `<html>`: nil, ``: nil, `[`: nil, `{"a":1} x`: {},
	} {
		if diff := cmp.Diff(want, Extract([]byte(body), []string{""})); diff != "" {
			t.Errorf("Extract(%s) (-want +got):\n%s", body, diff)
		}
	}
}

func TestTemplateFill(t *testing.T) {
	t.Parallel()
	secrets := func(name string) (string, bool) {
		return map[string]string{"k": "a\"b/c d\r\n&"}[name], name == "k"
	}
	for as, want := range map[Writing]string{
		AsHeader: `a"b/c d&`, AsQuery: "a%22b%2Fc+d%0D%0A%26", AsPath: "a%22b%2Fc%20d%0D%0A&", AsJSON: `a\"b/c d\r\n\u0026`, "": "a\"b/c d\r\n&",
	} {
		got, err := Template{{Text: "<"}, {Secret: "k", As: as}, {Text: ">"}}.Fill(secrets)
		if want = "<" + want + ">"; got != want || err != nil {
			t.Errorf("Fill as %q = %q, %v, want %q", as, got, err, want)
		}
	}
	if got, err := (Template{{Text: "a"}, {Secret: "other"}}).Fill(secrets); got != "" || err != ErrSecret {
		t.Errorf("Fill of a secret that is not there = %q, %v, want ErrSecret", got, err)
	}
}

// TestBodyStaysJSON sends what people may say to spoil it.
func TestBodyStaysJSON(t *testing.T) {
	t.Parallel()
	r := compiled(t, `[`+scenario("s", `{"kind":"fallback"}`, `{"id":"h","kind":"http","method":"POST","url":"https://api.example.com/","send":[{"name":"a","value":["<",{"var":"said"},">"]}]}`)+`]`)
	for _, text := range []string{`"`, `","admin":"`, "\n\\u0000\x00", "😀\xff", `{{secret:k}}`} {
		for _, effect := range Advance(input(r, said(text))).Effects {
			body := filled(t, effect.(CallHTTP).Body)
			var got map[string]string
			if err := json.Unmarshal([]byte(body), &got); err != nil || len(got) != 1 || got["a"] != "<"+plainText(text)+">" {
				t.Errorf("the body with %q is %s: %v, want one value", text, body, err)
			}
		}
	}
}
