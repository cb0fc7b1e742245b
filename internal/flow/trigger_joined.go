package flow

import "botyard/internal/spec"

// JoinedTrigger starts a scenario when a visitor writes for the first time, or
// lets the bot in again after blocking it.
type JoinedTrigger struct {
	// What is "subscribed" or "came_back".
	What string `json:"what"`
}

func init() {
	triggers.Add(spec.Kind{
		Name: "joined", Place: 7,
		Title: spec.Words{RU: "Новый клиент", EN: "New client"},
		Hint:  spec.Words{RU: "Клиент подписался на бота или вернулся", EN: "The client subscribed to the bot, or came back"},
		Fields: []spec.Field{
			{Name: "what", Type: spec.Choice, Label: spec.Words{RU: "Что случилось", EN: "What happened"}, Options: []spec.Option{
				{Value: "subscribed", Label: spec.Words{RU: "Написал впервые", EN: "Wrote for the first time"}},
				{Value: "came_back", Label: spec.Words{RU: "Вернулся, разблокировав бота", EN: "Came back after blocking the bot"}},
			}},
		},
	}, func() TriggerConfig { return &JoinedTrigger{What: "subscribed"} })
}

// Check wants a known sort.
func (j *JoinedTrigger) Check(path string) []spec.Problem {
	return spec.CheckChoice(j.What, spec.Join(path, "what"), "subscribed", "came_back")
}

// Rank is of an occasion of its own: a newcomer's words are answered besides.
func (j *JoinedTrigger) Rank() Rank { return RankJoined }

// Matcher looks at the occasion.
func (j *JoinedTrigger) Matcher() func(e *Event) bool {
	return func(e *Event) bool {
		if j.What == "came_back" {
			return e.Kind == Joined
		}
		return e.First && e.Kind == Said
	}
}
