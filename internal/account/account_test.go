package account

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"botyard/db"
	"botyard/internal/pgtest"
	"botyard/internal/secret"
)

var home = Visitor{Address: netip.MustParseAddr("203.0.113.7")}

func setup(t *testing.T) *Service {
	t.Helper()
	store, err := db.Open(t.Context(), pgtest.New(t), 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	ring, err := secret.New(bytes.Repeat([]byte{1}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return New(store, ring)
}

func signUp(t *testing.T, s *Service, email string) User {
	t.Helper()
	user, err := s.SignUp(t.Context(), home, email, "right password", "ru")
	if err != nil {
		t.Fatalf("SignUp(%s) = %v", email, err)
	}
	return user
}

func at(last int) Visitor {
	return Visitor{Address: netip.AddrFrom4([4]byte{198, 51, byte(last >> 8), byte(last)})}
}

func TestSignUpThenSignIn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	user := signUp(t, s, "  Anna@Example.org ")
	if user.Email != "anna@example.org" || user.Role != RoleUser || user.Language != "ru" {
		t.Errorf("SignUp = %+v, want anna@example.org, user, ru", user)
	}
	got, err := s.SignIn(t.Context(), home, "ANNA@example.org", "right password")
	if err != nil || got.ID != user.ID {
		t.Errorf("SignIn = %+v, %v, want user %d", got, err, user.ID)
	}
	if account, err := s.store.AccountOfUser(t.Context(), user.ID); err != nil || account == 0 {
		t.Errorf("AccountOfUser = %d, %v, want an account of their own", account, err)
	}
	if _, err := s.SignUp(t.Context(), home, "anna@example.org", "other password", ""); !errors.Is(err, ErrTaken) {
		t.Errorf("SignUp again = %v, want ErrTaken", err)
	}
}

func TestWrongLogins(t *testing.T) {
	t.Parallel()
	s := setup(t)
	signUp(t, s, "anna@example.org")
	for i, c := range []struct{ email, password string }{
		{"anna@example.org", "wrong password"},
		{"nobody@example.org", "right password"},
		{"anna@example.org\x00", "right password"},
		{"\xff", "right password"},
		{"anna@example.org", strings.Repeat("x", 5000)},
	} {
		if _, err := s.SignIn(t.Context(), at(i), c.email, c.password); !errors.Is(err, ErrWrongLogin) {
			t.Errorf("SignIn(%q) = %v, want ErrWrongLogin", c.email, err)
		}
	}
}

func TestFormsThatDoNotFit(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, c := range []struct{ email, password, field, code string }{
		{"", "long enough", "email", "required"},
		{"no-at-sign", "long enough", "email", "bad_email"},
		{"Anna <anna@example.org>", "long enough", "email", "bad_email"},
		{"a\x00@example.org", "long enough", "email", "bad_email"},
		{strings.Repeat("a", 250) + "@example.org", "long enough", "email", "bad_email"},
		{"a@example.org", "", "password", "required"},
		{"a@example.org", "1234567", "password", "password_short"},
		{"a@example.org", strings.Repeat("ы", 201), "password", "password_long"},
	} {
		_, err := s.SignUp(t.Context(), home, c.email, c.password, "")
		var invalid *InvalidError
		if !errors.As(err, &invalid) || invalid.Field != c.field || invalid.Code != c.code {
			t.Errorf("SignUp(%q, %d bytes) = %v, want %s at %s", c.email, len(c.password), err, c.code, c.field)
		}
	}
	if _, err := s.SignUp(t.Context(), home, "a@example.org", strings.Repeat("ы", 200), ""); err != nil {
		t.Errorf("SignUp with 200 letters = %v, want no error", err)
	}
}

// attempts makes n parallel sign-ins and counts those that were throttled.
func attempts(t *testing.T, s *Service, n int, from func(i int) Visitor, email func(i int) string) (throttled int) {
	t.Helper()
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { _, errs[i] = s.SignIn(t.Context(), from(i), email(i), "wrong password") })
	}
	wg.Wait()
	for _, err := range errs {
		var late *ThrottledError
		switch {
		case errors.As(err, &late):
			throttled++
			if late.RetryAfter <= 0 || late.RetryAfter > window {
				t.Errorf("RetryAfter = %v, want within a minute", late.RetryAfter)
			}
		case !errors.Is(err, ErrWrongLogin):
			t.Errorf("SignIn = %v, want ErrWrongLogin or ThrottledError", err)
		}
	}
	return throttled
}

func TestTenAttemptsAMinute(t *testing.T) {
	t.Parallel()
	anna := func(int) string { return "anna@example.org" }
	anybody := func(i int) string { return fmt.Sprintf("u%d@example.org", i) }
	here := func(int) Visitor { return home }
	for name, c := range map[string]struct {
		from  func(int) Visitor
		email func(int) string
		want  int
	}{
		"one address, many accounts":  {here, anybody, 4},
		"one account, many addresses": {at, anna, 4},
		"many of both":                {at, anybody, 0},
		"one IPv6 network": {func(i int) Visitor {
			return Visitor{Address: netip.MustParseAddr(fmt.Sprintf("2001:db8:0:1::%x", i))}
		}, anybody, 4},
		"many IPv6 networks": {func(i int) Visitor {
			return Visitor{Address: netip.MustParseAddr(fmt.Sprintf("2001:db8:0:%x::1", i))}
		}, anybody, 0},
		"IPv4 written as IPv6": {func(i int) Visitor {
			return Visitor{Address: netip.MustParseAddr([]string{"192.0.2.1", "::ffff:192.0.2.1"}[i%2])}
		}, anybody, 4},
	} {
		if got := attempts(t, setup(t), 14, c.from, c.email); got != c.want {
			t.Errorf("%s: %d of 14 throttled, want %d", name, got, c.want)
		}
	}
}

func TestThrottleAlsoRefusesTheRightPassword(t *testing.T) {
	t.Parallel()
	s := setup(t)
	signUp(t, s, "anna@example.org")
	attempts(t, s, 10, at, func(int) string { return "anna@example.org" })
	var late *ThrottledError
	if _, err := s.SignIn(t.Context(), home, "anna@example.org", "right password"); !errors.As(err, &late) {
		t.Errorf("SignIn with the right password = %v, want ThrottledError", err)
	}
}

func TestThrottleAtSignUp(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var last error
	for i := range 11 {
		_, last = s.SignUp(t.Context(), home, fmt.Sprintf("u%d@example.org", i), "long enough", "")
	}
	var late *ThrottledError
	if !errors.As(last, &late) {
		t.Errorf("the 11th SignUp = %v, want ThrottledError", last)
	}
}

// TestThrottledAreNotHashed: an attempt beyond the bound costs no memory.
func TestThrottledAreNotHashed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	anna := signUp(t, s, "anna@example.org")
	for name, attempt := range map[string]func(n int) error{
		"sign-in": func(int) error {
			_, err := s.SignIn(t.Context(), at(1), "nobody@example.org", "right password")
			return err
		},
		"sign-up": func(n int) error {
			_, err := s.SignUp(t.Context(), at(2), fmt.Sprintf("v%d@example.org", n), "right password", "")
			return err
		},
		"password": func(int) error {
			_, err := s.SetPassword(t.Context(), at(3), anna, "wrong password", "another password")
			return err
		},
	} {
		before := s.hashes.left.Load()
		var late *ThrottledError
		for n := range 11 {
			if err := attempt(n); errors.As(err, &late) != (n == 10) {
				t.Errorf("%s number %d = %v, want the 11th throttled and no other", name, n+1, err)
			}
		}
		if done := s.hashes.left.Load() - before; done != 10 {
			t.Errorf("%s: %d passwords hashed for 11 attempts, want 10", name, done)
		}
	}
}

func TestWindowEndsByTheDatabasesClock(t *testing.T) {
	t.Parallel()
	s := setup(t)
	attempts(t, s, 12, func(int) Visitor { return home }, func(int) string { return "anna@example.org" })
	if _, err := s.store.Pool.Exec(t.Context(), "UPDATE throttle SET window_start = window_start - interval '61 seconds'"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SignIn(t.Context(), home, "anna@example.org", "x"); !errors.Is(err, ErrWrongLogin) {
		t.Errorf("SignIn in the next minute = %v, want ErrWrongLogin", err)
	}
}

func TestKnownBrowserCannotBeLockedOutFromAfar(t *testing.T) {
	t.Parallel()
	s := setup(t)
	anna := signUp(t, s, "anna@example.org")
	known := Visitor{Address: home.Address, Browser: s.MarkBrowser(home, anna)}
	attempts(t, s, 20, at, func(int) string { return "anna@example.org" })
	if _, err := s.SignIn(t.Context(), known, "anna@example.org", "right password"); err != nil {
		t.Errorf("SignIn from the known browser = %v, want no error", err)
	}
	forged := known
	forged.Browser = strings.Replace(known.Browser, known.Browser[:4], "AAAA", 1)
	var late *ThrottledError
	if _, err := s.SignIn(t.Context(), forged, "anna@example.org", "right password"); !errors.As(err, &late) {
		t.Errorf("SignIn with a forged mark = %v, want ThrottledError", err)
	}
}

func TestKnownBrowserHasABucketOfItsOwn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	anna := signUp(t, s, "anna@example.org")
	mark := s.MarkBrowser(home, anna)
	moving := func(i int) Visitor { return Visitor{Address: at(i).Address, Browser: mark} }
	if got := attempts(t, s, 14, moving, func(int) string { return "anna@example.org" }); got != 4 {
		t.Errorf("%d of 14 attempts of a known browser throttled, want 4", got)
	}
	if s.browserOf(mark, "boris@example.org") != "" {
		t.Error("the mark of one account is good for another")
	}
	if again := s.MarkBrowser(Visitor{Browser: mark}, anna); again != mark {
		t.Error("a browser that signs in again gets another bucket, want the same")
	}
}

func TestPasswordsAreHashedAsAgreed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	user := signUp(t, s, "anna@example.org")
	row, err := s.store.UserByID(t.Context(), user.ID)
	if err != nil || !strings.HasPrefix(row.PasswordHash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash = %.40s, %v, want argon2id, 19 MiB, t=2, p=1", row.PasswordHash, err)
	}
	if err := s.hashes.check(t.Context(), "anything", ""); !errors.Is(err, ErrWrongLogin) {
		t.Errorf("check without a hash = %v, want ErrWrongLogin from a real comparison", err)
	}
}

func TestHashingIsBounded(t *testing.T) {
	t.Parallel()
	h := newHasher()
	h.wait = 0
	for range atOnce {
		if err := h.enter(t.Context()); err != nil {
			t.Fatalf("enter = %v", err)
		}
	}
	if err := h.enter(t.Context()); !errors.Is(err, ErrBusy) {
		t.Errorf("enter beyond the slots = %v, want ErrBusy", err)
	}
	h.waiting.Store(mostWaiting)
	if err := h.enter(t.Context()); !errors.Is(err, ErrBusy) || h.waiting.Load() != mostWaiting {
		t.Errorf("enter of a full queue = %v, want ErrBusy and the count back", err)
	}
	h.waiting.Store(0)
	h.wait = longestWait
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.enter(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("enter of one who left = %v, want Canceled", err)
	}
}

func TestNewPasswordEndsOtherSessions(t *testing.T) {
	t.Parallel()
	s := setup(t)
	user := signUp(t, s, "anna@example.org")
	var invalid *InvalidError
	if _, err := s.SetPassword(t.Context(), home, user, "wrong", "another password"); !errors.As(err, &invalid) || invalid.Field != "old" {
		t.Errorf("SetPassword with a wrong old one = %v, want InvalidError at old", err)
	}
	generation, err := s.SetPassword(t.Context(), home, user, "right password", "another password")
	if err != nil {
		t.Fatalf("SetPassword = %v", err)
	}
	if _, err := s.User(t.Context(), user.ID, user.Generation); !errors.Is(err, ErrSignedOut) {
		t.Errorf("User of an old session = %v, want ErrSignedOut", err)
	}
	if _, err := s.User(t.Context(), user.ID, generation); err != nil {
		t.Errorf("User of the new session = %v, want no error", err)
	}
	if _, err := s.SignIn(t.Context(), home, "anna@example.org", "another password"); err != nil {
		t.Errorf("SignIn with the new password = %v, want no error", err)
	}
	if _, err := s.User(t.Context(), user.ID+99, 1); !errors.Is(err, ErrSignedOut) {
		t.Errorf("User of nobody = %v, want ErrSignedOut", err)
	}
}

func TestSettingsAndAudit(t *testing.T) {
	t.Parallel()
	s := setup(t)
	user, err := s.AddUser(t.Context(), "desk@example.org", "long enough", RoleSupport)
	if err != nil || user.Role != RoleSupport {
		t.Fatalf("AddUser = %+v, %v, want a support user", user, err)
	}
	if err := errors.Join(s.SetLanguage(t.Context(), user.ID, "en"), s.SetTheme(t.Context(), user.ID, "dark")); err != nil {
		t.Fatal(err)
	}
	if got, err := s.User(t.Context(), user.ID, user.Generation); err != nil || got.Language != "en" || got.Theme != "dark" {
		t.Errorf("User = %+v, %v, want en, dark", got, err)
	}
	if s.SetLanguage(t.Context(), user.ID, "xx") == nil {
		t.Error("SetLanguage(xx) = nil, want an error")
	}
	var rows int
	if err := s.store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM audit WHERE user_id = $1 AND action = 'signed_up'", user.ID).Scan(&rows); err != nil || rows != 1 {
		t.Errorf("audit rows = %d, %v, want 1", rows, err)
	}
}
