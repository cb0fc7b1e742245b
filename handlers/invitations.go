package handlers

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"botyard/internal/account"
	"botyard/internal/lang"
	"botyard/views/door"
	"botyard/views/page"
	"botyard/views/settings"
)

func (s *server) listInvitations(w http.ResponseWriter, r *http.Request) error {
	return s.renderInvitations(w, r, http.StatusOK, settings.Invitations{})
}

// invite makes a link and shows it in its answer: only its hash is kept, so
// that no later page could show it.
func (s *server) invite(w http.ResponseWriter, r *http.Request) error {
	if s.SignUp != SignUpInvite {
		return s.renderInvitations(w, r, http.StatusForbidden, settings.Invitations{})
	}
	made, err := s.Accounts.Invite(r.Context(), of(r).person.ID)
	if errors.Is(err, account.ErrManyInvitations) {
		many := page.Mistakes{{Key: "invitations.many", Args: lang.Args{"n": account.MostInvitations}}}
		return s.renderInvitations(w, r, http.StatusUnprocessableEntity, settings.Invitations{Mistakes: many})
	}
	if err != nil {
		return err
	}
	return s.renderInvitations(w, r, http.StatusCreated, settings.Invitations{Link: s.invitationURL(made.Code), Until: made.ExpiresAt})
}

func (s *server) renderInvitations(w http.ResponseWriter, r *http.Request, status int, list settings.Invitations) error {
	all, err := s.Accounts.Invitations(r.Context(), of(r).person.ID)
	if err != nil {
		return err
	}
	list.Closed = map[SignUp]string{SignUpClosed: "invitations.closed", SignUpOpen: "invitations.open"}[s.SignUp]
	for _, i := range all {
		list.All = append(list.All, settings.Invitation{ID: i.ID, Made: i.MadeAt, Ends: i.ExpiresAt, Used: i.UsedAt, Open: i.Open})
	}
	return s.render(w, r, status, settings.InvitationsPage(list))
}

// invitationURL is the address of a link. The cabinet's own comes from the
// configuration; without one only this machine can open it.
func (s *server) invitationURL(code string) string {
	origin := "http://" + s.Addr
	if s.PublicURL != nil {
		origin = originOf(s.PublicURL)
	}
	return origin + "/signup?" + url.Values{"invitation": {code}}.Encode()
}

// withdrawInvitation makes a link useless.
func (s *server) withdrawInvitation(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(r.PathValue("invitation"), 10, 64)
	if err != nil {
		return errNotFound
	}
	err = s.Accounts.Withdraw(r.Context(), of(r).person.ID, id)
	if errors.Is(err, account.ErrInvitation) {
		return errNotFound
	}
	if err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.withdrawn"})
	return s.goTo(w, r, "/account/invitations")
}

// refusal is why whoever asks for the form cannot sign up, "" when they can.
func (s *server) refusal(r *http.Request) (door.Refusal, error) {
	switch {
	case s.SignUp == SignUpOpen:
		return "", nil
	case s.SignUp != SignUpInvite:
		return door.Closed, nil
	case r.FormValue("invitation") == "":
		return door.ByInvitation, nil
	}
	open, err := s.Accounts.Invites(r.Context(), r.FormValue("invitation"))
	if err != nil || open {
		return "", err
	}
	return door.Spent, nil
}
