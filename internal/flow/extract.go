package flow

import (
	"encoding/json"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// Extract takes values out of a JSON answer by paths like "items.0.price";
// what is not there, or is a list or an object, is left out. A "" path is the
// whole answer when that is a single value.
func Extract(body []byte, paths []string) map[string]string {
	var root any
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.UseNumber()
	if d.Decode(&root) != nil {
		return nil
	}
	found := map[string]string{}
	for _, path := range paths {
		if value, ok := walk(root, path); ok {
			found[path] = cut(value, MaxValue)
		}
	}
	return found
}

func walk(value any, path string) (string, bool) {
	for path != "" {
		var name string
		name, path, _ = strings.Cut(path, ".")
		switch holder := value.(type) {
		case map[string]any:
			value = holder[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(holder) {
				return "", false
			}
			value = holder[i]
		default:
			return "", false
		}
	}
	switch v := value.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}

// OutsideURL tells what keeps an address from being called: "bad_url" when it
// is none (http or https, ports 80 and 443, no password), "inner_url" when it
// leads inside by its literal; "" when nothing does. Names are resolved and
// judged anew when the call is made.
func OutsideURL(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return "bad_url"
	}
	if p := u.Port(); p != "" && p != "80" && p != "443" {
		return "bad_url"
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if addr, err := netip.ParseAddr(host); err == nil {
		if !PublicAddr(addr) {
			return "inner_url"
		}
		return ""
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	switch {
	case host == last, last == "localhost", last == "local", last == "internal", last == "lan", last == "home", last == "arpa",
		strings.Trim(last, "0123456789") == "", strings.HasPrefix(last, "0x"):
		return "inner_url"
	}
	return ""
}

// inner are ranges that are not of the public internet, besides those that
// netip.Addr knows by itself.
var inner = func() []netip.Prefix {
	var all []netip.Prefix
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10",
	} {
		all = append(all, netip.MustParsePrefix(s))
	}
	return all
}()

// PublicAddr tells whether an address is of the public internet.
func PublicAddr(a netip.Addr) bool {
	a = a.WithZone("").Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() {
		return false
	}
	for _, p := range inner {
		if p.Contains(a) {
			return false
		}
	}
	return true
}
