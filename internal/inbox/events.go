package inbox

import (
	"encoding/json"

	"botyard/internal/flow"
	"botyard/internal/telegram"
)

// The kinds of waiting events, as the table inbox has them.
const (
	kindUpdate  = 1
	kindTimer   = 2
	kindAnswer  = 3
	kindCommand = 4
)

// happened is what the engine is told of an event, and by which words people
// call it; false: nothing that concerns it.
func (t *turns) happened(e *event, now running) (flow.Event, bool) {
	switch e.Kind {
	case kindTimer, kindAnswer:
		return arrived(e.Payload)
	case kindCommand:
		return commanded(e.Payload)
	case kindUpdate:
	default:
		return flow.Event{}, false
	}
	happened, ok := eventOf(&e.update, now.bot)
	switch {
	case e.update.Kind() == telegram.KindMyChatMember:
		t.membership(e)
	case ok:
		happened = withParts(happened, e)
		happened.TakeTrialCode() // nobody keeps it
		happened.First = t.known.meet(e.chat(), happened)
		t.record(e, happened)
	}
	return happened, ok
}

// arrived reads what came of a timer or of a call.
func arrived(payload []byte) (flow.Event, bool) {
	var a flow.Arrival
	if err := json.Unmarshal(payload, &a); err != nil || a.Run == 0 {
		return flow.Event{}, false
	}
	return a.Event(), true
}

// commanded reads what happened outside of the chat.
func commanded(payload []byte) (flow.Event, bool) {
	var c flow.Outside
	if err := json.Unmarshal(payload, &c); err != nil {
		return flow.Event{}, false
	}
	return c.Event()
}
