package sim

import (
	"encoding/json"
	"net"
	"net/url"
	"slices"
	"strings"

	"botyard/internal/telegram"
)

const (
	maxCallbackData = 64 // bytes
	maxButtons      = 100
	maxMarkup       = 10 << 10 // bytes of the whole, as JSON
)

// readMarkup is nil for a call without reply markup, and for an empty one.
func readMarkup(p params, name string) (*telegram.Markup, error) {
	var m telegram.Markup
	if err := p.object(name, &m); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(m)
	switch {
	case err != nil || string(raw) == "{}":
		return nil, nil
	case len(raw) > maxMarkup:
		return nil, badRequest("reply markup is too long")
	}
	return &m, nil
}

func checkEditMarkup(m *telegram.Markup, chatType string) error {
	if m != nil && len(m.InlineKeyboard) == 0 {
		return badRequest("inline keyboard expected")
	}
	return checkMarkup(m, chatType)
}

func checkMarkup(m *telegram.Markup, chatType string) error {
	if m == nil {
		return nil
	}
	buttons := slices.Concat(m.InlineKeyboard...)
	if len(buttons) > maxButtons {
		return badRequest("reply markup is too long")
	}
	for _, b := range buttons {
		if err := checkInline(b, chatType); err != nil {
			return err
		}
	}
	for _, b := range slices.Concat(m.Keyboard...) {
		if err := checkKey(b, chatType); err != nil {
			return err
		}
	}
	return nil
}

func checkInline(b telegram.InlineButton, chatType string) error {
	switch {
	case strings.TrimSpace(b.Text) == "":
		return badRequest("can't parse inline keyboard button: Button text must not be empty")
	case b.WebApp != nil && chatType != "private":
		return badRequest("BUTTON_TYPE_INVALID")
	case b.WebApp != nil:
		return checkAppURL(b.WebApp.URL)
	case b.URL != "" && !validButtonURL(b.URL):
		return badRequest("BUTTON_URL_INVALID")
	case b.URL != "":
		return nil
	case len(b.CallbackData) > maxCallbackData:
		return badRequest("BUTTON_DATA_INVALID")
	case b.CallbackData == "":
		return badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
	}
	return nil
}

func checkKey(b telegram.KeyboardButton, chatType string) error {
	special := b.RequestContact || b.RequestLocation || b.WebApp != nil
	switch {
	case strings.TrimSpace(b.Text) == "":
		return badRequest("can't parse keyboard button: Button text must not be empty")
	case special && chatType != "private":
		return badRequest("BUTTON_TYPE_INVALID")
	case b.WebApp != nil:
		return checkAppURL(b.WebApp.URL)
	}
	return nil
}

func validButtonURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "http", "https":
		return u.Host != ""
	case "tg", "ton":
		return true
	}
	return false
}

// checkAppURL wants https, and allows http on this machine: there Telegram
// itself would refuse, but the simulator is what one tries things with.
func checkAppURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "":
		return badRequest("Web App URL '" + s + "' is invalid: Wrong HTTP URL")
	case u.Scheme == "https", u.Scheme == "http" && loopback(u.Hostname()):
		return nil
	}
	return badRequest("Web App URL '" + s + "' is invalid: Only HTTPS links are allowed")
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
