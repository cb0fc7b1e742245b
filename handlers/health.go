package handlers

import (
	"context"
	"net/http"
	"time"

	"botyard/static"
)

// showHealth says that the process answers.
func (s *server) showHealth(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, http.StatusOK, map[string]any{"ok": true})
	return nil
}

// showReadiness says whether requests can be served: the database answers, and
// whatever the composition asks for.
func (s *server) showReadiness(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	err := s.Store.Pool.Ping(ctx)
	if err == nil && s.Ready != nil {
		err = s.Ready()
	}
	if err != nil {
		s.Log.WarnContext(r.Context(), "not ready", "err", err)
		writeJSON(w, http.StatusServiceUnavailable, map[string]any{"ok": false})
		return nil
	}
	writeJSON(w, http.StatusOK, map[string]any{"ok": true})
	return nil
}

// receiveUpdate hands an update to receipt.
func (s *server) receiveUpdate(w http.ResponseWriter, r *http.Request) error {
	if s.Webhook == nil {
		return errNotFound
	}
	s.Webhook.ServeHTTP(w, r)
	return nil
}

// showIcon leads browsers that ask for the icon by its old name to ours.
func showIcon(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, static.URL("mark.svg"), http.StatusFound)
	return nil
}

func (s *server) showStatic(w http.ResponseWriter, r *http.Request) error {
	static.Handler().ServeHTTP(w, r)
	return nil
}
