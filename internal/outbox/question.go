package outbox

import (
	"encoding/json"
	"time"
)

// Question asks whether the person of the chat is in a channel. The answer is
// an event of the chat.
type Question struct {
	// Channel is "@name" or a chat id.
	Channel string `json:"channel"`
	// Run and Generation name the suspended step that waits for the answer.
	Run        int64 `json:"run"`
	Generation int   `json:"generation"`
}

func (e *errand) ask(q Question) error {
	member, err := e.client.GetChatMember(e.ctx, e.token, q.Channel, e.chat)
	e.member = member.Within()
	return err
}

// answerTime is how long a question to a channel is tried.
const answerTime = 9 * time.Second

// answer is the event that tells the answer to a question; nil when the
// message is none, or is asked again.
func (e end) answer() []byte {
	q := e.item.message.Ask
	if q == nil || e.outcome == "" {
		return nil
	}
	var a struct {
		Run        int64 `json:"run"`
		Generation int   `json:"generation"`
		Answer     struct {
			OK     bool `json:"ok"`
			Member bool `json:"member"`
		} `json:"answer"`
	}
	a.Run, a.Generation = q.Run, q.Generation
	a.Answer.OK, a.Answer.Member = e.outcome == "sent", e.member
	payload, _ := json.Marshal(a) // numbers and truth values always marshal
	return payload
}

func (s *Sender) tellAnswers(ends []end) {
	var projects []int64
	for _, e := range ends {
		if e.answer() != nil {
			projects = append(projects, e.item.ProjectID)
		}
	}
	if len(projects) > 0 {
		s.Answered(projects)
	}
}
