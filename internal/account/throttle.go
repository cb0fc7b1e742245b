package account

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"time"

	"botyard/db"
)

const (
	// MostAttempts is how many attempts a minute an address has, an account,
	// and a browser that signed in to it before.
	MostAttempts = 10
	window       = time.Minute
)

// throttle counts an attempt by its address and by its account, each on its
// own. An address that is over does not count against the account, and a
// browser that signed in before counts on its own, so that nobody can be
// locked out from afar.
func (s *Service) throttle(ctx context.Context, act string, from Visitor, email string) error {
	if err := s.count(ctx, act+" address "+Network(from.Address)); err != nil {
		return err
	}
	if id := s.browserOf(from.Browser, email); id != "" {
		return s.count(ctx, act+" browser "+id+" "+email)
	}
	return s.count(ctx, act+" account "+email)
}

// Allow counts an act of an account and answers ThrottledError when there were
// more than most of it in a minute; 0 allows any number.
func (s *Service) Allow(ctx context.Context, act string, account int64, most int) error {
	if most == 0 {
		return nil
	}
	return s.countUpTo(ctx, act+" "+strconv.FormatInt(account, 10), most)
}

// AllowFrom is Allow for a visitor who has no account: whose is a name that
// tells visitors apart, such as that of their Network.
func (s *Service) AllowFrom(ctx context.Context, act, whose string, most int) error {
	return s.countUpTo(ctx, act+" from "+whose, most)
}

func (s *Service) count(ctx context.Context, what string) error {
	return s.countUpTo(ctx, what, MostAttempts)
}

// countUpTo keeps a keyed hash of what it counts: the table tells of nobody.
func (s *Service) countUpTo(ctx context.Context, what string, most int) error {
	row, err := s.store.CountAttempt(ctx, db.CountAttemptParams{Key: s.keys.Sign("throttle", []byte(what)), Span: window})
	if err != nil {
		return fmt.Errorf("count an attempt: %w", err)
	}
	if int(row.Attempts) > most {
		// One who waited for another's row began before the window did.
		return &ThrottledError{RetryAfter: min(time.Duration(row.WaitSeconds*float64(time.Second)), window)}
	}
	return nil
}

// Network is what one client can be expected to hold: an IPv4 address, or the
// /64 of an IPv6 one.
func Network(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		prefix, _ := a.Prefix(64)
		return prefix.String()
	}
	return a.String()
}
