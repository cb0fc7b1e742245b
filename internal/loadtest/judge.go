package loadtest

import (
	"regexp"
	"strconv"
	"time"

	"botyard/internal/telegram/sim"
)

// message is one that a visitor sent; its number is its place in what was sent.
type message struct {
	bot, chat int64
	at        time.Time

	accepted  time.Duration // what the delivery that was accepted took; 0: none was
	known     time.Time     // when it had been accepted
	answered  int           // how often an answer was executed
	arrived   time.Time     // at Telegram, the first answer
	done      time.Time     // when the call of the first answer had ended
	ambiguous int           // calls whose caller could not know their fate
	unheard   int           // of those, how many were executed
}

// judge compares what visitors sent with what the simulator's journal tells.
type judge struct {
	messages []message
	// waiting are, per chat, the messages whose delivery was not seen yet: a
	// chat's updates are delivered in order.
	waiting  map[chatKey][]int
	accepted map[updateKey]bool
	latest   map[chatKey]int // the highest number answered, plus one
	deep     int64           // the bot whose answers need not have come

	outOfOrder int
	refused    int // by the simulator's own limits
	moves      int // what has happened to messages of bots that are not deep
	unanswered int // of the bots that are not deep
}

type chatKey struct{ bot, chat int64 }

type updateKey struct{ bot, update int64 }

func newJudge() *judge {
	return &judge{waiting: map[chatKey][]int{}, accepted: map[updateKey]bool{}, latest: map[chatKey]int{}}
}

// sent adds a message and gives its number.
func (j *judge) sent(bot, chat int64, at time.Time) int {
	n := len(j.messages)
	key := chatKey{bot, chat}
	j.messages = append(j.messages, message{bot: bot, chat: chat, at: at})
	j.waiting[key] = append(j.waiting[key], n)
	if bot != j.deep {
		j.unanswered++
	}
	return n
}

// nameOf is what the visitor of a message is called; the answer bears it.
func nameOf(n int) string { return "load" + strconv.Itoa(n) + "test" }

var nameShape = regexp.MustCompile(`load(\d+)test`)

// read takes an entry of the journal in. Entries come in the order of ends.
func (j *judge) read(e *sim.Entry) {
	switch e.Method {
	case sim.MethodDelivery:
		j.delivered(e)
	case "sendMessage":
		j.called(e)
	}
}

// delivered notes the first success of each update.
func (j *judge) delivered(e *sim.Entry) {
	key, update := chatKey{e.Bot, e.Chat}, updateKey{e.Bot, e.UpdateID}
	if !e.Done || j.accepted[update] || len(j.waiting[key]) == 0 {
		return
	}
	j.accepted[update] = true
	m := &j.messages[j.waiting[key][0]]
	j.waiting[key] = j.waiting[key][1:]
	m.accepted, m.known = e.Took, e.At.Add(e.Took)
	j.moved(m)
}

func (j *judge) called(e *sim.Entry) {
	if e.Code == 429 && e.Fault == "" {
		j.refused++
	}
	found := nameShape.FindStringSubmatch(e.Text("text"))
	if found == nil {
		return
	}
	n, err := strconv.Atoi(found[1])
	if err != nil || n >= len(j.messages) || j.messages[n].bot != e.Bot || j.messages[n].chat != e.Chat {
		return
	}
	j.tried(n, e)
}

// tried notes a call that was to answer message n.
func (j *judge) tried(n int, e *sim.Entry) {
	m := &j.messages[n]
	j.moved(m)
	if ambiguous(e) {
		m.ambiguous++
	}
	if !e.Done {
		return
	}
	if ambiguous(e) {
		m.unheard++
	}
	if m.answered++; m.answered > 1 {
		return
	}
	m.arrived, m.done = e.At, e.At.Add(e.Took)
	if m.bot != j.deep {
		j.unanswered--
	}
	key := chatKey{m.bot, m.chat}
	if n+1 < j.latest[key] {
		j.outOfOrder++
	}
	j.latest[key] = max(j.latest[key], n+1)
}

func (j *judge) moved(m *message) {
	if m.bot != j.deep {
		j.moves++
	}
}

// verdict is what went wrong with some messages. An answer whose caller could
// twice not know its fate may be missing, and one whose success was never
// heard of may be there twice: those are counted, and explained.
type verdict struct {
	lost, lostExplained, repeated, repeatedExplained int
}

func (j *judge) verdict() verdict {
	var v verdict
	for i := range j.messages {
		m := &j.messages[i]
		if m.answered == 0 && m.bot != j.deep {
			v.lost++
			if m.ambiguous >= 2 {
				v.lostExplained++
			}
		}
		if again := m.answered - 1; again > 0 {
			v.repeated += again
			v.repeatedExplained += min(again, m.unheard)
		}
	}
	return v
}

// acceptedOf counts the messages of a bot that were accepted.
func (j *judge) acceptedOf(bot int64) (n int) {
	for i := range j.messages {
		if j.messages[i].bot == bot && j.messages[i].accepted > 0 {
			n++
		}
	}
	return n
}
