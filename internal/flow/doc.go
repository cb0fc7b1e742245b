// Package flow is the scenario engine. Advance takes what a project runs (a
// Release), what is known of a chat (State, Person) and what happened
// (Event), and gives the next state, the person as they are now, and Effects:
// what shall be done, as data. It is pure: no I/O, no clock and no chance of
// its own, so that the worker, the preview and tests run the very same thing,
// and a turn that is run again gives the same.
//
//	Event ─► which dialogue or trigger takes it?      advance.go, press.go
//	           │ an open question, wait or call        dialogue.go
//	           │ a button                              press.go
//	           │ the trigger of the lowest rank        trigger_*.go
//	           ▼
//	         steps run one after another               turn.go, step_*.go
//	           │ say, effects, data of the client      say.go, effect.go, person.go
//	           ▼
//	         nothing is left (idle) or a step suspends State, state.go
//
// Every step kind and every trigger kind is one file that registers itself
// (registry.go): its words, its form, its strict configuration, what is wrong
// with it and what it does. Steps lie in a tree: a step that branches holds
// the steps beneath it. When a list of steps ends, the run goes on behind the
// step that holds it.
//
// Check (check*.go) tells what is wrong with a whole draft.
package flow
