package sim

import (
	"io"
	"net/http"
	"sync"
	"time"
)

// FaultKind is what goes wrong with a call or a delivery.
type FaultKind string

// The faults. The first three leave the call unexecuted unless Executed is
// set, the next three execute it.
const (
	FaultStatus     FaultKind = "status"      // refused with Code, Description, RetryAfter, MigrateTo
	FaultHTML       FaultKind = "html"        // an HTML page of a proxy, with Code (502)
	FaultDrop       FaultKind = "drop"        // the connection is closed
	FaultAcceptDrop FaultKind = "accept_drop" // executed, then the connection is closed
	FaultDelay      FaultKind = "delay"       // executed, answered after Delay
	FaultMalformed  FaultKind = "malformed"   // executed, answered with half of a JSON text
	FaultRepeat     FaultKind = "repeat"      // a delivery's 2xx is lost: delivered again
)

// Fault is a fault to come. It hits the calls that match Bot, Chat and Method
// (empty: any; MethodDelivery for deliveries), from the Nth on.
type Fault struct {
	Bot    int64  `json:"bot,omitempty"`
	Chat   int64  `json:"chat,omitempty"`
	Method string `json:"method,omitempty"`
	Nth    int    `json:"nth,omitempty"`   // the first one to hit; 0 and 1: the next
	Times  int    `json:"times,omitempty"` // how many; 0: one, negative: all
	Every  int    `json:"every,omitempty"` // only each so-manieth from there; 0 and 1: each

	Kind        FaultKind     `json:"kind"`
	Code        int           `json:"code,omitempty"`
	Description string        `json:"description,omitempty"`
	RetryAfter  int           `json:"retry_after,omitempty"` // seconds
	MigrateTo   int64         `json:"migrate_to,omitempty"`
	Delay       time.Duration `json:"-"` // real time
	Executed    bool          `json:"executed,omitempty"`
}

type faults struct {
	mu   sync.Mutex
	list []*scripted
}

type scripted struct {
	Fault
	seen, hits int
}

// Fault scripts a fault. Of several that match a call, the first one given
// hits.
func (s *Server) Fault(f Fault) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	f.Nth = max(f.Nth, 1)
	if f.Times == 0 {
		f.Times = 1
	}
	s.faults.list = append(s.faults.list, &scripted{Fault: f})
}

// ClearFaults forgets all faults to come.
func (s *Server) ClearFaults() {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.list = nil
}

// match is the fault that hits this call, or nil.
func (f *faults) match(e Entry) *Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, s := range f.list {
		if s.matches(e) && s.due() {
			hit := s.Fault
			return &hit
		}
	}
	return nil
}

func (f *Fault) matches(e Entry) bool {
	return (f.Bot == 0 || f.Bot == e.Bot) && (f.Chat == 0 || f.Chat == e.Chat) &&
		(f.Method == e.Method || f.Method == "" && e.Method != MethodDelivery)
}

func (s *scripted) due() bool {
	s.seen++
	if s.seen < s.Nth || (s.seen-s.Nth)%max(s.Every, 1) != 0 || s.Times > 0 && s.hits >= s.Times {
		return false
	}
	s.hits++
	return true
}

// before is the refusal of a call that must not be executed.
func (f *Fault) before(*call) error {
	if f == nil || f.Executed {
		return nil
	}
	switch f.Kind {
	case FaultStatus:
		return f.refusal()
	case FaultHTML, FaultDrop:
		return refuse(f.code(), http.StatusText(f.code()))
	}
	return nil
}

func (f *Fault) refusal() error {
	e := refuse(f.code(), f.Description)
	if f.Description == "" {
		e.Description = http.StatusText(e.Code)
	}
	e.RetryAfter = time.Duration(f.RetryAfter) * time.Second
	e.MigrateToChatID = f.MigrateTo
	return e
}

func (f *Fault) code() int {
	switch {
	case f.Code != 0:
		return f.Code
	case f.Kind == FaultStatus:
		return http.StatusInternalServerError
	}
	return http.StatusBadGateway
}

// after spoils the answer; false when the ordinary one is to be written.
func (f *Fault) after(c *call, w http.ResponseWriter) bool {
	if f == nil {
		return false
	}
	switch f.Kind {
	case FaultStatus:
		writeAnswer(w, nil, f.refusal())
	case FaultHTML:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(f.code())
		_, _ = io.WriteString(w, "<html>\r\n<head><title>"+http.StatusText(f.code())+"</title></head>\r\n</html>\r\n")
	case FaultDrop, FaultAcceptDrop:
		panic(http.ErrAbortHandler) // how net/http closes a connection without an answer
	case FaultMalformed:
		_, _ = io.WriteString(w, `{"ok":true,"result":{"message_id":1,"da`)
	case FaultDelay:
		sleep(c.ctx, f.Delay)
		return false
	default:
		return false
	}
	return true
}
