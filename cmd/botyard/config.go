package main

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"botyard/handlers"
	"botyard/internal/httpcall"
	"botyard/internal/pgserver"
)

// config is what the environment says. README.md has the table.
type config struct {
	databaseURL            string
	publicURL, pagesURL    *url.URL
	trustedProxies         []netip.Prefix
	signUp                 handlers.SignUp
	dataDir, keyFile, user string
	telegramURL            string
	// appFrame is the origin of a demo's simulated Telegram, which opens Mini Apps.
	appFrame string
	// development adds the gallery of components.
	development         bool
	coldTokensPerMinute int
	connectsPerMinute   int
	// network is what scenarios see of the internet, in tests; nil: all of it.
	network *httpcall.Network
}

// configure reads the environment; addr is what the program will listen on.
func configure(getenv func(string) string, addr string) (config, error) {
	r := envReader{getenv: getenv}
	c := config{
		databaseURL: getenv("DATABASE_URL"), user: getenv("BOTYARD_USER"),
		publicURL: r.origin("BOTYARD_PUBLIC_URL"), pagesURL: r.origin("BOTYARD_PAGES_URL"),
		trustedProxies:      r.prefixes("BOTYARD_TRUSTED_PROXIES"),
		telegramURL:         r.address("BOTYARD_TELEGRAM_API_URL", "https://api.telegram.org"),
		coldTokensPerMinute: r.number("BOTYARD_COLD_TOKENS_PER_MINUTE", 20),
		connectsPerMinute:   r.number("BOTYARD_CONNECTS_PER_MINUTE", 5),
	}
	c.signUp = r.signUp(defaultSignUp(c.publicURL, addr))
	if r.err != nil {
		return config{}, r.err
	}
	var err error
	if c.dataDir, err = pgserver.DataDir(getenv); err != nil {
		return config{}, err
	}
	c.keyFile = r.text("BOTYARD_KEY_FILE", filepath.Join(c.dataDir, "key"))
	return c, nil
}

// defaultSignUp is open where only this machine, or a trial without TLS, is
// meant; an installation with a public https address invites.
func defaultSignUp(public *url.URL, addr string) handlers.SignUp {
	if public != nil && public.Scheme == "http" || public == nil && isLoopback(addr) {
		return handlers.SignUpOpen
	}
	return handlers.SignUpInvite
}

func isLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// envReader reads settings and keeps the first error.
type envReader struct {
	getenv func(string) string
	err    error
}

func (r *envReader) fail(name, want string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s must be %s", name, want)
	}
}

func (r *envReader) text(name, otherwise string) string {
	if s := r.getenv(name); s != "" {
		return strings.TrimRight(s, "/")
	}
	return otherwise
}

func (r *envReader) origin(name string) *url.URL {
	s := r.getenv(name)
	if s == "" {
		return nil
	}
	u, ok := parseHTTP(s)
	if !ok || u.Path != "" {
		r.fail(name, "an address such as https://bots.example.org, without a path")
		return nil
	}
	return u
}

// address is a URL that may have a path.
func (r *envReader) address(name, otherwise string) string {
	s := r.text(name, otherwise)
	if _, ok := parseHTTP(s); !ok {
		r.fail(name, "an address such as "+otherwise)
	}
	return s
}

func parseHTTP(s string) (*url.URL, bool) {
	u, err := url.Parse(strings.TrimRight(s, "/"))
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, false
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return nil, false
		}
	}
	return u, u.User == nil && u.RawQuery == "" && !u.ForceQuery && u.Fragment == ""
}

func (r *envReader) number(name string, otherwise int) int {
	s := r.getenv(name)
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		r.fail(name, "a whole number, 0 or more")
	}
	return n
}

func (r *envReader) prefixes(name string) []netip.Prefix {
	var prefixes []netip.Prefix
	for _, s := range strings.FieldsFunc(r.getenv(name), func(c rune) bool { return c == ',' || c == ' ' }) {
		prefix, err := netip.ParsePrefix(s)
		if err != nil {
			r.fail(name, "a list of networks such as 10.0.0.0/8, separated by commas")
			return nil
		}
		prefixes = append(prefixes, prefix)
	}
	return prefixes
}

func (r *envReader) signUp(otherwise handlers.SignUp) handlers.SignUp {
	switch s := handlers.SignUp(r.getenv("BOTYARD_SIGNUP")); s {
	case "":
		return otherwise
	case handlers.SignUpOpen, handlers.SignUpInvite, handlers.SignUpClosed:
		return s
	}
	r.fail("BOTYARD_SIGNUP", "open, invite or closed")
	return otherwise
}

// origin writes a URL without a slash at its end; "" for none.
func origin(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
