package flow

import (
	"regexp"

	"botyard/internal/spec"
)

// Subscribed asks whether the client is in a channel, and goes one of two ways.
type Subscribed struct {
	// Channel is "@name" or the id of a chat.
	Channel string `json:"channel"`
	// Yes and No are the two lists; either may be empty.
	Yes Steps `json:"yes,omitempty"`
	No  Steps `json:"no,omitempty"`
}

func init() {
	steps.Add(spec.Kind{
		Name: "subscribed", Place: 9,
		Title: spec.Words{RU: "Подписан на канал?", EN: "Subscribed to the channel?"},
		Hint:  spec.Words{RU: "Бот должен быть администратором канала", EN: "The bot must be an administrator of the channel"},
		Fields: []spec.Field{
			{Name: "channel", Type: spec.Line, Required: true, Max: maxLabel, Label: spec.Words{RU: "Канал", EN: "Channel"}, Hint: spec.Words{RU: "Имя с @", EN: "Its name with @"}},
			{Name: "yes", Type: spec.Steps, Label: spec.Words{RU: "Да", EN: "Yes"}},
			{Name: "no", Type: spec.Steps, Label: spec.Words{RU: "Нет", EN: "No"}},
		},
	}, func() StepConfig { return &Subscribed{} })
}

var channelPattern = regexp.MustCompile(`^(@[A-Za-z][A-Za-z0-9_]{3,31}|-[0-9]{5,20})$`)

// Check wants a channel.
func (s *Subscribed) Check(path string) []spec.Problem {
	if channelPattern.MatchString(s.Channel) {
		return nil
	}
	return []spec.Problem{{Path: spec.Join(path, "channel"), Code: "bad_channel"}}
}

// Parts are the two lists.
func (s *Subscribed) Parts() Parts {
	return Parts{Course: Waits, Lists: []List{{Path: at("yes"), Steps: s.Yes}, {Path: at("no"), Steps: s.No}}}
}

// Run asks the channel.
func (s *Subscribed) Run(t *turn) {
	t.call(func(c Call) Effect { return AskChannel{Call: c, Channel: s.Channel} })
}

// Resume goes one of the ways. When the channel does not tell, nobody is kept
// out for it.
func (s *Subscribed) Resume(t *turn) {
	answer := t.event.Answer
	if !answer.OK {
		t.report("channel_silent")
	}
	if answer.Member || !answer.OK {
		t.enter(s.Yes)
	} else {
		t.enter(s.No)
	}
}
