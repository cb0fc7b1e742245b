package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"botyard/db"
)

const (
	cabinetHost = "bots.example.org"
	pagesHost   = "pages.example.net"
)

// front is a real proxy, configured by the very text of docs/operations.md,
// before an installation with two origins.
type front struct {
	t           *testing.T
	back        *child
	tls, plain  string // addresses
	certificate *x509.CertPool
}

// proxies are those that the documents describe, by their programs.
var proxies = map[string]func(*front, string) *exec.Cmd{"nginx": (*front).nginx, "caddy": (*front).caddy}

func TestBehindAProxy(t *testing.T) {
	t.Parallel()
	for name, command := range proxies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFront(t, name, command)
			f.keepsOriginsApart()
			f.makesCookiesForTLS()
			f.believesNoForgedAddress()
			f.deliversUpdates()
			f.boundsBodies()
		})
	}
}

func newFront(t *testing.T, name string, command func(*front, string) *exec.Cmd) *front {
	t.Helper()
	if _, err := exec.LookPath(programOf(name)); err != nil {
		t.Skipf("no %s on this machine: install the package %s to run this test", name, name)
	}
	f := &front{t: t, tls: freeAddr(t), plain: freeAddr(t)}
	f.back = newChild(t, "BOTYARD_PUBLIC_URL=https://"+cabinetHost, "BOTYARD_PAGES_URL=https://"+pagesHost, "BOTYARD_TRUSTED_PROXIES=127.0.0.1/32")
	dir := t.TempDir()
	f.certify(dir)
	cmd := command(f, dir)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	for deadline := time.Now().Add(patience); ; {
		conn, err := net.Dial("tcp", f.tls)
		if err == nil {
			_ = conn.Close()
			return f
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not listen: %v\n%s", name, err, said.String())
		}
		time.Sleep(20 * time.Millisecond) // nothing tells when another program begins to listen
	}
}

// programOf finds a daemon where the path of normal users does not lead.
func programOf(name string) string {
	if path, err := exec.LookPath("/usr/sbin/" + name); err == nil {
		return path
	}
	return name
}

// documented is the block of docs/operations.md in a language.
func (f *front) documented(language string) string {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if err != nil {
		f.t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "```"+language+"\n")
	block, _, ended := strings.Cut(rest, "```")
	if !found || !ended {
		f.t.Fatalf("docs/operations.md has no block of %s", language)
	}
	return block
}

func (f *front) nginx(dir string) *exec.Cmd {
	conf := f.documented("nginx")
	for pattern, with := range map[string]string{
		`listen 443 `: "listen " + f.tls + " ", `listen 80([ ;])`: "listen " + f.plain + "$1", `127\.0\.0\.1:8080`: f.back.addr,
		`/etc/letsencrypt/live/bots\.example\.org/`: dir + "/", `/var/log/nginx`: dir,
	} {
		changed := regexp.MustCompile(pattern).ReplaceAllString(conf, with)
		if changed == conf {
			f.t.Fatalf("the documented configuration has no %s", pattern)
		}
		conf = changed
	}
	who := ""
	if os.Getuid() == 0 {
		who = "user root;\n"
	}
	temp := ""
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temp += fmt.Sprintf("%s_temp_path %s/%s;\n", kind, dir, kind)
	}
	f.write(dir+"/nginx.conf", who+"daemon off;\npid "+dir+"/pid;\nerror_log "+dir+"/error.log;\nevents {}\nhttp {\n"+temp+conf+"}\n")
	return exec.Command(programOf("nginx"), "-e", dir+"/error.log", "-p", dir, "-c", dir+"/nginx.conf")
}

func (f *front) caddy(dir string) *exec.Cmd {
	conf := strings.Replace(f.documented("caddy"), "127.0.0.1:8080", f.back.addr, 1)
	_, port, _ := net.SplitHostPort(f.tls)
	_, plain, _ := net.SplitHostPort(f.plain)
	f.write(dir+"/Caddyfile", fmt.Sprintf("{\n\tadmin off\n\tauto_https disable_certs\n\thttps_port %s\n\thttp_port %s\n\tdefault_bind 127.0.0.1\n}\n", port, plain)+
		strings.Replace(conf, "{\n", "{\n\ttls "+dir+"/fullchain.pem "+dir+"/privkey.pem\n", 1))
	cmd := exec.Command("caddy", "run", "--config", dir+"/Caddyfile", "--adapter", "caddyfile")
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	return cmd
}

func (f *front) write(file, text string) {
	f.t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

// certify makes a certificate for both names that signs itself.
func (f *front) certify(dir string) {
	f.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		f.t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: cabinetHost}, DNSNames: []string{cabinetHost, pagesHost},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		f.t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		f.t.Fatal(err)
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	f.write(dir+"/fullchain.pem", string(public))
	f.write(dir+"/privkey.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
	f.certificate = x509.NewCertPool()
	f.certificate.AppendCertsFromPEM(public)
}

// client comes from an address of its own on this machine, to whatever name.
func (f *front) client(from string) *http.Client {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: patience}
	jar, _ := cookiejar.New(nil)
	return &http.Client{Jar: jar, CheckRedirect: stay, Timeout: patience, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: f.certificate},
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if strings.HasSuffix(address, ":80") {
				return dialer.DialContext(ctx, network, f.plain)
			}
			return dialer.DialContext(ctx, network, f.tls)
		},
	}}
}

type reply struct {
	*http.Response
	body string
}

// ask sends a request with further headers as name, value pairs.
func (f *front) ask(client *http.Client, method, address, body string, headers ...string) reply {
	f.t.Helper()
	r, err := http.NewRequestWithContext(f.t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	resp, err := client.Do(r)
	if err != nil {
		f.t.Fatalf("%s %s: %v", method, address, err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return reply{resp, string(text)}
}

func (f *front) wants(got reply, status int, what string) {
	f.t.Helper()
	if got.StatusCode != status {
		f.t.Errorf("%s = %d, want %d", what, got.StatusCode, status)
	}
}

func (f *front) keepsOriginsApart() {
	c := f.client("127.0.0.2")
	f.wants(f.ask(c, "GET", "https://"+cabinetHost+"/login", ""), 200, "login at the cabinet")
	f.wants(f.ask(c, "GET", "https://"+pagesHost+"/login", ""), 404, "login at the pages")
	f.wants(f.ask(c, "GET", "https://"+pagesHost+"/healthz", ""), 200, "health at the pages")
	f.wants(f.ask(c, "GET", "https://"+pagesHost+"/s/nobody", ""), 404, "a page that is none")
	moved := f.ask(c, "GET", "http://"+pagesHost+"/s/cafe?a=b", "")
	if to := moved.Header.Get("Location"); moved.StatusCode/100 != 3 || to != "https://"+pagesHost+"/s/cafe?a=b" {
		f.t.Errorf("without TLS = %d to %q, want the same address with it", moved.StatusCode, to)
	}
	for _, host := range []string{"evil.example", "127.0.0.1", "x." + pagesHost} {
		if got := f.ask(c, "GET", "https://"+cabinetHost+"/login", "", "Host", host); got.StatusCode == 200 && got.body != "" {
			f.t.Errorf("Host %s = 200 with a body, want no screen", host)
		}
	}
}

func (f *front) makesCookiesForTLS() {
	c := f.client("127.0.0.3")
	got := f.ask(c, "POST", "https://"+cabinetHost+"/signup", "email=anna@example.org&password=right+password", "X-Forwarded-Proto", "http", "X-Forwarded-Host", "evil.example")
	f.wants(got, 303, "sign-up")
	cookies := got.Cookies()
	if len(cookies) == 0 || got.Header.Get("Location") != "/" || got.Header.Get("Strict-Transport-Security") == "" {
		f.t.Fatalf("sign-up = %v, want a session, a way within, HSTS", got.Header)
	}
	for _, cookie := range cookies {
		if !strings.HasPrefix(cookie.Name, "__Host-") || !cookie.Secure || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Domain != "" {
			f.t.Errorf("cookie = %v, want __Host-, Secure, HttpOnly, Lax", cookie)
		}
	}
	f.wants(f.ask(c, "GET", "https://"+cabinetHost+"/projects", ""), 200, "the projects of whoever signed up")
	for origin, want := range map[string]int{"https://" + cabinetHost: 303, "https://" + pagesHost: 403, "https://evil.example": 403} {
		f.wants(f.ask(c, "POST", "https://"+cabinetHost+"/projects", "name=Caf", "Origin", origin), want, "a form of "+origin)
	}
}

// believesNoForgedAddress: the tenth wrong log-in from one address is the last,
// whatever it claims; another address has its own ten.
func (f *front) believesNoForgedAddress() {
	f.t.Helper()
	logIn := func(from string, n int) int {
		forged := fmt.Sprintf("203.0.113.%d", n)
		return f.ask(f.client(from), "POST", "https://"+cabinetHost+"/login", fmt.Sprintf("email=u%d@example.org&password=wrong+password", n),
			"X-Forwarded-For", forged, "Forwarded", "for="+forged, "X-Real-IP", forged, "X-Client-IP", forged).StatusCode
	}
	for n := range 11 {
		if got, want := logIn("127.0.0.4", n), map[bool]int{true: 429, false: 401}[n == 10]; got != want {
			f.t.Errorf("log-in %d with forged addresses = %d, want %d", n+1, got, want)
		}
	}
	if got := logIn("127.0.0.5", 50); got != 401 {
		f.t.Errorf("log-in from another address = %d, want 401", got)
	}
}

func (f *front) deliversUpdates() {
	f.t.Helper()
	c, hook := f.client("127.0.0.6"), "https://"+cabinetHost+"/v1/telegram/webhooks/"
	secret := f.plantBot()
	unknown := f.ask(c, "POST", hook+"nobody", `{"update_id":1}`, "X-Telegram-Bot-Api-Secret-Token", secret)
	f.wants(unknown, 401, "an update of an unknown bot")
	good := func(body string) reply {
		return f.ask(c, "POST", hook+"planted", body, "X-Telegram-Bot-Api-Secret-Token", secret, "Content-Type", "application/json")
	}
	got := good(`{"update_id":1}`)
	for deadline := time.Now().Add(patience); got.StatusCode == 401 && time.Now().Before(deadline); got = good(`{"update_id":1}`) {
		time.Sleep(50 * time.Millisecond) // the process learns of the bot within a second
	}
	if got.StatusCode != 200 || got.body != `{"ok":true,"duplicate":false}`+"\n" {
		f.t.Errorf("an update = %d %s, want 200 and no duplicate", got.StatusCode, got.body)
	}
	pad := strings.Repeat("x", 1<<20-30)
	f.wants(good(`{"update_id":2,"x":"`+pad+`"}`), 200, "an update of almost 1 MiB")
	f.wants(good(`{"update_id":3,"x":"`+pad+strings.Repeat("x", 60)+`"}`), 413, "an update of more than 1 MiB")
	f.wants(f.ask(c, "POST", "https://"+pagesHost+"/v1/telegram/webhooks/planted", `{"update_id":4}`, "X-Telegram-Bot-Api-Secret-Token", secret), 404, "an update at the pages")
}

// plantBot writes a bot into the installation's database, and gives its secret.
func (f *front) plantBot() string {
	f.t.Helper()
	store, err := db.Open(f.t.Context(), f.back.database, 1)
	if err != nil {
		f.t.Fatal(err)
	}
	defer store.Close()
	sum := sha256.Sum256([]byte("the-secret"))
	_, err = store.Pool.Exec(f.t.Context(), `WITH p AS (SELECT id FROM projects ORDER BY id LIMIT 1),
		i AS (INSERT INTO integrations (project_id, bot_id, bot_username, bot_name, desired, actual) SELECT id, 77, 'b', 'b', 'disconnected', 'connected' FROM p RETURNING project_id, id)
		INSERT INTO public_ids (public_id, project_id, integration_id, secret_sha256) SELECT 'planted', project_id, id, $1 FROM i`, sum[:])
	if err != nil {
		f.t.Fatal(err)
	}
	return "the-secret"
}

func (f *front) boundsBodies() {
	f.t.Helper()
	c := f.client("127.0.0.7")
	f.wants(f.ask(c, "POST", "https://"+cabinetHost+"/login", "email="+strings.Repeat("x", 2<<20)), 413, "a form of 2 MiB")
	r, err := http.NewRequestWithContext(f.t.Context(), "POST", "https://"+cabinetHost+"/login", io.LimitReader(rand.Reader, 12<<20))
	if err != nil {
		f.t.Fatal(err)
	}
	r.ContentLength = 12 << 20
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if resp, err := c.Do(r); err == nil { // it may be cut off before it is all sent
		_ = resp.Body.Close()
		f.wants(reply{Response: resp}, 413, "a body of 12 MiB")
	}
}
