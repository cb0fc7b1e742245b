package sim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"botyard/internal/telegram"
)

// The admin API does over HTTP what the Go methods do. Bots are named by id
// or username. It answers JSON, errors as {"error": "…"}.
func (s *Server) adminRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /sim/bots/{bot}/files/{file}", s.showFile)
	mux.HandleFunc("GET /sim/bots/{bot}/users/{user}/events", s.streamChat)
	for pattern, handle := range map[string]func(*request) (any, error){
		"GET /sim/bots":                                     s.listBots,
		"POST /sim/bots":                                    s.createBot,
		"DELETE /sim/bots/{bot}/token":                      s.replaceToken,
		"GET /sim/bots/{bot}/webhook":                       s.showWebhook,
		"POST /sim/bots/{bot}/updates":                      s.injectUpdate,
		"POST /sim/users":                                   s.createUser,
		"POST /sim/messages":                                s.postMessages,
		"GET /sim/bots/{bot}/users/{user}/chat":             s.showChat,
		"POST /sim/bots/{bot}/users/{user}/messages":        s.postMessage,
		"POST /sim/bots/{bot}/users/{user}/contacts":        s.postContact,
		"POST /sim/bots/{bot}/users/{user}/locations":       s.postLocation,
		"POST /sim/bots/{bot}/users/{user}/files":           s.postFiles,
		"POST /sim/bots/{bot}/users/{user}/app-data":        s.postAppData,
		"POST /sim/channels":                                s.createChannel,
		"PUT /sim/channels/{channel}/subscribers/{user}":    s.subscribe,
		"DELETE /sim/channels/{channel}/subscribers/{user}": s.unsubscribe,
		"POST /sim/bots/{bot}/users/{user}/presses":         s.pressButton,
		"PUT /sim/bots/{bot}/users/{user}/block":            s.blockBot,
		"DELETE /sim/bots/{bot}/users/{user}/block":         s.unblockBot,
		"POST /sim/bots/{bot}/users/{user}/launches":        s.openApp,
		"POST /sim/faults":                                  s.createFault,
		"DELETE /sim/faults":                                s.removeFaults,
		"GET /sim/journal":                                  s.showJournal,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
			result, err := handle(&request{r, s})
			if err != nil {
				writeJSON(w, adminStatus(err), map[string]string{"error": err.Error()})
				return
			}
			writeJSON(w, http.StatusOK, result)
		})
	}
}

func adminStatus(err error) int {
	switch {
	case errors.Is(err, ErrNoBot), errors.Is(err, ErrNoUser), errors.Is(err, ErrNoMessage), errors.Is(err, ErrNoButton),
		errors.Is(err, ErrNoApp), errors.Is(err, ErrNoChannel):
		return http.StatusNotFound
	case errors.Is(err, ErrBlocked):
		return http.StatusConflict
	}
	return http.StatusBadRequest
}

// request is a call of the admin API.
type request struct {
	*http.Request
	srv *Server
}

// decode reads the body; an empty one leaves v alone.
func (r *request) decode(v any) error {
	err := json.NewDecoder(r.Body).Decode(v)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the body: %w", err)
	}
	return nil
}

// chat is the bot and the person that the path names.
func (r *request) chat() (*bot, *User, error) {
	b, err := r.srv.botNamed(r.PathValue("bot"))
	if err != nil {
		return nil, nil, err
	}
	id, err := strconv.ParseInt(r.PathValue("user"), 10, 64)
	if err != nil {
		return nil, nil, fmt.Errorf("user %q: %w", r.PathValue("user"), ErrNoUser)
	}
	u, err := r.srv.FindUser(id)
	return b, u, err
}

// shownBot is a bot with its token in full: whoever may call the admin API
// owns all bots there are.
type shownBot struct {
	Bot
	Token string `json:"token"`
}

func (s *Server) listBots(*request) (any, error) {
	list := []shownBot{}
	for _, b := range s.Bots() {
		list = append(list, shownBot{b, string(b.Token)})
	}
	return list, nil
}

func (s *Server) createBot(r *request) (any, error) {
	var spec struct {
		Username string `json:"username"`
		Name     string `json:"name"`
		MainApp  string `json:"main_app"`
	}
	if err := r.decode(&spec); err != nil {
		return nil, err
	}
	b, err := s.AddBot(BotSpec{Username: spec.Username, Name: spec.Name, MainApp: spec.MainApp})
	return shownBot{b, string(b.Token)}, err
}

func (s *Server) replaceToken(r *request) (any, error) {
	b, err := s.botNamed(r.PathValue("bot"))
	if err != nil {
		return nil, err
	}
	token, err := s.RevokeToken(b.id)
	return map[string]string{"token": string(token)}, err
}

func (s *Server) showWebhook(r *request) (any, error) {
	b, err := s.botNamed(r.PathValue("bot"))
	if err != nil {
		return nil, err
	}
	return s.Webhook(b.id)
}

func (s *Server) injectUpdate(r *request) (any, error) {
	b, err := s.botNamed(r.PathValue("bot"))
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	id, err := s.InjectUpdate(b.id, raw)
	return map[string]int64{"update_id": id}, err
}

func (s *Server) createUser(r *request) (any, error) {
	var u telegram.User
	if err := r.decode(&u); err != nil {
		return nil, err
	}
	return s.User(u), nil
}

// postMessages sends many texts at once, from people who are made, or renamed,
// as needed. It tells when it sent each, in nanoseconds of Unix time.
func (s *Server) postMessages(r *request) (any, error) {
	var batch []struct {
		Bot  int64  `json:"bot"`
		User int64  `json:"user"`
		Name string `json:"name"`
		Text string `json:"text"`
	}
	if err := r.decode(&batch); err != nil {
		return nil, err
	}
	times := make([]int64, len(batch))
	for i, m := range batch {
		times[i] = time.Now().UnixNano()
		if _, err := s.User(telegram.User{ID: m.User, FirstName: m.Name}).Send(m.Bot, m.Text); err != nil {
			return nil, fmt.Errorf("message %d: %w", i, err)
		}
	}
	return map[string]any{"sent": len(batch), "times": times}, nil
}

func (s *Server) createFault(r *request) (any, error) {
	var f struct {
		Fault
		Delay string `json:"delay"` // as "1.5s"
	}
	if err := r.decode(&f); err != nil {
		return nil, err
	}
	if f.Delay != "" {
		d, err := time.ParseDuration(f.Delay)
		if err != nil {
			return nil, fmt.Errorf("delay: %w", err)
		}
		f.Fault.Delay = d
	}
	s.Fault(f.Fault)
	return map[string]bool{"ok": true}, nil
}

func (s *Server) removeFaults(*request) (any, error) {
	s.ClearFaults()
	return map[string]bool{"ok": true}, nil
}

// JournalPage is how many entries GET /sim/journal answers at most.
const JournalPage = 10_000

// showJournal answers the entries after a number; with wait (as "5s") it
// waits until there is one.
func (s *Server) showJournal(r *request) (any, error) {
	after, _ := strconv.ParseInt(r.FormValue("after"), 10, 64)
	limit, _ := strconv.Atoi(r.FormValue("limit"))
	if limit <= 0 || limit > JournalPage {
		limit = JournalPage
	}
	entries, changed := s.journal.watch(after, limit)
	if wait, _ := time.ParseDuration(r.FormValue("wait")); wait > 0 && len(entries) == 0 {
		timeout := time.NewTimer(wait)
		defer timeout.Stop()
		select {
		case <-changed:
		case <-timeout.C:
		case <-r.Context().Done():
		}
		entries = s.journal.After(after, limit)
	}
	return entries, nil
}
