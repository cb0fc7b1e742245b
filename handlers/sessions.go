package handlers

import (
	"net/http"

	"botyard/views/page"
	"botyard/views/settings"
)

// listSessions shows where the person is signed in.
func (s *server) listSessions(w http.ResponseWriter, r *http.Request) error {
	rows, err := s.Store.UserSessions(r.Context(), of(r).person.ID)
	if err != nil {
		return err
	}
	var list settings.Sessions
	for _, row := range rows {
		list.All = append(list.All, settings.Session{
			Device: row.Device, Began: row.CreatedAt, Seen: row.SeenAt, This: row.Token == of(r).session,
		})
	}
	return s.render(w, r, http.StatusOK, settings.SessionsPage(list))
}

// endOtherSessions ends every session of the person; this one begins anew.
func (s *server) endOtherSessions(w http.ResponseWriter, r *http.Request) error {
	generation, err := s.Accounts.EndSessions(r.Context(), of(r).person.ID)
	if err != nil {
		return err
	}
	if err := s.goOn(r, generation); err != nil {
		return err
	}
	s.toast(r, page.Toast{Key: "toast.ended_others"})
	return s.goTo(w, r, "/account/sessions")
}

// goOn gives the session that asks a new token and the generation of those
// that are good from now on.
func (s *server) goOn(r *http.Request, generation int64) error {
	if err := s.sessions.RenewToken(r.Context()); err != nil {
		return err
	}
	s.sessions.Put(r.Context(), keyGeneration, generation)
	return nil
}
