package loadtest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"botyard/internal/project"
)

// What worthless traffic consists of.
const (
	garbageRequests = 900
	garbageThreads  = 100
)

// besideGarbage measures while worthless requests come, as fast as they are
// answered, from many threads.
func (t *trial) besideGarbage(ctx context.Context, l *load, r *Report) (span, error) {
	known, err := t.knownWebhook(ctx, l.bots[0])
	if err != nil {
		return span{}, err
	}
	t.say("measuring the same beside %d worthless requests in %d threads", garbageRequests, garbageThreads)
	g := &garbage{base: t.serveURL, known: known, statuses: map[int]int{}}
	over := make(chan time.Time)
	go func() { defer close(over); g.run(ctx) }()
	measured, err := t.sendUntil(ctx, l, over)
	<-over
	r.Garbage = g.statuses
	return measured, err
}

// knownWebhook is the address at which a bot's updates arrive.
func (t *trial) knownWebhook(ctx context.Context, bot int64) (string, error) {
	var hook struct {
		URL string `json:"url"`
	}
	if err := t.sim.do(ctx, http.MethodGet, fmt.Sprintf("/sim/bots/%d/webhook", bot), nil, &hook); err != nil {
		return "", err
	}
	return hook.URL, nil
}

// garbage is requests that deserve nothing.
type garbage struct {
	base, known string
	number      atomic.Int64

	mu       sync.Mutex
	statuses map[int]int // 0: no answer
}

func (g *garbage) run(ctx context.Context) {
	client := &http.Client{
		Timeout:       30 * time.Second,
		Transport:     &http.Transport{MaxIdleConnsPerHost: garbageThreads},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer client.CloseIdleConnections()
	var threads sync.WaitGroup
	for range garbageThreads {
		threads.Go(func() {
			for {
				n := g.number.Add(1)
				if n > garbageRequests || ctx.Err() != nil {
					return
				}
				g.note(ask(client, g.request(ctx, n)))
			}
		})
	}
	threads.Wait()
}

// request is a wrong secret, an unknown bot, or one more attempt to log in.
func (g *garbage) request(ctx context.Context, n int64) *http.Request {
	address, kind := g.known, "application/json"
	body := fmt.Sprintf(`{"update_id":%d,"message":{"message_id":1,"date":1,"chat":{"id":1,"type":"private"},"text":"/start"}}`, n)
	switch n % 3 {
	case 1:
		address = fmt.Sprintf("%s%snobody%d", g.base, project.WebhookPath, n)
	case 2:
		address, kind = g.base+"/login", "application/x-www-form-urlencoded"
		body = url.Values{"email": {fmt.Sprintf("victim%d@example.org", n%7)}, "password": {fmt.Sprintf("guess number %d", n)}}.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		panic(err) // only for an address that is none
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("X-Telegram-Bot-Api-Secret-Token", "guess")
	return req
}

// ask gives the status of the answer, 0 for none.
func ask(client *http.Client, req *http.Request) int {
	resp, err := client.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body) // so that the connection is used again
	return resp.StatusCode
}

func (g *garbage) note(status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.statuses[status]++
}
