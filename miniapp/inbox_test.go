package miniapp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"botyard/internal/lang"
)

// inbox is the part of a server that forms are sent to: it keeps each
// submission once, by its key, and plays the faults that a test has ordered.
type inbox struct {
	mu sync.Mutex
	// faults are played one at each arrival; then all goes well.
	faults []fault
	// arrivals are all that has come, kept is what was not there yet.
	arrivals []arrival
	kept     []Submission
	answers  map[string]string
}

// A fault answers in the inbox's place. It may let the submission be kept.
type fault struct {
	keeps  bool
	answer func(w http.ResponseWriter)
}

// arrival is one request to a form.
type arrival struct{ path, key, authorization, kind, body string }

func (in *inbox) order(faults ...fault) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.faults = append(in.faults, faults...)
}

// came gives what has come and what was kept.
func (in *inbox) came() ([]arrival, []Submission) {
	in.mu.Lock()
	defer in.mu.Unlock()
	return append([]arrival(nil), in.arrivals...), append([]Submission(nil), in.kept...)
}

// status is a fault that answers with a status.
func status(code int, header ...string) fault {
	return fault{false, func(w http.ResponseWriter) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	}}
}

// lost is an answer that breaks off half way, after the submission was kept.
var lost = fault{true, func(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "1000")
	fmt.Fprint(w, "{")
}}

func (s *pagesServer) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Errorf("read a submission: %v", err)
	}
	a := arrival{r.URL.Path, r.Header.Get("Idempotency-Key"), r.Header.Get("Authorization"), r.Header.Get("Content-Type"), string(body)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.arrivals = append(s.arrivals, a)
	if len(s.faults) > 0 {
		f := s.faults[0]
		s.faults = s.faults[1:]
		if f.keeps {
			s.keep(r, a)
		}
		f.answer(w)
		return
	}
	code, answer := s.keep(r, a)
	if a.kind != asForm {
		w.WriteHeader(code)
		fmt.Fprint(w, answer)
		return
	}
	s.showAnswer(w, r, a, code, answer)
}

// keep checks and keeps a submission, once under each key; it gives the status
// and the body of the answer.
func (s *pagesServer) keep(r *http.Request, a arrival) (int, string) {
	if answer, known := s.answers[a.key]; known && a.key != "" {
		return http.StatusOK, answer
	}
	in, err := ParseInput(a.kind, []byte(a.body))
	if err != nil {
		return http.StatusBadRequest, ""
	}
	sub, problems, err := s.manifest.Submit(r.PathValue("form"), in)
	if err != nil {
		return http.StatusNotFound, ""
	}
	if len(problems) > 0 {
		var list []map[string]string
		for _, p := range problems {
			list = append(list, map[string]string{"path": p.Path, "code": p.Code, "problem": lang.Problem(lang.With(context.Background(), lang.RU), p)})
		}
		raw, _ := json.Marshal(list)
		return http.StatusUnprocessableEntity, string(raw)
	}
	s.kept = append(s.kept, sub)
	raw, _ := json.Marshal(Receipt{Number: int64(len(s.kept)), Total: sub.Total})
	if s.answers == nil {
		s.answers = map[string]string{}
	}
	s.answers[a.key] = string(raw)
	return http.StatusOK, string(raw)
}

// showAnswer answers a form that was sent without scripts with its page.
func (s *pagesServer) showAnswer(w http.ResponseWriter, r *http.Request, a arrival, code int, answer string) {
	in, _ := ParseInput(a.kind, []byte(a.body))
	state := FormState{Values: in.Values, Problems: map[string]string{}}
	if code == http.StatusOK {
		state = FormState{Done: new(Receipt)}
		_ = json.Unmarshal([]byte(answer), state.Done)
	} else {
		var list []map[string]string
		_ = json.Unmarshal([]byte(answer), &list)
		for _, p := range list {
			state.Problems[p["path"]] = p["problem"]
			state.Note = p["problem"]
		}
	}
	o := asSite
	o.Page, _, _ = strings.Cut(r.PathValue("form"), ".")
	o.Forms, o.Cart = map[string]FormState{r.PathValue("form"): state}, in.Cart()
	d, err := s.draw(r, o)
	if err != nil {
		s.t.Errorf("draw the answer: %v", err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", d.CSP)
	w.WriteHeader(code)
	_, _ = w.Write(d.HTML)
}

func (s *pagesServer) goods(w http.ResponseWriter, _ *http.Request) {
	raw, err := s.manifest.Goods(asApp)
	if err != nil {
		s.t.Errorf("Goods: %v", err)
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(raw)
}
