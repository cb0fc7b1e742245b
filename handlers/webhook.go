package handlers

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"botyard/internal/inbox"
	"botyard/internal/metrics"
	"botyard/internal/telegram"
)

// secretHeader carries the secret of setWebhook with every delivery.
const secretHeader = "X-Telegram-Bot-Api-Secret-Token"

// Webhook receives the updates of all bots. It answers 200 only for what is
// written down, and never 410, which would make Telegram drop the webhook.
type Webhook struct {
	// Directory knows whose a public id is.
	Directory *inbox.Directory
	// Receiver writes updates down.
	Receiver *inbox.Receiver
	// Log hears of failures.
	Log *slog.Logger
}

// ServeHTTP checks the secret before a byte of the body is read.
func (h Webhook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	source, known := h.Directory.Find(r.PathValue("publicID"), r.Header.Get(secretHeader))
	if !known {
		// Without this the server would read what is left of the body.
		w.Header().Set("Connection", "close")
		metrics.UpdatesRefused.Inc()
		answerUpdate(w, http.StatusUnauthorized, `{"ok":false,"error":"unauthorized"}`)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, inbox.MaxBody))
	if err != nil {
		h.refuseBody(w, err)
		return
	}
	duplicate, err := h.Receiver.Receive(r.Context(), source, body)
	h.answer(r.Context(), w, duplicate, err)
}

func (h Webhook) refuseBody(w http.ResponseWriter, err error) {
	metrics.UpdatesRefused.Inc()
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		answerUpdate(w, http.StatusRequestEntityTooLarge, `{"ok":false,"error":"too large"}`)
		return
	}
	answerUpdate(w, http.StatusBadRequest, `{"ok":false,"error":"incomplete"}`)
}

func (h Webhook) answer(ctx context.Context, w http.ResponseWriter, duplicate bool, err error) {
	if err != nil {
		metrics.UpdatesRefused.Inc()
	}
	switch {
	case err == nil && duplicate:
		answerUpdate(w, http.StatusOK, `{"ok":true,"duplicate":true}`)
	case err == nil:
		answerUpdate(w, http.StatusOK, `{"ok":true,"duplicate":false}`)
	case errors.Is(err, telegram.ErrNotJSON):
		answerUpdate(w, http.StatusBadRequest, `{"ok":false,"error":"not an update"}`)
	case errors.Is(err, telegram.ErrNoUpdateID):
		answerUpdate(w, http.StatusBadRequest, `{"ok":false,"error":"no update_id"}`)
	case errors.Is(err, inbox.ErrFull): // the desk tells of it; a line of the log each time would be a flood of its own
		w.Header().Set("Retry-After", "30")
		answerUpdate(w, http.StatusServiceUnavailable, `{"ok":false,"error":"too much is waiting"}`)
	default:
		h.Log.WarnContext(ctx, "update not taken", "error", err)
		w.Header().Set("Retry-After", "2")
		answerUpdate(w, http.StatusServiceUnavailable, `{"ok":false,"error":"try again"}`)
	}
}

func answerUpdate(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body+"\n")
}
