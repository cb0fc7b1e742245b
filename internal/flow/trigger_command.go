package flow

import (
	"regexp"

	"botyard/internal/spec"
)

// Command starts a scenario when a visitor sends /command.
type Command struct {
	// Command is the name without the slash: 1–32 of a–z, 0–9 and "_" (Bot API, BotCommand).
	Command string `json:"command"`
}

func init() {
	triggers.Add(spec.Kind{
		Name: "command", Shelf: spec.First, Place: 1,
		Title: spec.Words{RU: "Команда", EN: "Command"},
		Hint:  spec.Words{RU: "Клиент отправил команду, например /start", EN: "The client sent a command such as /start"},
		Fields: []spec.Field{{
			Name: "command", Type: spec.Line, Required: true, Max: 32,
			Label: spec.Words{RU: "Команда", EN: "Command"},
			Hint:  spec.Words{RU: "Латинские строчные буквы, цифры и _", EN: "Small Latin letters, digits and _"},
		}},
	}, func() TriggerConfig { return &Command{} })
}

var commandPattern = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)

// Check wants a name that Telegram allows.
func (c *Command) Check(path string) []spec.Problem {
	if commandPattern.MatchString(c.Command) {
		return nil
	}
	return []spec.Problem{{Path: spec.Join(path, "command"), Code: "bad_command"}}
}

// Rank puts commands before everything else.
func (c *Command) Rank() Rank { return RankCommand }

// Matcher compares without regard to case.
func (c *Command) Matcher() func(e *Event) bool {
	return func(e *Event) bool {
		name, _ := e.command()
		return name != "" && name == c.Command
	}
}
