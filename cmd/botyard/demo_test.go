package main

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// demoOf starts a demo below an installation's folder, and waits for what it prints.
func (in *install) demoOf(simAddr string) *process {
	in.t.Helper()
	c := in.start("demo", "-addr", in.addr, "-sim-addr", simAddr, "-latency", "0s")
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(3 * patience); !strings.Contains(c.out.String(), "Other ports"); <-look.C {
		select {
		case <-c.done:
			in.t.Fatalf("the demo ended: %v: %s", c.err, c.out.String())
		default:
		}
		if time.Now().After(deadline) {
			in.t.Fatalf("the demo does not say what one needs: %s", c.out.String())
		}
	}
	return c
}

var printed = regexp.MustCompile(`(?m)^  (\S.*?)  +(\S+)$`)

// told is everything that a demo printed under a name.
func (c *process) told(name string) (values []string) {
	for _, m := range printed.FindAllStringSubmatch(c.out.String(), -1) {
		if m[1] == name {
			values = append(values, m[2])
		}
	}
	return values
}

func (b *cabinet) status(path string) int {
	b.t.Helper()
	resp, err := b.client.Get(b.url + path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

// ends stops a demo with an open chat page, and wants nothing said but what is meant for a reader.
func (c *process) ends(simAddr string) {
	c.t.Helper()
	stream, cancel := context.WithCancel(c.t.Context())
	defer cancel()
	made, err := http.Post("http://"+simAddr+"/sim/users", "application/json", strings.NewReader(`{"first_name":"Anna"}`))
	if err != nil {
		c.t.Fatal(err)
	}
	defer made.Body.Close()
	var user struct{ ID json.Number }
	if err := json.NewDecoder(made.Body).Decode(&user); err != nil {
		c.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(stream, http.MethodGet, "http://"+simAddr+"/sim/bots/"+demoBot+"/users/"+user.ID.String()+"/events", nil)
	if err != nil {
		c.t.Fatal(err)
	}
	open, err := http.DefaultClient.Do(r)
	if err != nil || open.StatusCode != http.StatusOK {
		c.t.Fatalf("the chat's events = %v, %v", open, err)
	}
	defer open.Body.Close()
	if err := c.cmd.Process.Signal(os.Interrupt); err != nil {
		c.t.Fatal(err)
	}
	c.awaitEnd()
	if c.err != nil || strings.Contains(c.out.String(), `{"time"`) {
		c.t.Errorf("the demo ended with %v and said %s, want a clean end and no lines of a log", c.err, c.out.String())
	}
}

func TestTheDemoTellsWhatOneNeeds(t *testing.T) {
	t.Parallel()
	in, simAddr := newInstall(t), freeAddr(t)
	c := in.demoOf(simAddr)
	emails, passwords, spare := c.told("e-mail"), c.told("password"), c.told("spare token")
	if len(emails) != 2 || len(passwords) != 2 || len(spare) != 2 {
		t.Fatalf("the demo says %s, want two people and two spare tokens", c.out.String())
	}
	owner, staff := in.cabinet(), in.cabinet()
	owner.post("/login", http.StatusSeeOther, "email", emails[0], "password", passwords[0])
	staff.post("/login", http.StatusSeeOther, "email", emails[1], "password", passwords[1])
	if got := owner.status("/projects/1/bot/scenarios/book"); got != http.StatusOK {
		t.Errorf("the café's booking in the demo = %d, want 200", got)
	}
	if got := []int{staff.status("/support"), owner.status("/support"), owner.status("/gallery")}; got[0] != 200 || got[1] != 404 || got[2] != 200 {
		t.Errorf("the desk for staff, for the owner, the gallery = %v, want 200, 404, 200", got)
	}
	project := owner.post("/projects", http.StatusSeeOther, "name", "Second")
	owner.post(project+"/bot", http.StatusSeeOther, "token", spare[0])
	if out := in.run("demo", "-addr", in.addr, "-sim-addr", freeAddr(t)).out.String(); strings.Count(strings.TrimSpace(out), "\n") > 0 {
		t.Errorf("a second demo = %s, want one sentence", out)
	}
	out := in.run("user", "add", "-email", "vera@example.org", "-role", "support").out.String()
	if !strings.Contains(out, "BOTYARD_DATA_DIR=") || !strings.Contains(out, "/demo") {
		t.Errorf("adding a person beside the demo = %s, want where the demo is", out)
	}
	c.ends(simAddr)
	again := in.demoOf(simAddr)
	if got := again.told("spare token"); len(got) != 2 || got[0] != spare[1] || got[1] == spare[0] {
		t.Errorf("spare tokens at the next start = %v, want %s and a new one", got, spare[1])
	}
	if got := again.told("password"); got[0] != passwords[0] || got[1] != passwords[1] {
		t.Errorf("passwords at the next start = %v, want %v", got, passwords)
	}
	again.ends(simAddr)
}

func TestABusyAddressIsToldWithTheWayOut(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for _, flag := range []string{"-addr", "-sim-addr"} {
		s := servers{}
		err := s.listen(flag, busy.Addr().String(), http.NotFoundHandler(), nil)
		if err == nil || !strings.Contains(err.Error(), "another address with "+flag) {
			t.Errorf("listen on a busy address = %v, want the flag %s", err, flag)
		}
	}
}

// TestTheDemosCardSaysItAll: the café's texts take hours, address and phone
// from the card, so that nothing can say otherwise.
func TestTheDemosCardSaysItAll(t *testing.T) {
	t.Parallel()
	c := demoCard()
	if problems := c.Check(); len(problems) > 0 {
		t.Errorf("the demo's card has problems: %v", problems)
	}
	at := time.Date(2026, 12, 1, 12, 0, 0, 0, c.Location())
	says := c.Variables(demoName, "ru", at)
	if !strings.Contains(says["hours"], "8:00") || !strings.Contains(says["hours"], "22:00") || says["phone"] == "" || !strings.Contains(says["address"], "12") || !c.Open(at) {
		t.Errorf("the demo's card says %q, want its hours, phone and address", says)
	}
}
