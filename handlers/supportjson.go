package handlers

import (
	"net/http"
	"strconv"
	"time"

	"botyard/db"
)

// queueJSON is the answer of GET /support/queue.json; docs/operations.md tells
// what its fields mean.
type queueJSON struct {
	MeasuredAt        *time.Time     `json:"measured_at"`
	BotsConnected     int32          `json:"bots_connected"`
	Waiting           int64          `json:"waiting"`
	WaitingBytes      int64          `json:"waiting_bytes"`
	OldestSeconds     float64        `json:"oldest_seconds"`
	Unsent            int64          `json:"unsent"`
	DeadLetters       int64          `json:"dead_letters"`
	ReceivedPerMinute int64          `json:"received_per_minute"`
	SentPerMinute     int64          `json:"sent_per_minute"`
	Every             int32          `json:"bots_total"`
	Bots              []queueBotJSON `json:"bots"`
}

type queueBotJSON struct {
	Project             int64      `json:"project"`
	Account             int64      `json:"account"`
	Bot                 string     `json:"bot"`
	State               string     `json:"state"`
	Waiting             int32      `json:"waiting"`
	WaitingBytes        int64      `json:"waiting_bytes"`
	OldestSeconds       float64    `json:"oldest_seconds"`
	Retrying            int32      `json:"retrying"`
	Unsent              int32      `json:"unsent"`
	OldestUnsentSeconds float64    `json:"oldest_unsent_seconds"`
	ReceivedPerMinute   int32      `json:"received_per_minute"`
	SentPerMinute       int32      `json:"sent_per_minute"`
	DeadLetters         int32      `json:"dead_letters"`
	LastDeliveryAt      *time.Time `json:"last_delivery_at"`
	LastError           string     `json:"last_error,omitempty"`
	LastErrorAt         *time.Time `json:"last_error_at,omitempty"`
	TelegramPending     int32      `json:"telegram_pending"`
	TelegramError       string     `json:"telegram_error,omitempty"`
	TelegramErrorAt     *time.Time `json:"telegram_error_at,omitempty"`
	TelegramCheckedAt   *time.Time `json:"telegram_checked_at,omitempty"`
}

// Bounds of the number of bots in an answer.
const (
	queueUsual = 100
	queueMost  = 1000
)

// showQueueJSON tells machines what the desk tells people.
func (s *server) showQueueJSON(w http.ResponseWriter, r *http.Request) error {
	most, ok := queryNumber(r, "limit", queueUsual, queueMost)
	after, fine := queryNumber(r, "offset", 0, 1<<30)
	if !ok || !fine {
		return statusError(http.StatusBadRequest)
	}
	totals, err := s.Store.DeskTotals(r.Context())
	if err != nil {
		return err
	}
	rows, err := s.Store.DeskBots(r.Context(), db.DeskBotsParams{Most: most, After: after})
	if err != nil {
		return err
	}
	answer := queueJSON{
		BotsConnected: totals.Connected, Waiting: totals.Waiting, WaitingBytes: totals.WaitingBytes, OldestSeconds: totals.OldestSeconds,
		Unsent: totals.Unsent, DeadLetters: totals.Dead, ReceivedPerMinute: totals.Received, SentPerMinute: totals.Sent,
		Every: totals.Bots, Bots: make([]queueBotJSON, len(rows)),
	}
	if totals.MeasuredAt.Unix() > 0 {
		answer.MeasuredAt = &totals.MeasuredAt
	}
	for i, row := range rows {
		answer.Bots[i] = queueBotOf(row)
	}
	writeJSON(w, http.StatusOK, answer)
	return nil
}

func queueBotOf(row db.DeskBotsRow) queueBotJSON {
	return queueBotJSON{
		Project: row.ID, Account: row.AccountID, Bot: row.Bot, State: string(deskState(row)),
		Waiting: row.Waiting, WaitingBytes: row.WaitingBytes, OldestSeconds: row.WaitingSeconds, Retrying: row.Retrying,
		Unsent: row.Unsent, OldestUnsentSeconds: row.UnsentSeconds, ReceivedPerMinute: row.Received, SentPerMinute: row.Sent,
		DeadLetters: row.Dead, LastDeliveryAt: row.ReceivedAt, LastError: row.Error, LastErrorAt: row.ErrorAt,
		TelegramPending: row.WebhookPending, TelegramError: row.WebhookError, TelegramErrorAt: row.WebhookErrorAt, TelegramCheckedAt: row.CheckedAt,
	}
}

// queryNumber reads a number of the query between 0 and most; usual when it is not given.
func queryNumber(r *http.Request, name string, usual, most int32) (n int32, ok bool) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return usual, true
	}
	given, err := strconv.ParseInt(text, 10, 32)
	return min(int32(given), most), err == nil && given >= 0
}
