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
