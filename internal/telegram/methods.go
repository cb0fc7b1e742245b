package telegram

import (
	"context"
	"encoding/json"
)

// GetMe tells who the bot is; the way to check a token.
func (c *Client) GetMe(ctx context.Context, token Token) (Me, error) {
	var me Me
	err := c.Call(ctx, token, "getMe", nil, &me)
	return me, err
}

// GetWebhookInfo tells where Telegram delivers the bot's updates.
func (c *Client) GetWebhookInfo(ctx context.Context, token Token) (WebhookInfo, error) {
	var info WebhookInfo
	err := c.Call(ctx, token, "getWebhookInfo", nil, &info)
	return info, err
}

// SetWebhook are the parameters of setWebhook. AllowedUpdates that are left
// out keep what was set before, so always give them.
type SetWebhook struct {
	URL                string   `json:"url"`
	SecretToken        string   `json:"secret_token,omitempty"`
	MaxConnections     int      `json:"max_connections,omitempty"`
	AllowedUpdates     []string `json:"allowed_updates,omitempty"`
	DropPendingUpdates bool     `json:"drop_pending_updates,omitempty"`
}

// SetWebhook makes Telegram deliver the bot's updates to p.URL. Its success
// says only that the host was found.
func (c *Client) SetWebhook(ctx context.Context, token Token, p SetWebhook) error {
	return c.Call(ctx, token, "setWebhook", p, nil)
}

// DeleteWebhook ends the delivery; drop also forgets what is waiting.
func (c *Client) DeleteWebhook(ctx context.Context, token Token, drop bool) error {
	return c.Call(ctx, token, "deleteWebhook", map[string]bool{"drop_pending_updates": drop}, nil)
}

// MenuButton is the button beside the input field. Type is commands, web_app
// or default.
type MenuButton struct {
	Type   string  `json:"type"`
	Text   string  `json:"text,omitempty"`
	WebApp *WebApp `json:"web_app,omitempty"`
}

// SetChatMenuButton sets the menu button of one private chat, or of all that
// have none of their own when chatID is 0.
func (c *Client) SetChatMenuButton(ctx context.Context, token Token, chatID int64, button MenuButton) error {
	return c.Call(ctx, token, "setChatMenuButton", struct {
		ChatID     int64      `json:"chat_id,omitempty"`
		MenuButton MenuButton `json:"menu_button"`
	}{chatID, button}, nil)
}

// Command is an entry of the bot's menu of commands, without the slash.
type Command struct {
	Command     string `json:"command"`
	Description string `json:"description"`
}

// SetMyCommands sets the menu of commands for a language, or the default one
// when language is "".
func (c *Client) SetMyCommands(ctx context.Context, token Token, commands []Command, language string) error {
	return c.Call(ctx, token, "setMyCommands", struct {
		Commands     []Command `json:"commands"`
		LanguageCode string    `json:"language_code,omitempty"`
	}{commands, language}, nil)
}

// GetUpdates are the parameters of getUpdates. Timeout is in seconds; Offset
// is the last update's id plus one, and confirms all before it.
type GetUpdates struct {
	Offset         int64    `json:"offset,omitempty"`
	Limit          int      `json:"limit,omitempty"`
	Timeout        int      `json:"timeout,omitempty"`
	AllowedUpdates []string `json:"allowed_updates,omitempty"`
}

// GetUpdates asks for waiting updates and returns them as they came, each for
// ParseUpdate.
func (c *Client) GetUpdates(ctx context.Context, token Token, p GetUpdates) ([]json.RawMessage, error) {
	var updates []json.RawMessage
	err := c.Call(ctx, token, "getUpdates", p, &updates)
	return updates, err
}

// AnswerCallbackQuery are the parameters of answerCallbackQuery; all but the
// id may be empty, which just stops the button's clock. Text is ≤ 200 characters.
type AnswerCallbackQuery struct {
	ID        string `json:"callback_query_id"`
	Text      string `json:"text,omitempty"`
	ShowAlert bool   `json:"show_alert,omitempty"`
	URL       string `json:"url,omitempty"`
	CacheTime int    `json:"cache_time,omitempty"`
}

// AnswerCallbackQuery answers the press of a button.
func (c *Client) AnswerCallbackQuery(ctx context.Context, token Token, p AnswerCallbackQuery) error {
	return c.Call(ctx, token, "answerCallbackQuery", p, nil)
}
