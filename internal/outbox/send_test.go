package outbox

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/limit"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// post puts messages into the outbox, each of an event of its own.
func (b *bench) post(from bot, chat int64, class Class, messages ...Message) {
	b.t.Helper()
	var p db.EnqueueMessagesParams
	for _, m := range messages {
		payload, err := m.Encode()
		if err != nil {
			b.t.Fatal(err)
		}
		b.events++
		p.Projects, p.Events, p.Seqs = append(p.Projects, from.project), append(p.Events, b.events), append(p.Seqs, 0)
		p.Integrations, p.Chats = append(p.Integrations, from.integration), append(p.Chats, chat)
		p.Classes, p.Payloads, p.Received = append(p.Classes, int16(class)), append(p.Payloads, payload), append(p.Received, time.Now())
	}
	if err := b.store.EnqueueMessages(b.t.Context(), p); err != nil {
		b.t.Fatal(err)
	}
	b.Wake(map[int64]int64{from.project: p.Events[0]})
}

// methods are the calls of a bot, in their order.
func (b *bench) methods(of bot) string {
	var all []string
	for _, e := range b.sim.Journal().Entries() {
		if e.Bot == of.ID && e.Method != sim.MethodDelivery {
			all = append(all, e.Method)
		}
	}
	return strings.Join(all, " ")
}

func TestEveryKindOfMessageIsSent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	anna := b.visitor(from)
	place := telegram.Venue{Location: telegram.Location{Latitude: 1, Longitude: 2}, Title: "Cafe", Address: "Street"}
	b.post(from, anna.ID, Prompt,
		Message{Text: "hi", Entities: []telegram.Entity{{Type: "bold", Length: 2}}, Markup: &telegram.Markup{RemoveKeyboard: true}},
		Message{Place: &place},
		Message{Place: &telegram.Venue{Location: place.Location}},
		Message{Contact: &telegram.Contact{PhoneNumber: "+7", FirstName: "Boris"}},
	)
	b.run()
	b.emptied()
	if got := b.methods(from); got != "sendMessage sendVenue sendLocation sendContact" {
		t.Errorf("calls = %s", got)
	}
	messages, err := anna.Messages(from.ID)
	if err != nil || len(messages) != 5 {
		t.Fatalf("messages = %+v, %v, want the start and four", messages, err)
	}
	if m := messages[1]; m.Text != "hi" || len(m.Entities) != 1 {
		t.Errorf("text = %+v, want it with its marks", m)
	}
	if messages[2].Venue == nil || messages[2].Venue.Title != "Cafe" || messages[3].Location == nil || messages[3].Venue != nil || messages[4].Contact == nil {
		t.Errorf("messages = %+v, want a venue, a point and a contact", messages[2:])
	}
}

var gone = refusal(400, "Bad Request: message to edit not found")

func TestEditsAndTheirRefusals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault   sim.Fault
		calls   string
		outcome string
	}{
		"done":           {sim.Fault{Method: "none"}, "editMessageText", "sent"},
		"the same":       {refusal(400, "Bad Request: message is not modified: x"), "editMessageText", "sent"},
		"gone":           {gone, "editMessageText sendMessage editMessageReplyMarkup", "sent"},
		"not to edit":    {refusal(400, "Bad Request: message can't be edited"), "editMessageText sendMessage editMessageReplyMarkup", "sent"},
		"otherwise":      {refusal(400, "Bad Request: something else"), "editMessageText sendMessage editMessageReplyMarkup", "sent"},
		"flood":          {sim.Fault{Kind: sim.FaultStatus, Code: 429, RetryAfter: 1}, "editMessageText editMessageText", "sent"},
		"server error":   {once(refusal(500, "Internal Server Error")), "editMessageText editMessageText", "sent"},
		"blocked":        {refusal(403, "Forbidden: bot was blocked by the user"), "editMessageText", "failed blocked"},
		"marks, at last": {once(refusal(400, "Bad Request: can't parse entities: x")), "editMessageText editMessageText", "sent"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			from := b.bot()
			anna := b.visitor(from)
			buttons := &telegram.Markup{InlineKeyboard: [][]telegram.InlineButton{{{Text: "a", CallbackData: "b"}}}}
			b.post(from, anna.ID, Prompt, Message{Text: "menu", Markup: buttons})
			b.run()
			b.emptied()
			if test.fault.Method == "" {
				test.fault.Method = "editMessageText"
			}
			b.sim.Fault(test.fault)
			b.post(from, anna.ID, Prompt, Message{Text: "answer", Edit: 2, Entities: []telegram.Entity{{Type: "bold", Length: 2}}})
			b.emptied()
			if got := strings.TrimPrefix(b.methods(from), "sendMessage "); got != test.calls {
				t.Errorf("calls = %s, want %s", got, test.calls)
			}
			if got := strings.TrimPrefix(b.outcomes(anna.ID), "sent, "); got != test.outcome {
				t.Errorf("outcome = %s, want %s", got, test.outcome)
			}
			messages, err := anna.Messages(from.ID)
			if err != nil || strings.Contains(test.calls, "ReplyMarkup") && messages[1].ReplyMarkup != nil {
				t.Errorf("menu = %+v, %v, want it without buttons", messages[1], err)
			}
		})
	}
}

func TestAKeyboardIsTakenAwayOrNot(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.post(from, chat, Prompt, Message{Unkey: 99}, Message{Text: "next"})
	b.run()
	b.emptied()
	if got := b.methods(from); got != "editMessageReplyMarkup sendMessage" {
		t.Errorf("calls = %s, want the refused one, then the next", got)
	}
	if got := b.outcomes(chat); got != "sent" {
		t.Errorf("outcomes = %q, want that only the message is logged", got)
	}
}

func TestMarksThatAreRefusedAreLeftOut(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.post(from, chat, Prompt, Message{Text: "hi", Entities: []telegram.Entity{{Type: "bold", Offset: 1, Length: 9}}})
	b.run()
	b.emptied()
	if got := b.outcomes(chat); got != "sent" || b.methods(from) != "sendMessage sendMessage" {
		t.Errorf("outcome = %q after %s, want the words without marks", got, b.methods(from))
	}
}

func TestAGroupThatMovedIsFollowed(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	anna := b.visitor(from)
	if err := anna.AddToGroup(from.ID, telegram.Chat{ID: -50, Type: "group", Title: "Team"}, ""); err != nil {
		t.Fatal(err)
	}
	if err := anna.MigrateGroup(from.ID, -50, -100500); err != nil {
		t.Fatal(err)
	}
	b.post(from, -50, Notice, Message{Text: "one"}, Message{Text: "two"})
	b.run()
	b.emptied()
	calls, executed := b.calls(-100500)
	if texts(calls) != "one two" || executed != 2 {
		t.Errorf("calls to the supergroup = %s, want both", texts(calls))
	}
	if old, _ := b.calls(-50); len(old) != 1 {
		t.Errorf("calls to the group = %s, want the first alone", texts(old))
	}
}

// answers are the answers to questions, in the inbox.
func (b *bench) answers() []string {
	b.t.Helper()
	rows, err := b.store.Pool.Query(b.t.Context(), "SELECT convert_from(payload, 'UTF8') FROM inbox WHERE kind = 3 ORDER BY event_id")
	if err != nil {
		b.t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			b.t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

func TestQuestionsGetTheirAnswer(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault  sim.Fault
		ok, in bool
	}{
		"a subscriber":    {sim.Fault{Method: "none"}, true, true},
		"a stranger":      {once(refusal(400, "Bad Request: user not found")), true, false},
		"no channel":      {refusal(400, "Bad Request: chat not found"), false, false},
		"no rights":       {refusal(400, "Bad Request: member list is inaccessible"), false, false},
		"a hiccup":        {once(refusal(502, "Bad Gateway")), true, true},
		"out of order":    {refusal(500, "Internal Server Error"), false, false},
		"a long flood":    {sim.Fault{Kind: sim.FaultStatus, Code: 429, RetryAfter: 60, Times: always}, false, false},
		"only for admins": {refusal(403, "Forbidden: bot is not a member of the channel chat"), false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			from := b.bot()
			anna := b.visitor(from)
			b.sim.AddChannel(telegram.Chat{Username: "news"}, from.ID)
			if err := anna.Subscribe("@news", true); err != nil {
				t.Fatal(err)
			}
			if test.fault.Method == "" {
				test.fault.Method = "getChatMember"
			}
			b.sim.Fault(test.fault)
			b.post(from, anna.ID, Prompt, Message{Ask: &Question{Channel: "@news", Run: 8, Generation: 2}})
			b.run()
			b.emptied()
			var got struct {
				Run, Generation int64
				Answer          struct{ OK, Member bool }
			}
			answers := b.answers()
			if len(answers) != 1 || json.Unmarshal([]byte(answers[0]), &got) != nil {
				t.Fatalf("answers = %v, want one", answers)
			}
			if got.Run != 8 || got.Generation != 2 || got.Answer.OK != test.ok || got.Answer.Member != test.in {
				t.Errorf("answer = %s, want ok %t, member %t", answers[0], test.ok, test.in)
			}
			if logged := b.outcomes(anna.ID); logged != "" {
				t.Errorf("log = %q, want nothing", logged)
			}
		})
	}
}

func TestEditsAreNoMessagesToTheLimits(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	now := time.Now()
	b.budget = limit.NewOutbound(limit.Limits{Bot: 30, Chat: 1, Burst: 1}, now)
	b.budget.Take(1, 7, now)
	may := func(m Message) bool {
		chat := &lane{chat: 7, items: []*item{{message: m, UnsentMessagesRow: db.UnsentMessagesRow{IntegrationID: 1}}}}
		return b.mayBegin(chat)
	}
	if may(Message{Text: "x"}) || !may(Message{Text: "x", Edit: 2}) || !may(Message{Unkey: 2}) || !may(Message{Ask: &Question{}}) {
		t.Error("in a chat that had its message, mayBegin does not tell messages from edits")
	}
	b.budget.Freeze(1, 7, now.Add(time.Hour))
	if may(Message{Text: "x", Edit: 2}) {
		t.Error("mayBegin of an edit in a frozen chat = true, want false")
	}
	b.budget = limit.NewOutbound(limit.Limits{Bot: 30}, now)
	may(Message{Files: make([]File, 10)})
	if got := free(b.budget, now); got != 20 {
		t.Errorf("left after an album of ten = %d, want 20", got)
	}
}

// free is how many messages a bot may still send at once.
func free(o *limit.Outbound, now time.Time) (n int) {
	for ok := true; ok; n++ {
		ok, _ = o.Take(1, 9, now)
	}
	return n - 1
}
