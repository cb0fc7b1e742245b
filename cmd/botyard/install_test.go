package main

import (
	"bytes"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"botyard/internal/telegram/sim"
)

// lines is what a program has written so far.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// process is the program in a process of its own.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	out  lines
	done chan struct{}
	err  error // of the process, when done
}

// install is an installation on this machine: the settings that its programs share.
type install struct {
	t    *testing.T
	addr string
	env  []string
	sim  *sim.Server
}

// newInstall uses a private PostgreSQL below a folder that its account can enter.
func newInstall(t *testing.T) *install {
	t.Helper()
	dir, err := os.MkdirTemp("", "botyard-install-") // not t.TempDir, which only this user enters
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return newInstallWith(t, slowSim(t), "BOTYARD_DATA_DIR="+dir+"/data", "DATABASE_URL=")
}

func newInstallWith(t *testing.T, telegramSim *sim.Server, env ...string) *install {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	listener.Close()
	api := httptest.NewServer(telegramSim)
	t.Cleanup(api.Close)
	return &install{t: t, addr: addr, sim: telegramSim, env: append(env, asProgram+"=1",
		"BOTYARD_PUBLIC_URL=http://"+addr, "BOTYARD_TELEGRAM_API_URL="+api.URL,
		"BOTYARD_COLD_TOKENS_PER_MINUTE=0", "BOTYARD_CONNECTS_PER_MINUTE=0")}
}

func (in *install) start(args ...string) *process {
	in.t.Helper()
	self, err := os.Executable()
	if err != nil {
		in.t.Fatal(err)
	}
	c := &process{t: in.t, cmd: exec.Command(self, args...), done: make(chan struct{})}
	c.cmd.Env = append(os.Environ(), in.env...)
	c.cmd.Stdout, c.cmd.Stderr = &c.out, &c.out
	if err := c.cmd.Start(); err != nil {
		in.t.Fatal(err)
	}
	go func() { c.err = c.cmd.Wait(); close(c.done) }()
	in.t.Cleanup(func() {
		_ = c.cmd.Process.Signal(syscall.SIGTERM)
		c.awaitEnd()
	})
	return c
}

// run runs a command that ends by itself.
func (in *install) run(args ...string) *process {
	in.t.Helper()
	c := in.start(args...)
	c.awaitEnd()
	return c
}

func (c *process) awaitEnd() {
	c.t.Helper()
	select {
	case <-c.done:
	case <-time.After(2 * patience):
		_ = c.cmd.Process.Kill()
		c.t.Errorf("%v did not end: %s", c.cmd.Args[1:], c.out.String())
	}
}

// stop ends it as an administrator does, and wants it to end well.
func (c *process) stop() {
	c.t.Helper()
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		c.t.Fatal(err)
	}
	c.awaitEnd()
	if c.err != nil || !strings.Contains(c.out.String(), `"msg":"stopped"`) {
		c.t.Errorf("%v after SIGTERM = %v: %s, want a clean stop", c.cmd.Args[1:], c.err, c.out.String())
	}
}

// ready waits until the program serves, and tells how long that took.
func (in *install) ready(c *process) time.Duration {
	in.t.Helper()
	began := time.Now()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for deadline := began.Add(3 * patience); time.Now().Before(deadline); <-look.C {
		select {
		case <-c.done:
			in.t.Fatalf("%v ended: %v: %s", c.cmd.Args[1:], c.err, c.out.String())
		default:
		}
		if resp, err := http.Get("http://" + in.addr + "/readyz"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return time.Since(began)
			}
		}
	}
	in.t.Fatalf("%v does not serve: %s", c.cmd.Args[1:], c.out.String())
	return 0
}

// cabinet is a browser of an owner.
type cabinet struct {
	t      *testing.T
	client http.Client
	url    string
}

func (in *install) cabinet() *cabinet {
	in.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		in.t.Fatal(err)
	}
	b := &cabinet{t: in.t, url: "http://" + in.addr}
	b.client = http.Client{Jar: jar, Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return b
}

// post sends a form and gives where the answer leads.
func (b *cabinet) post(path string, want int, fields ...string) string {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	resp, err := b.client.PostForm(b.url+path, form)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != want {
		b.t.Fatalf("POST %s = %s, want %d", path, resp.Status, want)
	}
	return resp.Header.Get("Location")
}

// bot connects a bot to a new blank project, which publishes it.
func (b *cabinet) bot(simulator *sim.Server, username string) sim.Bot {
	b.t.Helper()
	bot, err := simulator.AddBot(sim.BotSpec{Username: username})
	if err != nil {
		b.t.Fatal(err)
	}
	project := b.post("/projects", http.StatusSeeOther, "name", username, "template", "blank")
	b.post(project+"/bot", http.StatusSeeOther, "token", string(bot.Token))
	return bot
}

func (in *install) owner(email string) *cabinet {
	in.t.Helper()
	b := in.cabinet()
	b.post("/signup", http.StatusSeeOther, "email", email, "password", password)
	return b
}
