package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// result is how an attempt ended.
type result struct {
	code       int // 0: no answer
	retryAfter time.Duration
	problem    string
	again      bool // a success, but the other side is not believed to know
}

func (r result) ok() bool { return r.code >= 200 && r.code < 300 }

// attempt posts the update once and writes the journal.
func (b *bot) attempt(run *delivery, hook webhook, u *update) result {
	entry := Entry{At: time.Now(), Bot: b.id, Method: MethodDelivery, Chat: u.Lane.ID, UpdateID: u.ID, Kind: u.Kind}
	fault := b.srv.faults.match(entry)
	r, reply := b.post(run, hook, u)
	if fault != nil {
		entry.Fault = string(fault.Kind)
		r.again = fault.Kind == FaultRepeat
	}
	entry.Code, entry.Description, entry.Done, entry.Took = r.code, r.problem, r.ok(), time.Since(entry.At)
	if run.ctx.Err() == nil || r.ok() {
		b.srv.journal.add(entry)
	}
	if r.ok() && !r.again {
		b.srv.runReply(b, reply)
	}
	return r
}

func (b *bot) post(run *delivery, hook webhook, u *update) (result, []byte) {
	ctx, cancel := context.WithTimeout(run.ctx, b.srv.clock.real(deliveryTimeout))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, hook.URL, bytes.NewReader(u.Raw))
	if err != nil {
		return result{problem: "Can't connect to the webhook"}, nil
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept-Encoding", "gzip, deflate")
	req.Header.Set("User-Agent", "")
	if user := req.URL.User; user != nil {
		password, _ := user.Password()
		req.SetBasicAuth(user.Username(), password)
	}
	if hook.Secret != "" {
		req.Header.Set("X-Telegram-Bot-Api-Secret-Token", hook.Secret)
	}
	resp, err := b.srv.transport.RoundTrip(req)
	if err != nil {
		return result{problem: transportProblem(err)}, nil
	}
	defer resp.Body.Close()
	reply, err := io.ReadAll(io.LimitReader(resp.Body, maxReply))
	if err != nil {
		return result{problem: "Webhook connection closed"}, nil
	}
	r := result{code: resp.StatusCode}
	if !r.ok() {
		r.problem = "Wrong response from the webhook: " + strconv.Itoa(r.code) + " " + http.StatusText(r.code)
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		r.retryAfter = time.Duration(min(max(seconds, 0), longestWait)) * time.Second
	}
	return r, reply
}

func transportProblem(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "Read timeout expired"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "Connection refused"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		return "Webhook connection closed"
	}
	return "Can't connect to the webhook"
}

// ignoredReplies are methods that a webhook's answer cannot call.
var ignoredReplies = []string{"setwebhook", "deletewebhook", "close", "logout"}

// runReply executes the call that a webhook may answer with. Nobody hears of
// its result.
func (s *Server) runReply(b *bot, reply []byte) {
	p := params{}
	if !bytes.HasPrefix(bytes.TrimSpace(reply), []byte("{")) || json.Unmarshal(reply, &p) != nil {
		return
	}
	name := strings.ToLower(p.text("method"))
	run, known := methods[name]
	if !known || slices.Contains(ignoredReplies, name) || strings.HasPrefix(name, "get") {
		return
	}
	c := &call{srv: s, ctx: s.ctx, bot: b, method: run.name, params: p}
	c.entry = Entry{At: time.Now(), Bot: b.id, Method: run.name, Chat: p.number("chat_id"), Params: p}
	result, err := run.run(c)
	c.entry.Done = err == nil
	c.record(result, err)
}
