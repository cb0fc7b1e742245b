package account

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

func invite(t *testing.T, s *Service, user int64) Invitation {
	t.Helper()
	i, err := s.Invite(t.Context(), user)
	if err != nil {
		t.Fatalf("Invite = %v", err)
	}
	return i
}

func TestInvitationIsUsedOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	anna := signUp(t, s, "anna@example.org")
	i := invite(t, s, anna.ID)
	if open, err := s.Invites(t.Context(), i.Code); !open || err != nil {
		t.Fatalf("Invites = %v, %v, want true", open, err)
	}
	var kept int
	_ = s.store.Pool.QueryRow(t.Context(), "SELECT count(*) FROM invitations WHERE encode(code_sha256, 'escape') LIKE '%' || $1 || '%'", i.Code).Scan(&kept)
	if kept != 0 {
		t.Error("the code is in the table, want its hash only")
	}
	if _, err := s.SignUpInvited(t.Context(), at(1), i.Code, "anna@example.org", "right password", ""); !errors.Is(err, ErrTaken) {
		t.Errorf("SignUpInvited with a taken e-mail = %v, want ErrTaken", err)
	}
	if _, err := s.SignUpInvited(t.Context(), at(2), i.Code, "boris@example.org", "right password", "ru"); err != nil {
		t.Errorf("SignUpInvited after a mistake = %v, want no error: the mistake must not use it up", err)
	}
	for _, code := range []string{i.Code, "", "x", i.Code + "x"} {
		if _, err := s.SignUpInvited(t.Context(), at(3), code, "vera@example.org", "right password", ""); !errors.Is(err, ErrInvitation) {
			t.Errorf("SignUpInvited(%q) = %v, want ErrInvitation", code, err)
		}
	}
	all, err := s.Invitations(t.Context(), anna.ID)
	if err != nil || len(all) != 1 || all[0].Open || all[0].UsedAt == nil || all[0].Code != "" {
		t.Errorf("Invitations = %+v, %v, want the used one", all, err)
	}
}

func TestOneOfManyGuestsEnters(t *testing.T) {
	t.Parallel()
	s := setup(t)
	i := invite(t, s, signUp(t, s, "anna@example.org").ID)
	var entered, late atomic.Int32
	var guests sync.WaitGroup
	for n := range 6 {
		guests.Go(func() {
			_, err := s.SignUpInvited(t.Context(), at(n), i.Code, string(rune('a'+n))+"@example.org", "right password", "")
			switch {
			case err == nil:
				entered.Add(1)
			case errors.Is(err, ErrInvitation):
				late.Add(1)
			}
		})
	}
	guests.Wait()
	if entered.Load() != 1 || late.Load() != 5 {
		t.Errorf("%d entered and %d were late, want 1 and 5", entered.Load(), late.Load())
	}
}

func TestInvitationEnds(t *testing.T) {
	t.Parallel()
	s := setup(t)
	anna, boris := signUp(t, s, "anna@example.org"), signUp(t, s, "boris@example.org")
	old, withdrawn := invite(t, s, anna.ID), invite(t, s, anna.ID)
	if _, err := s.store.Pool.Exec(t.Context(), "UPDATE invitations SET expires_at = now() WHERE id = $1", old.ID); err != nil {
		t.Fatal(err)
	}
	if err := s.Withdraw(t.Context(), boris.ID, withdrawn.ID); !errors.Is(err, ErrInvitation) {
		t.Errorf("Withdraw of another account's = %v, want ErrInvitation", err)
	}
	if err := s.Withdraw(t.Context(), anna.ID, withdrawn.ID); err != nil {
		t.Errorf("Withdraw = %v", err)
	}
	for name, i := range map[string]Invitation{"an old": old, "a withdrawn": withdrawn} {
		if open, err := s.Invites(t.Context(), i.Code); open || err != nil {
			t.Errorf("Invites(%s one) = %v, %v, want false", name, open, err)
		}
	}
	if all, err := s.Invitations(t.Context(), boris.ID); len(all) != 0 || err != nil {
		t.Errorf("Invitations of another account = %v, %v, want none", all, err)
	}
}

func TestInvitationsAreBounded(t *testing.T) {
	t.Parallel()
	s := setup(t)
	anna := signUp(t, s, "anna@example.org")
	var late *ThrottledError
	for n := range 2 * MostInvitations {
		_, err := s.Invite(t.Context(), anna.ID)
		if errors.As(err, &late) {
			_, err = s.store.Pool.Exec(t.Context(), "DELETE FROM throttle") // the next minute
			if err == nil {
				_, err = s.Invite(t.Context(), anna.ID)
			}
		}
		if n >= MostInvitations && !errors.Is(err, ErrManyInvitations) || n < MostInvitations && err != nil {
			t.Fatalf("Invite number %d = %v, want %d in all", n+1, err, MostInvitations)
		}
	}
	if late == nil {
		t.Errorf("no invitation was throttled, want at most %d a minute", invitesAMinute)
	}
}

func TestEndedSessionsAreOfAPastGeneration(t *testing.T) {
	t.Parallel()
	s := setup(t)
	anna := signUp(t, s, "anna@example.org")
	generation, err := s.EndSessions(t.Context(), anna.ID)
	if err != nil || generation == anna.Generation {
		t.Fatalf("EndSessions = %d, %v, want another generation than %d", generation, err, anna.Generation)
	}
	if _, err := s.User(t.Context(), anna.ID, anna.Generation); !errors.Is(err, ErrSignedOut) {
		t.Errorf("User of the old generation = %v, want ErrSignedOut", err)
	}
	if _, err := s.User(t.Context(), anna.ID, generation); err != nil {
		t.Errorf("User of the new generation = %v", err)
	}
}
