package sim

import (
	"context"
	"slices"

	"botyard/internal/telegram"
)

// Messages are the chat as the person sees it, oldest first.
func (u *User) Messages(botID int64) ([]telegram.Message, error) {
	v, err := u.View(botID)
	return v.Messages, err
}

// WaitFor waits until a message in the chat matches, and returns the newest
// that does.
func (u *User) WaitFor(ctx context.Context, botID int64, match func(telegram.Message) bool) (telegram.Message, error) {
	for {
		view, changed, err := u.watch(botID)
		if err != nil {
			return telegram.Message{}, err
		}
		for _, m := range slices.Backward(view.Messages) {
			if match(m) {
				return m, nil
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return telegram.Message{}, ctx.Err()
		}
	}
}

// View is what the person sees of a chat with a bot.
type View struct {
	Bot      Bot                  `json:"bot"`
	Version  int64                `json:"version"` // grows with every change
	Messages []telegram.Message   `json:"messages"`
	Keyboard *telegram.Markup     `json:"keyboard,omitempty"`
	Menu     *telegram.MenuButton `json:"menu,omitempty"`
	Commands []telegram.Command   `json:"commands,omitempty"`
	About    string               `json:"about,omitempty"` // shown while the chat is empty
	Blocked  bool                 `json:"blocked"`
	Toast    *toast               `json:"toast,omitempty"` // the last answer to a press
}

// View is what the person sees now.
func (u *User) View(botID int64) (View, error) {
	v, _, err := u.watch(botID)
	return v, err
}

// watch is the present view, and a channel that closes when it changes.
func (u *User) watch(botID int64) (v View, changed <-chan struct{}, err error) {
	err = u.inChat(botID, func(b *bot, c *chat) error {
		v = View{
			Bot: b.facts(), Version: c.version, Messages: slices.Clone(c.Messages), Keyboard: c.Keyboard,
			Menu: c.menu(b), Blocked: c.Blocked, Toast: c.toast,
			Commands: b.profile.Commands["|"], About: b.profile.Texts["description|"],
		}
		changed = c.watch()
		return nil
	})
	return v, changed, err
}

// menu is the menu button of the chat, or of all.
func (c *chat) menu(b *bot) *telegram.MenuButton {
	if c.Menu != nil {
		return c.Menu
	}
	return b.profile.Menu
}
