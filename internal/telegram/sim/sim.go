// Package sim is a Bot API server that runs on its own: bots, people and chats
// exist only here. It behaves like a Bot API server of one's own, to which
// http and loopback addresses are allowed: it checks what Telegram checks,
// delivers updates as Telegram does, limits, loses and delays on request, and
// keeps a journal of every call.
//
// It is for trying the product without Telegram, and for tests. It knows
// nothing of the product.
package sim

import (
	"context"
	"crypto/ed25519"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"botyard/internal/telegram"
)

// Config says how a Server behaves. The zero value answers at once and keeps
// Telegram's limits.
type Config struct {
	// Latency is how long a call takes, half of it before it is executed.
	Latency time.Duration
	// Jitter spreads Latency: log-normal, with a tail of five times as long.
	Jitter bool
	// Speed is how many seconds of the simulation pass in a real one; 0 means 1.
	// It shortens waits (retries, expiry, limits, timeouts); the dates that
	// messages bear and the latency of calls stay real.
	Speed float64
	// NoLimits turns off 429 for sending too much, and for setting webhooks too fast.
	NoLimits bool
	// ColdTokens limits the first calls of tokens to 20 a minute and 600 an
	// hour for each address they come from.
	ColdTokens bool
	// Seed makes ids, tokens and jitter repeatable; 0 means different each time.
	Seed uint64
	// JournalSize is how many entries the journal keeps; 0 means 200,000.
	JournalSize int
	// StateFile keeps bots, people and chats from one start to the next; "" means none.
	StateFile string
	// Transport delivers updates; nil means a client of its own.
	Transport http.RoundTripper
	// Logger gets what goes wrong; nil means nowhere.
	Logger *slog.Logger
}

// Server is the simulator. It is an http.Handler for the Bot API (/bot…,
// /file/bot…), the admin API (/sim/…) and the chat pages (/ and /chat/…).
type Server struct {
	cfg       Config
	clock     clock
	log       *slog.Logger
	random    *random
	handler   http.Handler
	transport http.RoundTripper
	journal   *Journal
	faults    faults
	channels  channels
	cold      *coldTokens
	signKey   ed25519.PrivateKey

	mu       sync.RWMutex
	bots     map[int64]*bot
	byToken  map[telegram.Token]*bot
	byName   map[string]*bot // key in lower case
	users    map[int64]*telegram.User
	nextBot  int64
	nextUser int64

	ctx     context.Context // ends with Close
	cancel  context.CancelFunc
	workMu  sync.RWMutex   // held while work grows
	work    sync.WaitGroup // deliveries and the keeper of the state file
	changes chan struct{}  // something to keep; nil without a state file
}

// New makes a Server, with what its state file holds. It fails only on a state
// file that cannot be read or understood.
func New(cfg Config) (*Server, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		cfg: cfg, log: cfg.Logger, clock: newClock(cfg.Speed), random: newRandom(cfg.Seed),
		journal: newJournal(cfg.JournalSize), cold: newColdTokens(), transport: cfg.Transport,
		bots: map[int64]*bot{}, byToken: map[telegram.Token]*bot{}, byName: map[string]*bot{},
		users: map[int64]*telegram.User{}, nextBot: 7000000001, nextUser: 5000000001,
	}
	if s.transport == nil {
		s.transport = deliveryTransport()
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.signKey = s.random.signKey()
	s.handler = s.routes()
	if cfg.StateFile != "" {
		if err := s.openState(); err != nil {
			s.cancel()
			return nil, err
		}
	}
	return s, nil
}

// ServeHTTP answers everything.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends all deliveries and long polls, saves the state, and waits for
// them until ctx ends.
func (s *Server) Close(ctx context.Context) error {
	s.workMu.Lock()
	s.cancel()
	s.workMu.Unlock()
	done := make(chan struct{})
	go func() { s.work.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
		return ctx.Err()
	}
	if t, ok := s.transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
	return s.saveState()
}

// InitDataKey is the public half of the key with which the simulator signs
// initData, in place of Telegram's.
func (s *Server) InitDataKey() ed25519.PublicKey { return s.signKey.Public().(ed25519.PublicKey) }

// Journal is the record of every call and delivery.
func (s *Server) Journal() *Journal { return s.journal }

// spawn runs f as a delivery, unless the server is closing.
func (s *Server) spawn(f func()) {
	s.workMu.RLock()
	defer s.workMu.RUnlock()
	if s.ctx.Err() == nil {
		s.work.Go(f)
	}
}
