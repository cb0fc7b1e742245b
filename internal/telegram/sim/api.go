package sim

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"botyard/internal/telegram"
)

// call is one call of a method, while it is being answered.
type call struct {
	srv    *Server
	ctx    context.Context // of the request
	bot    *bot
	method string // as documented
	params params
	files  map[string]upload
	entry  Entry
}

// method executes a call. An error is the *telegram.APIError to answer with.
type method func(*call) (any, error)

// serveAPI answers /bot<token>/<method>.
func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request) {
	arrived := time.Now()
	token, name, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/bot"), "/")
	name = strings.TrimPrefix(name, "test/")
	if !ok || !telegram.ValidToken(token) {
		writeAnswer(w, nil, refuse(404, "Not Found"))
		return
	}
	c := &call{srv: s, ctx: r.Context(), bot: s.botOf(telegram.Token(token)), method: name}
	c.entry = Entry{At: arrived, Method: name}
	var err error
	if c.params, c.files, err = readParams(w, r); err != nil {
		writeAnswer(w, nil, bodyError(err))
		return
	}
	c.entry.Params, c.entry.Chat = c.params, c.params.number("chat_id")
	if c.bot != nil {
		c.entry.Bot = c.bot.id
	}
	s.answer(w, r, c)
}

func bodyError(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return refuse(413, "Request Entity Too Large")
	}
	return badRequest("can't parse the request's body")
}

// answer executes the call between the two halves of its latency, with the
// fault that is scripted for it.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, c *call) {
	// A request that has arrived is executed, whether or not its sender still
	// listens: only the way back depends on the request's context.
	half := s.latency() / 2
	sleep(s.ctx, half)
	run, known := methods[strings.ToLower(c.method)]
	if known {
		c.method, c.entry.Method = run.name, run.name
	}
	fault := s.faults.match(c.entry)
	var result any
	err := c.admit(known, hostOf(r.RemoteAddr))
	if err == nil {
		err = fault.before(c)
	}
	if err == nil {
		result, err = run.run(c)
		c.entry.Done = err == nil
	}
	sleep(r.Context(), half)
	c.finish(w, result, err, fault)
}

// finish writes the journal first: whoever reads the answer finds the entry.
func (c *call) finish(w http.ResponseWriter, result any, err error, fault *Fault) {
	if fault != nil {
		c.entry.Fault = string(fault.Kind)
	}
	c.record(result, err)
	if !fault.after(c, w) {
		writeAnswer(w, result, err)
	}
}

func (c *call) record(result any, err error) {
	c.entry.Code, c.entry.Description = outcome(err)
	if m, ok := result.(telegram.Message); ok {
		c.entry.MessageID = m.ID
	}
	c.entry.Took = time.Since(c.entry.At)
	c.srv.journal.add(c.entry)
}

func outcome(err error) (int, string) {
	var api *telegram.APIError
	switch {
	case err == nil:
		return http.StatusOK, ""
	case errors.As(err, &api):
		return api.Code, api.Description
	}
	return 0, err.Error()
}

// admit checks what comes before any parameter.
func (c *call) admit(known bool, host string) error {
	switch {
	case c.bot == nil:
		return refuse(401, "Unauthorized")
	case c.srv.cfg.ColdTokens:
		if err := c.srv.cold.admit(c.bot, host, c.srv.clock.elapsed()); err != nil {
			return err
		}
	}
	if !known {
		return refuse(404, "Not Found: method not found")
	}
	return nil
}

func (s *Server) botOf(token telegram.Token) *bot {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byToken[token]
}

func (s *Server) latency() time.Duration {
	if s.cfg.Jitter {
		return s.random.latency(s.cfg.Latency)
	}
	return s.cfg.Latency
}

// envelope is what every answer looks like.
type envelope struct {
	OK          bool        `json:"ok"`
	Result      any         `json:"result,omitempty"`
	ErrorCode   int         `json:"error_code,omitempty"`
	Description string      `json:"description,omitempty"`
	Parameters  *parameters `json:"parameters,omitempty"`
}

type parameters struct {
	RetryAfter      int   `json:"retry_after,omitempty"`
	MigrateToChatID int64 `json:"migrate_to_chat_id,omitempty"`
}

// described is a result that comes with a sentence, as setWebhook's does.
type described struct {
	result any
	text   string
}

func writeAnswer(w http.ResponseWriter, result any, err error) {
	out := envelope{OK: err == nil, Result: result}
	status := http.StatusOK
	if d, ok := result.(described); ok {
		out.Result, out.Description = d.result, d.text
	}
	var api *telegram.APIError
	if errors.As(err, &api) {
		status = api.Code
		out = envelope{ErrorCode: api.Code, Description: api.Description}
		wait := int(api.RetryAfter / time.Second)
		if wait > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(wait))
		}
		if wait > 0 || api.MigrateToChatID != 0 {
			out.Parameters = &parameters{wait, api.MigrateToChatID}
		}
	}
	writeJSON(w, status, out)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"ok":false,"error_code":500,"description":"Internal Server Error"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
