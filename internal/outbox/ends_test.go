package outbox

import (
	"testing"

	"botyard/internal/telegram/sim"
)

// always is how often a fault hits that never ends.
const always = -1

func refusal(code int, description string) sim.Fault {
	return sim.Fault{Kind: sim.FaultStatus, Code: code, Description: description, Times: always}
}

func once(f sim.Fault) sim.Fault { f.Times = 1; return f }

// ends are the errors of the Bot API, and what becomes of a message.
var ends = []struct {
	name            string
	faults          []sim.Fault
	outcome         string
	calls, executed int
	reachability    string
}{
	{"no fault", nil, "sent", 1, 1, ""},
	{"not modified", []sim.Fault{refusal(400, "Bad Request: message is not modified: same")}, "sent", 1, 0, ""},
	{"blocked", []sim.Fault{refusal(403, "Forbidden: bot was blocked by the user")}, "failed blocked", 1, 0, "blocked"},
	{"deleted account", []sim.Fault{refusal(403, "Forbidden: user is deactivated")}, "failed deactivated", 1, 0, "deactivated"},
	{"never started", []sim.Fault{refusal(403, "Forbidden: bot can't initiate conversation with a user")}, "failed never_started", 1, 0, "never_started"},
	{"to a bot", []sim.Fault{refusal(403, "Forbidden: bot can't send messages to bots")}, "failed rejected", 1, 0, ""},
	{"kicked", []sim.Fault{refusal(403, "Forbidden: bot was kicked from the group chat")}, "failed chat_gone", 1, 0, ""},
	{"no chat", []sim.Fault{refusal(400, "Bad Request: chat not found")}, "failed chat_gone", 1, 0, ""},
	{"no rights", []sim.Fault{refusal(400, "Bad Request: not enough rights to send text messages to the chat")}, "failed rejected", 1, 0, ""},
	{"upgraded", []sim.Fault{{Kind: sim.FaultStatus, Code: 400, Description: "Bad Request: group chat was upgraded to a supergroup chat", MigrateTo: -1005, Times: always}}, "failed chat_gone", 1, 0, ""},
	{"entities", []sim.Fault{refusal(400, "Bad Request: can't parse entities: no")}, "failed rejected", 1, 0, ""},
	{"empty", []sim.Fault{refusal(400, "Bad Request: message text is empty")}, "failed rejected", 1, 0, ""},
	{"not found", []sim.Fault{refusal(404, "Not Found")}, "failed misrouted", 1, 0, ""},
	{"misdirected", []sim.Fault{refusal(421, "Misdirected Request")}, "failed misrouted", 1, 0, ""},
	{"too large", []sim.Fault{refusal(413, "Request Entity Too Large")}, "failed rejected", 1, 0, ""},
	{"conflict once", []sim.Fault{once(refusal(409, "Conflict: terminated by other getUpdates request"))}, "sent", 2, 1, ""},
	{"flood once", []sim.Fault{{Kind: sim.FaultStatus, Code: 429, Description: "Too Many Requests: retry after 1", RetryAfter: 1}}, "sent", 2, 1, ""},
	{"server error once", []sim.Fault{once(refusal(500, "Internal Server Error: restart"))}, "sent", 2, 1, ""},
	{"server error", []sim.Fault{refusal(500, "Internal Server Error")}, "unknown ambiguous", 2, 0, ""},
	{"proxy", []sim.Fault{{Kind: sim.FaultHTML, Code: 502, Times: always}}, "unknown ambiguous", 2, 0, ""},
	{"dropped", []sim.Fault{{Kind: sim.FaultDrop, Times: always}}, "unknown ambiguous", 2, 0, ""},
	{"accepted, then dropped once", []sim.Fault{{Kind: sim.FaultAcceptDrop}}, "sent", 2, 2, ""},
	{"accepted, then dropped", []sim.Fault{{Kind: sim.FaultAcceptDrop, Times: always}}, "unknown ambiguous", 2, 2, ""},
	{"half an answer", []sim.Fault{{Kind: sim.FaultMalformed, Times: always}}, "unknown ambiguous", 2, 2, ""},
	{"refusals do not count as sends", []sim.Fault{
		{Kind: sim.FaultStatus, Code: 429, RetryAfter: 1}, once(refusal(409, "Conflict: x")), {Kind: sim.FaultAcceptDrop}, once(refusal(409, "Conflict: y")),
	}, "sent", 5, 2, ""},
	{"but never a third", []sim.Fault{
		{Kind: sim.FaultAcceptDrop}, once(refusal(409, "Conflict: x")), {Kind: sim.FaultAcceptDrop},
	}, "unknown ambiguous", 3, 2, ""},
	{"ambiguous, then refused", []sim.Fault{once(refusal(500, "Internal Server Error")), refusal(403, "Forbidden: bot was blocked by the user")}, "failed blocked", 2, 0, "blocked"},
}

func TestEveryClassHasItsEnd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chats := make([]int64, len(ends))
	for n, test := range ends {
		chats[n] = b.visitor(from).ID
		for _, f := range test.faults {
			f.Chat, f.Method = chats[n], "sendMessage"
			b.sim.Fault(f)
		}
		b.enqueue(from, chats[n], "hello")
	}
	b.run()
	b.emptied()
	for n, test := range ends {
		calls, executed := b.calls(chats[n])
		if got := b.outcomes(chats[n]); got != test.outcome || len(calls) != test.calls || executed != test.executed {
			t.Errorf("%s: outcome, calls, executed = %q, %d, %d, want %q, %d, %d", test.name, got, len(calls), executed, test.outcome, test.calls, test.executed)
		}
		reach := query[string](b, "SELECT coalesce((SELECT state FROM reachability WHERE project_id = $1 AND integration_id = $2 AND user_id = $3), '')",
			from.project, from.integration, chats[n])
		if reach != test.reachability {
			t.Errorf("%s: reachability = %q, want %q", test.name, reach, test.reachability)
		}
	}
}

func TestWordsAreKeptOfWhatWasSent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat, refused := b.visitor(from).ID, b.visitor(from).ID
	f := refusal(403, "Forbidden: bot was blocked by the user")
	f.Chat = refused
	b.sim.Fault(f)
	b.enqueue(from, chat, "a\x00b")
	b.enqueue(from, refused, "unseen")
	b.run()
	b.emptied()
	if got := query[string](b, "SELECT string_agg(words || ' ' || outgoing, ', ') FROM message_text"); got != "a\uFFFDb true" {
		t.Errorf("message_text = %q, want what was sent, storable", got)
	}
	if id := query[int64](b, "SELECT message_id FROM message_log WHERE chat_id = $1", chat); id <= 0 {
		t.Errorf("message_id = %d, want Telegram's", id)
	}
}
