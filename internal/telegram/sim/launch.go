package sim

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"botyard/internal/telegram"
)

// Launch is a Mini App as Telegram opens it.
type Launch struct {
	// URL has the launch parameters in its fragment, signed initData among them.
	URL string `json:"url"`
	// Title is what the button said.
	Title string `json:"title"`
}

// platform and version are what the launch says of the app it comes from.
const (
	platform   = "web"
	appVersion = "9.6"
)

// lightTheme are the colours that a launch hands over.
const lightTheme = `{"bg_color":"#ffffff","text_color":"#000000","hint_color":"#707579","link_color":"#3390ec",` +
	`"button_color":"#3390ec","button_text_color":"#ffffff","secondary_bg_color":"#f4f4f5","header_bg_color":"#ffffff",` +
	`"accent_text_color":"#3390ec","section_bg_color":"#ffffff","section_header_text_color":"#707579",` +
	`"subtitle_text_color":"#707579","destructive_text_color":"#e53935"}`

// OpenMenu opens the Mini App of the menu button.
func (u *User) OpenMenu(botID int64) (Launch, error) {
	return u.launch(botID, func(b *bot, c *chat) (Launch, fields, error) {
		menu := c.menu(b)
		if menu == nil || menu.WebApp == nil {
			return Launch{}, nil, ErrNoApp
		}
		return Launch{menu.WebApp.URL, menu.Text}, fields{"query_id": u.srv.random.text(24)}, nil
	})
}

// OpenButton opens the Mini App of the inline button with that label under a
// message.
func (u *User) OpenButton(botID, messageID int64, label string) (Launch, error) {
	return u.launch(botID, func(_ *bot, c *chat) (Launch, fields, error) {
		_, button, err := c.button(messageID, label)
		if err != nil {
			return Launch{}, nil, err
		}
		if button.WebApp == nil {
			return Launch{}, nil, ErrNoApp
		}
		return Launch{button.WebApp.URL, button.Text}, fields{"query_id": u.srv.random.text(24)}, nil
	})
}

// OpenLink opens t.me/<bot>?startapp=param: the main Mini App, or that of the
// menu button when there is none.
func (u *User) OpenLink(botID int64, param string) (Launch, error) {
	return u.launch(botID, func(b *bot, c *chat) (Launch, fields, error) {
		app := Launch{b.mainApp, b.me.FirstName}
		if menu := c.menu(b); app.URL == "" && menu != nil && menu.WebApp != nil {
			app.URL = menu.WebApp.URL
		}
		if app.URL == "" {
			return Launch{}, nil, ErrNoApp
		}
		app.URL = withStartParam(app.URL, param)
		return app, fields{
			"chat_instance": chatInstance(b.id, c.ID), "chat_type": "sender", "start_param": param,
		}, nil
	})
}

// OpenKey opens the Mini App of a reply keyboard's button. Such a launch has
// no initData, as with Telegram.
func (u *User) OpenKey(botID int64, label string) (Launch, error) {
	var app Launch
	err := u.inChat(botID, func(_ *bot, c *chat) error {
		if c.Keyboard == nil {
			return ErrNoButton
		}
		for _, row := range c.Keyboard.Keyboard {
			for _, key := range row {
				if key.Text == label && key.WebApp != nil {
					app = Launch{fragment(key.WebApp.URL, ""), key.Text}
					return nil
				}
			}
		}
		return ErrNoApp
	})
	return app, err
}

// fields are those of initData.
type fields map[string]string

func (u *User) launch(botID int64, find func(*bot, *chat) (Launch, fields, error)) (Launch, error) {
	var app Launch
	err := u.inChat(botID, func(b *bot, c *chat) error {
		var signed fields
		var err error
		if app, signed, err = find(b, c); err != nil {
			return err
		}
		initData, err := u.initData(b.token, signed, u.srv.signKey)
		app.URL = fragment(app.URL, initData)
		return err
	})
	if err != nil {
		return Launch{}, fmt.Errorf("open the Mini App of bot %d: %w", botID, err)
	}
	return app, nil
}

func (u *User) initData(token telegram.Token, signed fields, key ed25519.PrivateKey) (string, error) {
	person, err := json.Marshal(struct {
		ID           int64  `json:"id"`
		FirstName    string `json:"first_name"`
		LastName     string `json:"last_name"`
		Username     string `json:"username,omitempty"`
		LanguageCode string `json:"language_code"`
		WriteToPM    bool   `json:"allows_write_to_pm"`
	}{u.ID, u.FirstName, u.LastName, u.Username, u.LanguageCode, true})
	signed["user"] = string(person)
	signed["auth_date"] = strconv.FormatInt(now(), 10)
	if signed["start_param"] == "" {
		delete(signed, "start_param")
	}
	return telegram.SignInitData(token, signed, key), err
}

// fragment adds the launch parameters behind #, or behind the fragment that
// the address has already.
func fragment(address, initData string) string {
	launch := url.Values{
		"tgWebAppVersion": {appVersion}, "tgWebAppPlatform": {platform}, "tgWebAppThemeParams": {lightTheme},
	}.Encode()
	if initData != "" {
		launch = "tgWebAppData=" + url.QueryEscape(initData) + "&" + launch
	}
	launch = strings.ReplaceAll(launch, "+", "%20") // as encodeURIComponent writes it
	if strings.Contains(address, "#") {
		return address + "&" + launch
	}
	return address + "#" + launch
}

func withStartParam(address, param string) string {
	u, err := url.Parse(address)
	if err != nil || param == "" {
		return address
	}
	q := u.Query()
	q.Set("tgWebAppStartParam", param)
	u.RawQuery = q.Encode()
	return u.String()
}

func now() int64 { return time.Now().Unix() }
