package sim

import (
	"regexp"
	"unicode/utf8"

	"botyard/internal/telegram"
)

const (
	maxCommands    = 100
	maxCommandText = 256 // characters of a description
)

// profile is how the bot presents itself; its bot's mu guards it.
type profile struct {
	Menu     *telegram.MenuButton          `json:"menu,omitempty"`
	Commands map[string][]telegram.Command `json:"commands,omitempty"` // by scope and language
	Texts    map[string]string             `json:"texts,omitempty"`    // by field and language
}

func setChatMenuButton(c *call) (any, error) {
	button := telegram.MenuButton{Type: "default"}
	if err := c.params.object("menu_button", &button); err != nil {
		return nil, err
	}
	if err := checkMenu(button); err != nil {
		return nil, err
	}
	place, err := c.menuPlace()
	if err != nil {
		return nil, err
	}
	defer c.bot.mu.Unlock()
	*place = &button
	if button.Type == "default" {
		*place = nil
	}
	for _, target := range c.bot.chats {
		target.touch()
	}
	c.srv.touch()
	return true, nil
}

func checkMenu(button telegram.MenuButton) error {
	switch {
	case button.Type == "default", button.Type == "commands":
		return nil
	case button.Type != "web_app" || button.WebApp == nil:
		return badRequest("MenuButton has unsupported type")
	case button.Text == "":
		return badRequest("BUTTON_TEXT_INVALID")
	}
	return checkAppURL(button.WebApp.URL)
}

// menuPlace is where the menu button of the call's chat, or of all, is kept.
// Without an error it leaves the bot locked.
func (c *call) menuPlace() (**telegram.MenuButton, error) {
	c.bot.mu.Lock()
	if !c.params.has("chat_id") {
		return &c.bot.profile.Menu, nil
	}
	target, err := c.destination()
	if err == nil && target.Type != "private" {
		err = badRequest("chat must be a private chat")
	}
	if err != nil {
		c.bot.mu.Unlock()
		return nil, err
	}
	return &target.Menu, nil
}

func getChatMenuButton(c *call) (any, error) {
	place, err := c.menuPlace()
	if err != nil {
		return nil, err
	}
	defer c.bot.mu.Unlock()
	for _, button := range []*telegram.MenuButton{*place, c.bot.profile.Menu} {
		if button != nil {
			return *button, nil
		}
	}
	return telegram.MenuButton{Type: "commands"}, nil
}

var commandName = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)

func setMyCommands(c *call) (any, error) {
	var commands []telegram.Command
	if err := c.params.object("commands", &commands); err != nil {
		return nil, err
	}
	if len(commands) > maxCommands {
		return nil, badRequest("BOT_COMMANDS_TOO_MUCH")
	}
	for _, command := range commands {
		length := utf8.RuneCountInString(command.Description)
		switch {
		case !commandName.MatchString(command.Command):
			return nil, badRequest("BOT_COMMAND_INVALID")
		case length < 1 || length > maxCommandText:
			return nil, badRequest("BOT_COMMAND_DESCRIPTION_INVALID")
		}
	}
	return c.putCommands(commands)
}

func deleteMyCommands(c *call) (any, error) { return c.putCommands(nil) }

func (c *call) putCommands(commands []telegram.Command) (any, error) {
	c.bot.mu.Lock()
	defer c.bot.mu.Unlock()
	all := &c.bot.profile.Commands
	if *all == nil {
		*all = map[string][]telegram.Command{}
	}
	(*all)[c.commandKey()] = commands
	if len(commands) == 0 {
		delete(*all, c.commandKey())
	}
	c.srv.touch()
	return true, nil
}

func getMyCommands(c *call) (any, error) {
	c.bot.mu.Lock()
	defer c.bot.mu.Unlock()
	if commands := c.bot.profile.Commands[c.commandKey()]; commands != nil {
		return commands, nil
	}
	return []telegram.Command{}, nil
}

// commandKey names a scope and a language; no scope is the default one.
func (c *call) commandKey() string {
	scope := c.params.text("scope")
	if scope == `{"type":"default"}` {
		scope = ""
	}
	return scope + "|" + c.params.text("language_code")
}

// setText makes the method that sets a text of the profile; "" takes back
// the one of that language.
func setText(field string, limit int) method {
	return func(c *call) (any, error) {
		text := c.params.text(field)
		if utf8.RuneCountInString(text) > limit {
			return nil, badRequest("bot " + field + " is too long")
		}
		c.bot.mu.Lock()
		defer c.bot.mu.Unlock()
		if c.bot.profile.Texts == nil {
			c.bot.profile.Texts = map[string]string{}
		}
		c.bot.profile.Texts[field+"|"+c.params.text("language_code")] = text
		if field == "name" && text != "" && !c.params.has("language_code") {
			c.bot.me.FirstName = text
		}
		c.srv.touch()
		return true, nil
	}
}

func getText(field string) method {
	return func(c *call) (any, error) {
		c.bot.mu.Lock()
		defer c.bot.mu.Unlock()
		text := c.bot.profile.Texts[field+"|"+c.params.text("language_code")]
		if text == "" {
			text = c.bot.profile.Texts[field+"|"]
		}
		if text == "" && field == "name" {
			text = c.bot.me.FirstName
		}
		return map[string]string{field: text}, nil
	}
}
