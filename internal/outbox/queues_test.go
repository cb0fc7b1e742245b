package outbox

import (
	"testing"
	"time"

	"botyard/db"
)

// laneOf is a lane of a bot with one item of a class.
func laneOf(l *lanes, bot, chat int64, class Class) *lane {
	event := int64(len(l.loaded) + 1)
	l.add(&item{UnsentMessagesRow: db.UnsentMessagesRow{ProjectID: bot, IntegrationID: bot, ChatID: chat, EventID: event, Class: int16(class)}})
	return l.chats[bot][chat]
}

func TestTheMostUrgentLaneOfABotIsFirst(t *testing.T) {
	t.Parallel()
	l := newLanes()
	for chat, class := range []Class{Bulk, Notice, Late, Prompt, Prompt} {
		laneOf(l, 1, int64(chat), class)
	}
	var got []int64
	for bot := l.queues.nextBot(); bot != nil; bot = l.queues.nextBot() {
		got = append(got, l.queues.take(bot).chat)
	}
	if want := []int64{3, 4, 2, 1, 0}; !equal(got, want) {
		t.Errorf("order of chats = %v, want %v", got, want)
	}
	if len(l.queues.bots) != 0 {
		t.Errorf("bots = %v, want none that has nothing", l.queues.bots)
	}
}

func equal(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestBotsTakeTurns(t *testing.T) {
	t.Parallel()
	l := newLanes()
	for chat := range int64(3) {
		laneOf(l, 1, chat, Prompt)
	}
	laneOf(l, 2, 9, Bulk)
	var got []int64
	for bot := l.queues.nextBot(); bot != nil; bot = l.queues.nextBot() {
		got = append(got, bot.integration)
		l.queues.take(bot)
	}
	if want := []int64{1, 2, 1, 1}; !equal(got, want) {
		t.Errorf("turns = %v, want %v", got, want)
	}
}

func TestABotThatMayNotSendRestsAsOne(t *testing.T) {
	t.Parallel()
	l, now := newLanes(), time.Now()
	for chat := range int64(100) {
		laneOf(l, 1, chat, Prompt)
	}
	l.queues.rest(l.queues.nextBot(), now.Add(time.Minute))
	laneOf(l, 1, 200, Prompt)
	if bot := l.queues.nextBot(); bot != nil || len(l.queues.waiting) != 1 {
		t.Errorf("a resting bot has its turn = %t, and %d wait, want that one waits", bot != nil, len(l.queues.waiting))
	}
	l.queues.wake(now.Add(time.Minute))
	if bot := l.queues.nextBot(); bot == nil || l.queues.take(bot) == nil {
		t.Error("a bot that has rested has no turn")
	}
}

func TestAnUrgentMessageTakesItsLaneForward(t *testing.T) {
	t.Parallel()
	l := newLanes()
	laneOf(l, 1, 5, Notice)
	laneOf(l, 1, 7, Notice)
	laneOf(l, 1, 7, Prompt)
	var got []int64
	for bot := l.queues.nextBot(); bot != nil; bot = l.queues.nextBot() {
		if chat := l.queues.take(bot); chat != nil {
			got = append(got, chat.chat)
			chat.busy = true
		}
	}
	if want := []int64{7, 5}; !equal(got, want) {
		t.Errorf("order = %v, want each lane once, the promoted first", got)
	}
}

func TestALaneKeepsTheOrderOfEvents(t *testing.T) {
	t.Parallel()
	chat := &lane{}
	for _, event := range []int64{5, 3, 9, 4} {
		chat.insert(&item{UnsentMessagesRow: db.UnsentMessagesRow{EventID: event, Class: int16(Late)}})
	}
	chat.busy = true // 3 is being sent
	chat.insert(&item{UnsentMessagesRow: db.UnsentMessagesRow{EventID: 2, Class: int16(Prompt)}})
	var got []int64
	for _, i := range chat.items {
		got = append(got, i.EventID)
	}
	if want := []int64{3, 2, 4, 5, 9}; !equal(got, want) || chat.class() != Prompt {
		t.Errorf("order = %v of class %d, want %v, prompt", got, chat.class(), want)
	}
}

// reads lets the sender read what there is, once.
func (b *bench) reads(of bot) {
	b.t.Helper()
	b.lanes.want(of.project, 0)
	b.alone(func() { b.read(b.t.Context()) })
}

func TestAnAnswerIsFoundBehindManyNotices(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	for chat := range int64(20) {
		b.post(from, 1000+chat, Notice, make([]Message, 50)...)
		b.post(from, 2000+chat, Late, make([]Message, 50)...)
	}
	b.post(from, 7, Prompt, Message{Text: "hello"})
	b.reads(from)
	if n := len(b.lanes.loaded); n > windows[Notice]+windows[Late]+1 {
		t.Errorf("loaded = %d, want a window of each class", n)
	}
	if chat := b.lanes.queues.take(b.lanes.queues.nextBot()); chat.chat != 7 {
		t.Errorf("first = chat %d, want the one that waits for an answer", chat.chat)
	}
}

func TestLateAnswersStayBeforeThePromptOnesOfTheirChat(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	b.post(from, 1000, Late, make([]Message, 2*window)...)
	b.post(from, 7, Late, Message{Text: "first"})
	b.post(from, 7, Prompt, Message{Text: "second"})
	b.reads(from)
	var got []string
	for _, i := range b.lanes.chats[from.project][7].items {
		got = append(got, i.message.Text)
	}
	if len(got) != 2 || got[0] != "first" {
		t.Errorf("loaded of the chat = %v, want both in order", got)
	}
}

func TestLateAnswersWaitUntilThePromptOnesAreRead(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	from := b.bot()
	b.post(from, 1000, Prompt, make([]Message, 2*window)...)
	b.post(from, 7, Prompt, Message{Text: "first"})
	b.post(from, 7, Late, Message{Text: "second"})
	b.lanes.full[stretch{from.project, Notice}] = true // so that each class is read by itself
	b.reads(from)
	b.reads(from)
	if chat := b.lanes.chats[from.project][7]; chat != nil && chat.items[0].message.Text != "first" {
		t.Errorf("loaded of the chat = %q, want nothing before its first", chat.items[0].message.Text)
	}
	b.exec("DELETE FROM outbox WHERE chat_id = 1000")
	for deep := b.lanes.chats[from.project][1000]; len(deep.items) > windows[Prompt]/4; {
		b.lanes.ended(deep)
	}
	b.alone(func() { b.read(t.Context()) }) // finds the prompt ones at their end, and asks for the late ones
	if _, wanted := b.lanes.unread[from.project]; !wanted {
		t.Fatal("the late answers are not asked for when the prompt ones are read")
	}
	b.alone(func() { b.read(t.Context()) })
	if chat := b.lanes.chats[from.project][7]; chat == nil || len(chat.items) != 2 {
		t.Errorf("loaded of the chat = %+v, want both", chat)
	}
}
