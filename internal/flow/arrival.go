package flow

// Arrival is what comes of a timer or a call, as it waits for its turn.
type Arrival struct {
	// Call names the suspended step.
	Call
	// Answer is of a call, nil of a timer.
	Answer *Answer `json:"answer,omitempty"`
}

// Event is what happened.
func (a Arrival) Event() Event {
	if a.Answer == nil {
		return Event{Kind: Fired, Call: a.Call}
	}
	return Event{Kind: Answered, Call: a.Call, Answer: *a.Answer}
}

// Outside is what happened to a visitor outside of the chat with the bot, as it
// waits for its turn.
type Outside struct {
	// Form is what the visitor sent from a page.
	Form *Form `json:"form,omitempty"`
}

// Event is what happened; false: nothing that is known.
func (c Outside) Event() (Event, bool) {
	if c.Form == nil {
		return Event{}, false
	}
	return Event{Kind: Submitted, Form: *c.Form}, true
}
