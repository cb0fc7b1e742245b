package httpcall

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"botyard/internal/flow"
)

// errRefused is an address that must not be called. Why is not said: owners
// shall not learn what lies inside.
var errRefused = errors.New("refused address")

// Network is the internet as calls see it; tests have another.
type Network struct {
	// Lookup resolves a name.
	Lookup func(ctx context.Context, network, host string) ([]netip.Addr, error)
	// Dial connects to an address that has a number for a host.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// TheInternet is the network of this machine.
func TheInternet() Network {
	dialer := &net.Dialer{Timeout: connectTime}
	return Network{Lookup: net.DefaultResolver.LookupNetIP, Dial: dialer.DialContext}
}

// guard lets calls reach the public internet alone.
type guard struct {
	network Network
	// hosts are our own, by name; addresses are this machine's.
	hosts     map[string]bool
	addresses map[netip.Addr]bool
}

// newGuard makes a guard that refuses the hosts of some origins of our own, too.
func newGuard(network Network, own []string) *guard {
	g := &guard{network: network, hosts: map[string]bool{}, addresses: map[netip.Addr]bool{}}
	for _, origin := range own {
		if u, err := url.Parse(origin); err == nil && u.Hostname() != "" {
			g.hosts[hostOf(u)] = true
		}
	}
	local, _ := net.InterfaceAddrs() // a machine that does not tell has no public ones to protect
	for _, a := range local {
		if prefix, err := netip.ParsePrefix(a.String()); err == nil {
			g.addresses[prefix.Addr().Unmap()] = true
		}
	}
	return g
}

func hostOf(u *url.URL) string { return strings.ToLower(strings.TrimSuffix(u.Hostname(), ".")) }

// allows tells whether an address may be called as far as its words tell.
func (g *guard) allows(u *url.URL) bool {
	return flow.OutsideURL(u.String()) == "" && !g.hosts[hostOf(u)]
}

// worldwide is what of IPv6 is given out as public addresses.
var worldwide = netip.MustParsePrefix("2000::/3")

// public tells whether a resolved address may be connected to.
func (g *guard) public(a netip.Addr) bool {
	return flow.PublicAddr(a) && !a.Is4In6() && (a.Is4() || worldwide.Contains(a)) && !g.addresses[a]
}

// dial connects to a host of which every address is public: of one that has an
// inner one as well it is not left to chance which is taken.
func (g *guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil || port != "80" && port != "443" {
		return nil, errRefused
	}
	addresses, err := g.resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	for _, a := range addresses {
		var conn net.Conn
		if conn, err = g.network.Dial(ctx, "tcp", net.JoinHostPort(a.String(), port)); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func (g *guard) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	addresses := []netip.Addr{}
	if literal, err := netip.ParseAddr(host); err == nil {
		addresses = append(addresses, literal)
	} else if addresses, err = g.network.Lookup(ctx, "ip", host); err != nil {
		return nil, err
	}
	for i, a := range addresses {
		if !a.Is4In6() {
			addresses[i] = a.WithZone("")
		}
		if !g.public(addresses[i]) {
			return nil, errRefused
		}
	}
	if len(addresses) == 0 {
		return nil, errRefused
	}
	return addresses, nil
}

// Bounds of a call.
const (
	connectTime  = 3 * time.Second
	maxRedirects = 3
	maxHead      = 64 << 10
)

// client makes requests through the guard. No proxy is asked, nothing is kept
// between calls but idle connections to checked addresses.
func (g *guard) client() *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy: nil, DialContext: g.dial, TLSHandshakeTimeout: connectTime, MaxResponseHeaderBytes: maxHead,
			MaxIdleConns: 64, MaxIdleConnsPerHost: 2, IdleConnTimeout: 20 * time.Second,
		},
		CheckRedirect: g.redirect,
	}
}

// redirect follows to public addresses. Another host gets neither the headers
// of the owner, where keys are, nor a body, nor the address of before.
func (g *guard) redirect(next *http.Request, before []*http.Request) error {
	if len(before) > maxRedirects || !g.allows(next.URL) {
		return errRefused
	}
	first := before[0].URL
	next.Header.Del("Referer")
	if next.URL.Scheme == first.Scheme && next.URL.Host == first.Host {
		return nil
	}
	if next.Body != nil && next.Body != http.NoBody {
		return errRefused
	}
	next.Header = http.Header{"User-Agent": {userAgent}, "Accept": {accepted}}
	return nil
}
