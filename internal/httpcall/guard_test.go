package httpcall

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"botyard/internal/flow"
)

// world is a network with names; every connection leads to one server and is noted.
type world struct {
	names map[string][]string
	to    string
	calls atomic.Int64
}

func (w *world) network() Network {
	return Network{
		Lookup: func(_ context.Context, _, host string) ([]netip.Addr, error) {
			var all []netip.Addr
			for _, a := range w.names[host] {
				all = append(all, netip.MustParseAddr(a))
			}
			if all == nil {
				return nil, &net.DNSError{Name: host, IsNotFound: true}
			}
			return all, nil
		},
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			w.calls.Add(1)
			return (&net.Dialer{}).DialContext(ctx, network, w.to)
		},
	}
}

// newWorld has the public names a.example.com and b.example.com.
func newWorld(t *testing.T, handler http.HandlerFunc) *world {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &world{to: server.Listener.Addr().String(), names: map[string][]string{
		"a.example.com": {"93.184.216.34"}, "b.example.com": {"2606:2800:220:1::1"},
	}}
}

func words(s string) flow.Template { return flow.Template{{Text: s}} }

// ask makes one call as the caller would.
func (w *world) ask(t *testing.T, c flow.CallHTTP, own ...string) (outcome, error) {
	t.Helper()
	g := newGuard(w.network(), own)
	client := g.client()
	defer client.CloseIdleConnections()
	req, err := g.build(t.Context(), c, map[string]string{"key": "planted-key"})
	if err != nil {
		return outcome{}, err
	}
	return g.do(client, req, c.Take), nil
}

func TestInnerAddressesAreNotCalled(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`"inside"`)) })
	for name, addresses := range map[string][]string{
		"loop": {"127.0.0.1"}, "loop6": {"::1"}, "ten": {"10.1.2.3"}, "home": {"192.168.1.1"}, "link": {"169.254.169.254"}, "link6": {"fe80::1"},
		"cgnat": {"100.64.0.1"}, "mapped": {"::ffff:127.0.0.1"}, "mappedout": {"::ffff:93.184.216.34"}, "nat64": {"64:ff9b::7f00:1"}, "six": {"2002:7f00:1::"},
		"compatible": {"::7f00:1"}, "unique": {"fd00::1"}, "zero": {"0.0.0.0"}, "many": {"224.0.0.1"}, "both": {"93.184.216.34", "127.0.0.1"}, "site": {"fec0::1"},
	} {
		w.names[name+".example.com"] = addresses
		if end, err := w.ask(t, flow.CallHTTP{Method: "GET", URL: words("http://" + name + ".example.com/")}); err != nil || end.answer.OK || end.again {
			t.Errorf("call to %v = %+v, %v, want it refused", addresses, end, err)
		}
	}
	for _, address := range []string{
		"http://127.0.0.1/", "http://[::1]/", "http://[::ffff:10.0.0.1]/", "http://0x7f.1/", "http://2130706433/", "http://localhost/", "http://a.example.com:8080/",
		"ftp://a.example.com/", "http://u:p@a.example.com/", "file:///etc/passwd", "http:///x", "http://own.example.org/", "http://OWN.example.org./",
	} {
		if end, err := w.ask(t, flow.CallHTTP{Method: "GET", URL: words(address)}, "https://own.example.org"); err == nil {
			t.Errorf("call to %s = %+v, want it refused", address, end)
		}
	}
	if n := w.calls.Load(); n != 0 {
		t.Errorf("connections = %d, want none", n)
	}
}

func TestThisMachinesAddressesAreNotCalled(t *testing.T) {
	t.Parallel()
	g := newGuard(TheInternet(), nil)
	g.addresses[netip.MustParseAddr("93.184.216.34")] = true
	if g.public(netip.MustParseAddr("93.184.216.34")) || !g.public(netip.MustParseAddr("93.184.216.35")) {
		t.Error("public: the machine's own address may be called, or another may not")
	}
	if local, _ := net.InterfaceAddrs(); len(local) > 0 && len(g.addresses) < 2 {
		t.Errorf("own addresses = %v, want those of %v", g.addresses, local)
	}
}

func TestRedirectsAreGuarded(t *testing.T) {
	t.Parallel()
	var heard atomic.Value
	w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
		switch to := r.URL.Query().Get("to"); {
		case r.URL.Path == "/end":
			heard.Store(r.Header.Get("X-Key") + "|" + r.Header.Get("Referer") + "|" + r.Method)
			_, _ = w.Write([]byte(`{}`))
		case r.URL.Path == "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case r.URL.Path == "/keep":
			http.Redirect(w, r, to, http.StatusTemporaryRedirect)
		default:
			http.Redirect(w, r, to, http.StatusFound)
		}
	})
	w.names["inner.example.com"] = []string{"127.0.0.1"}
	for _, test := range []struct {
		method, url string
		ok          bool
		heard       string
	}{
		{"GET", "http://a.example.com/?to=/end", true, "planted-key||GET"},
		{"GET", "http://a.example.com/?to=http://b.example.com/end", true, "||GET"},
		{"GET", "http://a.example.com/?to=http://inner.example.com/end", false, ""},
		{"GET", "http://a.example.com/?to=http://10.0.0.1/end", false, ""},
		{"GET", "http://a.example.com/?to=http://a.example.com:8080/end", false, ""},
		{"GET", "http://a.example.com/?to=http://own.example.org/end", false, ""},
		{"GET", "http://a.example.com/round", false, ""},
		{"POST", "http://a.example.com/?to=http://b.example.com/end", true, "||GET"},
		{"POST", "http://a.example.com/keep?to=/end", true, "planted-key||POST"},
		{"POST", "http://a.example.com/keep?to=http://b.example.com/end", false, ""},
	} {
		heard.Store("")
		end, err := w.ask(t, flow.CallHTTP{
			Method: test.method, URL: words(test.url), Body: words("{}"), Type: "application/json",
			Headers: []flow.Header{{Name: "X-Key", Value: flow.Template{{Secret: "key", As: flow.AsHeader}}}},
		}, "https://own.example.org")
		if err != nil || end.answer.OK != test.ok || heard.Load() != test.heard {
			t.Errorf("%s %s = %+v, %v, heard %q, want %t and %q", test.method, test.url, end, err, heard.Load(), test.ok, test.heard)
		}
	}
}

func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
		size := maxAnswer - 2
		if r.URL.Path == "/more" {
			size++
		}
		_, _ = w.Write([]byte(`"` + strings.Repeat("x", size) + `"`))
	})
	end, err := w.ask(t, flow.CallHTTP{Method: "GET", URL: words("http://a.example.com/"), Take: []string{""}})
	if err != nil || !end.answer.OK || len(end.answer.Values[""]) != flow.MaxValue {
		t.Errorf("answer of 1 MiB = %t, %v, want it taken", end.answer.OK, err)
	}
	if end, err = w.ask(t, flow.CallHTTP{Method: "GET", URL: words("http://a.example.com/more")}); err != nil || end.answer.OK || end.again {
		t.Errorf("answer of a byte more = %t, %v, want it refused for good", end.answer.OK, err)
	}
}

// Whatever goes wrong looks the same, and tells nothing of the secret.
func TestFailuresLookAlike(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) })
	w.names["inner.example.com"] = []string{"10.0.0.1"}
	for _, address := range []string{"http://a.example.com/", "http://inner.example.com/", "http://nowhere.example.com/", "https://a.example.com/"} {
		end, err := w.ask(t, flow.CallHTTP{Method: "GET", URL: words(address)})
		if err != nil || end.answer.OK || end.answer.Status != 0 || end.answer.Values != nil {
			t.Errorf("answer of %s = %+v, %v, want the one failure", address, end.answer, err)
		}
	}
	for _, c := range []flow.CallHTTP{
		{URL: flow.Template{{Text: "http://10.0.0.1/"}, {Secret: "key", As: flow.AsPath}}},
		{URL: flow.Template{{Text: "http://a.example.com/"}, {Secret: "other"}}},
		{URL: flow.Template{{Text: "http://a.example.com/%zz"}, {Secret: "key", As: flow.AsPath}}},
	} {
		if _, err := w.ask(t, c); err == nil || strings.Contains(err.Error(), "planted-key") || errors.Is(err, context.Canceled) {
			t.Errorf("build = %v, want an error without the secret", err)
		}
	}
}

func TestWhatIsSentIsTheOwners(t *testing.T) {
	t.Parallel()
	var heard atomic.Value
	w := newWorld(t, func(_ http.ResponseWriter, r *http.Request) {
		body, _ := read(r.Body)
		heard.Store(r.Method + " " + r.Host + r.URL.String() + " " + r.Header.Get("Content-Type") + " " + r.Header.Get("X-Key") + " " + string(body) +
			" " + r.Header.Get("Cookie") + r.Header.Get("Connection"))
	})
	end, err := w.ask(t, flow.CallHTTP{
		Method: "POST", URL: words("http://a.example.com/x?y=1"), Body: flow.Template{{Text: `{"k":"`}, {Secret: "key", As: flow.AsJSON}, {Text: `"}`}}, Type: "application/json",
		Headers: []flow.Header{
			{Name: "X-Key", Value: flow.Template{{Secret: "key", As: flow.AsHeader}}}, {Name: "Cookie", Value: words("c")}, {Name: "Host", Value: words("h")},
			{Name: "Connection", Value: words("close")}, {Name: "bad name", Value: words("x")},
		},
	})
	const want = `POST a.example.com/x?y=1 application/json planted-key {"k":"planted-key"} `
	if err != nil || !end.answer.OK || heard.Load() != want {
		t.Errorf("sent %q, %+v, %v, want %q", heard.Load(), end, err, want)
	}
}
