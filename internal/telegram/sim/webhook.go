package sim

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"botyard/internal/telegram"
)

// webhook is what setWebhook has set.
type webhook struct {
	URL            string
	Secret         string
	MaxConnections int
	DropPending    bool `json:"-"`
}

const (
	defaultConnections = 40
	maxConnections     = 100
	maxSecret          = 256
	resetPause         = time.Second // between two setWebhook of one bot
)

// updateKinds are the names that allowed_updates knows; false for those that
// come only when asked for.
var updateKinds = map[string]bool{
	"message": true, "edited_message": true, "channel_post": true, "edited_channel_post": true,
	"business_connection": true, "business_message": true, "edited_business_message": true,
	"deleted_business_messages": true, "guest_message": true, "message_reaction": false,
	"message_reaction_count": false, "inline_query": true, "chosen_inline_result": true,
	"callback_query": true, "shipping_query": true, "pre_checkout_query": true, "purchased_paid_media": true,
	"poll": true, "poll_answer": true, "my_chat_member": true, "chat_member": false, "chat_join_request": true,
	"chat_boost": true, "removed_chat_boost": true, "managed_bot": true, "subscription": true,
	"stopped_message_generation": true,
}

func setWebhook(c *call) (any, error) {
	b := c.bot
	want, err := readWebhook(c.params)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := c.srv.clock.elapsed()
	if now < b.queue.settled && !c.srv.cfg.NoLimits {
		return nil, tooMany(resetPause)
	}
	b.queue.settled = now + resetPause
	b.queue.allow(c.params)
	c.srv.touch()
	same := want
	same.DropPending = false
	if same == b.hook && !want.DropPending {
		return described{true, "Webhook is already set"}, nil
	}
	b.resetWebhook(want)
	if want.URL == "" {
		return described{true, "Webhook was deleted"}, nil
	}
	return described{true, "Webhook was set"}, nil
}

func readWebhook(p params) (webhook, error) {
	w := webhook{URL: p.text("url"), Secret: p.text("secret_token"), DropPending: p.flag("drop_pending_updates")}
	if w.URL == "" {
		return webhook{DropPending: w.DropPending}, nil
	}
	u, err := url.Parse(w.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return w, badRequest("bad webhook: invalid webhook URL specified")
	case len(w.Secret) > maxSecret:
		return w, badRequest("secret token is too long")
	case strings.Trim(w.Secret, idAlphabet) != "":
		return w, badRequest("secret token contains unallowed characters")
	}
	w.MaxConnections = defaultConnections
	if p.has("max_connections") {
		w.MaxConnections = min(max(int(p.number("max_connections")), 1), maxConnections)
	}
	return w, nil
}

// allow takes over allowed_updates: left out it stays as it was, empty or
// with no known name it is the default.
func (q *queue) allow(p params) {
	if !p.has("allowed_updates") {
		return
	}
	var names []string
	_ = p.object("allowed_updates", &names) // what does not parse counts as empty
	names = slices.DeleteFunc(names, func(name string) bool { _, known := updateKinds[name]; return !known })
	slices.Sort(names)
	q.allowed = slices.Compact(names)
}

// wants tells whether an update of that kind is kept for the bot. A kind that
// nobody knows yet always is, so that the product can be shown one.
func (q *queue) wants(kind string) bool {
	byDefault, known := updateKinds[kind]
	if !known || len(q.allowed) == 0 {
		return !known || byDefault
	}
	return slices.Contains(q.allowed, kind)
}

func deleteWebhook(c *call) (any, error) {
	b := c.bot
	b.mu.Lock()
	defer b.mu.Unlock()
	drop := c.params.flag("drop_pending_updates")
	if b.hook.URL == "" && !drop {
		return described{true, "Webhook is already deleted"}, nil
	}
	b.resetWebhook(webhook{DropPending: drop})
	c.srv.touch()
	return described{true, "Webhook was deleted"}, nil
}

// webhookInfo is getWebhookInfo's result, in Telegram's order.
type webhookInfo struct {
	URL                  string   `json:"url"`
	HasCustomCertificate bool     `json:"has_custom_certificate"`
	PendingUpdateCount   int      `json:"pending_update_count"`
	LastErrorDate        int64    `json:"last_error_date,omitempty"`
	LastErrorMessage     string   `json:"last_error_message,omitempty"`
	MaxConnections       int      `json:"max_connections,omitempty"`
	AllowedUpdates       []string `json:"allowed_updates,omitempty"`
}

func getWebhookInfo(c *call) (any, error) {
	b := c.bot
	b.mu.Lock()
	defer b.mu.Unlock()
	info := webhookInfo{
		URL: b.hook.URL, PendingUpdateCount: b.queue.waiting,
		MaxConnections: b.hook.MaxConnections, AllowedUpdates: b.queue.allowed,
	}
	if run := b.queue.run; run != nil && run.lastError != "" {
		info.LastErrorDate, info.LastErrorMessage = run.lastErrorAt.Unix(), run.lastError
	}
	return info, nil
}

// Webhook tells where and how a bot's updates are delivered.
func (s *Server) Webhook(botID int64) (telegram.SetWebhook, error) {
	b, err := s.bot(botID)
	if err != nil {
		return telegram.SetWebhook{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return telegram.SetWebhook{
		URL: b.hook.URL, SecretToken: b.hook.Secret, MaxConnections: b.hook.MaxConnections, AllowedUpdates: b.queue.allowed,
	}, nil
}
