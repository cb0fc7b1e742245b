package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// crowd is how many people log in at the same moment.
const crowd = 500

// TestCrowdAtTheDoor: the memory that passwords take is bounded, whoever comes
// from wherever; whom there is no room for is told to come again.
func TestCrowdAtTheDoor(t *testing.T) {
	c := newChild(t, "BOTYARD_TRUSTED_PROXIES=127.0.0.1/32")
	client := &http.Client{Transport: &http.Transport{MaxIdleConns: crowd, MaxIdleConnsPerHost: crowd}, CheckRedirect: stay}
	t.Cleanup(client.CloseIdleConnections)
	if got := c.logIn(t, client, 0, "/signup", "right password"); got.status != http.StatusSeeOther {
		t.Fatalf("sign-up = %d, want 303", got.status)
	}
	before := c.memory("VmRSS")
	began := time.Now()
	answers := make([]doorAnswer, crowd)
	var people sync.WaitGroup
	for i := range crowd {
		people.Go(func() { answers[i] = c.logIn(t, client, i, "/login", "wrong password") })
	}
	people.Wait()
	took, peak := time.Since(began), c.memory("VmHWM")
	counted := map[int]int{}
	for _, a := range answers {
		counted[a.status]++
		if a.status == http.StatusServiceUnavailable && a.retryAfter == "" {
			t.Fatal("503 without Retry-After")
		}
	}
	t.Logf("%d log-ins at once in %v: %v; %.0f MiB before, %.0f MiB at most", crowd, took.Round(time.Millisecond), counted, before, peak)
	if counted[401] == 0 || counted[503] == 0 || counted[401]+counted[503] != crowd {
		t.Errorf("answers = %v, want 401 for some, 503 for those beyond the bound, and nothing else", counted)
	}
	if peak >= 150 {
		t.Errorf("memory at most = %.0f MiB, want under 150", peak)
	}
	if got := c.logIn(t, client, 0, "/login", "right password"); got.status != http.StatusSeeOther {
		t.Errorf("log-in after the crowd = %d, want 303", got.status)
	}
}

func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

type doorAnswer struct {
	status     int
	retryAfter string
}

// logIn sends the form of a person with an address of their own, as a proxy on
// this machine does.
func (c *child) logIn(t *testing.T, client *http.Client, person int, door, password string) doorAnswer {
	form := url.Values{"email": {fmt.Sprintf("u%d@example.org", person)}, "password": {password}}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+door, strings.NewReader(form.Encode()))
	if err != nil {
		t.Error(err)
		return doorAnswer{}
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.%d.%d", 100+person>>8, person&255))
	resp, err := client.Do(r)
	if err != nil {
		t.Error(err)
		return doorAnswer{}
	}
	_ = resp.Body.Close()
	return doorAnswer{resp.StatusCode, resp.Header.Get("Retry-After")}
}
