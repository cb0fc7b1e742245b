package outbox

import (
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/limit"
	"botyard/internal/telegram/sim"
)

// known lets the sender know that nothing of a bot's project waits.
func (b *bench) known(from bot) {
	b.t.Helper()
	b.Wake(map[int64]int64{from.project: 0})
	eventually(b.t, "a look at the project", func() (knows bool) {
		b.alone(func() { knows = b.open && b.lanes.knows(from.project) })
		return knows
	})
}

// reply is a prompt answer of an event of its own.
func (b *bench) reply(from bot, chat int64, text string) Reply {
	b.events++
	return Reply{
		Project: from.project, Event: b.events, Integration: from.integration, Chat: chat,
		Class: Prompt, Message: Message{Text: text}, Born: time.Now(),
	}
}

// commit writes replies as their turns do.
func (b *bench) commit(allowed []time.Duration, replies ...Reply) {
	b.t.Helper()
	var p db.EnqueueMessagesParams
	for n, r := range replies {
		payload, err := r.Message.Encode()
		if err != nil {
			b.t.Fatal(err)
		}
		p.Projects, p.Events, p.Seqs = append(p.Projects, r.Project), append(p.Events, r.Event), append(p.Seqs, r.Seq)
		p.Integrations, p.Chats = append(p.Integrations, r.Integration), append(p.Chats, r.Chat)
		p.Classes, p.Payloads, p.Received = append(p.Classes, int16(r.Class)), append(p.Payloads, payload), append(p.Received, r.Born)
		p.Seconds = append(p.Seconds, allowed[n].Seconds())
	}
	if err := b.store.EnqueueMessages(b.t.Context(), p); err != nil {
		b.t.Fatal(err)
	}
}

// begun tells which of the replies may begin in their turns.
func begun(allowed []time.Duration) (which []bool) {
	for _, d := range allowed {
		which = append(which, d > 0)
	}
	return which
}

// begins is begun of replies that stay reserved.
func (b *bench) begins(replies ...Reply) []bool {
	allowed, _ := b.Reserve(replies)
	return begun(allowed)
}

func TestAReplyIsBornStarted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat, other := b.visitor(from).ID, b.visitor(from).ID
	b.run()
	b.known(from)
	first, second := b.reply(from, chat, "first"), b.reply(from, chat, "second")
	allowed, committed := b.Reserve([]Reply{first, second})
	if got := begun(allowed); !slices.Equal(got, []bool{true, false}) {
		t.Fatalf("begun = %v, want the first of the chat alone", got)
	}
	b.commit(allowed, first, second)
	if n := query[int](b, "SELECT count(*) FROM outbox WHERE started_at IS NOT NULL AND call_deadline > now() AND attempts = 1"); n != 1 {
		t.Fatalf("started before the call = %d, want 1", n)
	}
	b.enqueue(from, other, "meanwhile")
	b.Wake(map[int64]int64{from.project: b.events})
	b.await(1, other)
	if calls, _ := b.calls(chat); calls != nil {
		t.Fatalf("calls before it is committed = %s, want none", texts(calls))
	}
	committed(true)
	b.Wake(map[int64]int64{from.project: second.Event})
	b.emptied()
	if calls, executed := b.calls(chat); texts(calls) != "first second" || executed != 2 {
		t.Errorf("calls = %s, want each once in order", texts(calls))
	}
	if got := b.outcomes(chat); got != "sent, sent" {
		t.Errorf("outcomes = %q, want both sent", got)
	}
}

func TestWhatMayNotBeBornStarted(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from, strange := b.bot(), b.bot()
	b.budget = limit.NewOutbound(limit.Limits{Bot: 2}, time.Now())
	if got := b.begins(b.reply(from, 1, "x")); got[0] {
		t.Error("a sender that does not run begins")
	}
	b.run()
	b.known(from)
	late, file, ask := b.reply(from, 1, "x"), b.reply(from, 2, ""), b.reply(from, 3, "")
	late.Class = Late
	file.Message = Message{Files: []File{{Kind: "photo", Key: "k"}}}
	ask.Message = Message{Ask: &Question{Channel: "@c"}}
	edit := b.reply(from, 4, "x")
	edit.Message.Edit = 5
	unknown := b.reply(strange, 5, "x")
	got := b.begins(late, b.reply(from, 1, "behind the late one"), file, ask, edit, unknown)
	if slices.Contains(got, true) {
		t.Errorf("begun = %v, want none", got)
	}
	b.alone(func() { b.lanes.full[stretch{from.project, Notice}] = true })
	if got := b.begins(b.reply(from, 6, "x")); got[0] {
		t.Error("one begins of a project of which not all is loaded")
	}
	b.alone(func() {
		clear(b.lanes.full)
		b.lanes.queues.bots[from.integration] = &botQueue{}
	})
	if got := b.begins(b.reply(from, 6, "x")); got[0] {
		t.Error("one begins before what waits of its bot")
	}
	b.alone(func() { clear(b.lanes.queues.bots) })
	got = b.begins(b.reply(from, 7, "x"), b.reply(from, 8, "x"), b.reply(from, 9, "x"))
	if !slices.Equal(got, []bool{true, true, false}) {
		t.Errorf("begun = %v, want as many as the bot may send", got)
	}
	if got := b.begins(b.reply(from, 7, "y")); got[0] {
		t.Error("one begins behind another of its chat")
	}
}

func TestWhatWasNotCommittedIsNotSent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	chat := b.visitor(from).ID
	b.run()
	b.known(from)
	lost := b.reply(from, chat, "lost")
	_, committed := b.Reserve([]Reply{lost})
	committed(false)
	b.known(from)
	again := b.reply(from, chat, "again")
	allowed, committed := b.Reserve([]Reply{again})
	b.commit(allowed, again)
	committed(true)
	b.emptied()
	if calls, _ := b.calls(chat); texts(calls) != "again" {
		t.Errorf("calls = %s, want what was committed alone", texts(calls))
	}
	// Of one whose commit nobody knows of, the row tells when it is over.
	doubtful := b.reply(from, chat, "doubtful")
	allowed, committed = b.Reserve([]Reply{doubtful})
	b.commit(allowed, doubtful)
	committed(false)
	b.exec("UPDATE outbox SET call_deadline = now()")
	b.emptied()
	if calls, _ := b.calls(chat); texts(calls) != "again doubtful" {
		t.Errorf("calls = %s, want the doubtful one once", texts(calls))
	}
}

func TestGainedShardsAreNotKnown(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	b.run()
	b.known(from)
	b.alone(func() {
		// The loop has not yet seen what the owner was told.
		gained := make(chan struct{})
		close(gained)
		b.gained = gained
	})
	if got := b.begins(b.reply(from, 1, "x")); got[0] {
		t.Error("one begins before what another owner left is looked for")
	}
}

// TestAReplyWaitsForWhatARestingChatHas: what was enqueued while a chat
// rested is not read until later, so a reply may not go before it.
func TestAReplyWaitsForWhatARestingChatHas(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.times.poll, b.times.back, b.times.resend = time.Hour, 2*time.Second, 2*time.Second
	from := b.bot()
	chat := b.visitor(from).ID
	b.fault(chat, sim.Fault{Kind: sim.FaultStatus, Code: 500})
	b.run()
	b.enqueue(from, chat, "first")
	rests := func() (yes bool) {
		b.alone(func() {
			l := b.lanes.chats[from.project][chat]
			yes = l != nil && !l.busy && time.Now().Before(l.items[0].until)
		})
		return yes
	}
	eventually(t, "the rest after a failure", rests)
	b.enqueue(from, chat, "second")
	b.await(1, chat)
	eventually(t, "the end of the first", func() bool { return strings.HasPrefix(b.outcomes(chat), "sent") })
	if got := b.begins(b.reply(from, chat, "third")); got[0] {
		if left := query[int](b, "SELECT count(*) FROM outbox"); left > 0 {
			t.Errorf("a reply begins before the %d that wait for its chat", left)
		}
	}
}
