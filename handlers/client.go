package handlers

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// clientOf is the address of who asks. X-Forwarded-For is read from the right,
// past the proxies that are trusted and no further: what stands left of the
// first stranger is that stranger's invention.
func clientOf(r *http.Request, trusted []netip.Prefix) netip.Addr {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	client := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !isTrusted(client, trusted) {
			break
		}
		address, err := parseHop(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		client = address.Unmap()
	}
	return client.WithZone("")
}

func isTrusted(a netip.Addr, trusted []netip.Prefix) bool {
	return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a) })
}

// parseHop reads an address, which some proxies write with its port.
func parseHop(hop string) (netip.Addr, error) {
	if withPort, err := netip.ParseAddrPort(hop); err == nil {
		return withPort.Addr(), nil
	}
	return netip.ParseAddr(strings.Trim(hop, "[]"))
}
