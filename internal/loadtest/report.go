package loadtest

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"text/tabwriter"
	"time"
)

// Report is what a run found. Times are in milliseconds, memory in MB of 10⁶
// bytes. Up to RSSMB its JSON is a promise to others; the rest may change.
type Report struct {
	Bots         int     `json:"bots"`
	Messages     int     `json:"messages"` // measured ones
	LatencyMS    float64 `json:"latency_ms"`
	AcceptedPerS float64 `json:"accepted_per_s"`
	AcceptP50MS  float64 `json:"accept_p50_ms"` // from a delivery's start to its 200
	AcceptP99MS  float64 `json:"accept_p99_ms"`
	Answered     int     `json:"answered"`
	AnsweredPerS float64 `json:"answered_per_s"`
	// AnswerP50MS and AnswerP99MS: from the visitor's message to the arrival
	// of the answer at Telegram.
	AnswerP50MS float64 `json:"answer_p50_ms"`
	AnswerP99MS float64 `json:"answer_p99_ms"`
	// LastAnswerMS is from the first message to the end of the last answer's
	// call, latency included.
	LastAnswerMS float64 `json:"last_answer_ms"`
	Lost         int     `json:"lost"`
	Repeated     int     `json:"repeated"`
	OutOfOrder   int     `json:"out_of_order"`
	RSSMB        float64 `json:"rss_mb"` // of the service

	AnswerP95MS float64 `json:"answer_p95_ms"`
	// DoneP50MS and DoneP99MS: to the end of the answer's call.
	DoneP50MS float64 `json:"done_p50_ms"`
	DoneP99MS float64 `json:"done_p99_ms"`
	SentPerS  float64 `json:"sent_per_s"`
	RSSPeakMB float64 `json:"rss_peak_mb"`
	// LostExplained and RepeatedExplained are those that injected faults account for.
	LostExplained     int         `json:"lost_explained"`
	RepeatedExplained int         `json:"repeated_explained"`
	Refused           int         `json:"refused"`                // by Telegram's own limits
	Waiting           int         `json:"waiting"`                // projects with rows left at the end
	AloneP95MS        float64     `json:"alone_p95_ms,omitempty"` // the same load without what is beside it
	Deep              int         `json:"deep,omitempty"`
	Garbage           map[int]int `json:"garbage,omitempty"` // requests by the status that they got; 0: none
	Sleeping          int         `json:"sleeping,omitempty"`
	StartMS           float64     `json:"start_ms,omitempty"` // of the service and its PostgreSQL
	Copied            bool        `json:"copied,omitempty"`   // projects are copies of one
}

// ms rounds to a tenth.
func ms(d time.Duration) float64 { return tenth(float64(d) / float64(time.Millisecond)) }

func tenth(x float64) float64 { return math.Round(x*10) / 10 }

// take fills in what the judge knows of the measured messages. What was lost,
// repeated or out of order counts for all.
func (r *Report) take(j *judge, measured span) {
	f, v := j.figures(measured.from, measured.to), j.verdict()
	r.Messages, r.Answered = f.sent, f.answered
	r.SentPerS, r.AcceptedPerS, r.AnsweredPerS = tenth(f.sentPerS), tenth(f.acceptedPerS), tenth(f.answeredPerS)
	r.AcceptP50MS, r.AcceptP99MS = ms(f.accept.p50), ms(f.accept.p99)
	r.AnswerP50MS, r.AnswerP95MS, r.AnswerP99MS = ms(f.answer.p50), ms(f.answer.p95), ms(f.answer.p99)
	r.DoneP50MS, r.DoneP99MS, r.LastAnswerMS = ms(f.done.p50), ms(f.done.p99), ms(f.lastAnswer)
	r.Lost, r.LostExplained = v.lost, v.lostExplained
	r.Repeated, r.RepeatedExplained = v.repeated, v.repeatedExplained
	r.OutOfOrder, r.Refused = j.outOfOrder, j.refused
	r.RSSMB, r.RSSPeakMB = tenth(r.RSSMB), tenth(r.RSSPeakMB)
}

// Verdict is nil when everything went as it must.
func (r Report) Verdict() error {
	var wrong []string
	add := func(n int, what string) {
		if n > 0 {
			wrong = append(wrong, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(r.Lost-r.LostExplained, "lost")
	add(r.Repeated-r.RepeatedExplained, "repeated")
	add(r.OutOfOrder, "out of order")
	if r.Lost == 0 {
		add(r.Waiting, "projects with rows that wait for nothing")
	}
	for status, n := range r.Garbage {
		if status != http.StatusUnauthorized && status != http.StatusTooManyRequests {
			add(n, fmt.Sprintf("worthless requests answered with %d", status))
		}
	}
	if wrong == nil {
		return nil
	}
	return errors.New("the run found faults: " + strings.Join(wrong, ", "))
}

// Print writes the report for people.
func (r Report) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(t, "%s\t"+format+"\n", append([]any{name}, args...)...)
	}
	line("bots", "%d", r.Bots)
	line("messages", "%d (%.0f a second)", r.Messages, r.SentPerS)
	line("latency of a call", "%.0f ms", r.LatencyMS)
	line("accepted", "%.0f a second, p50 %.1f ms, p99 %.1f ms", r.AcceptedPerS, r.AcceptP50MS, r.AcceptP99MS)
	line("answered", "%d, %.0f a second", r.Answered, r.AnsweredPerS)
	line("answer on its way", "p50 %.1f ms, p95 %.1f ms, p99 %.1f ms", r.AnswerP50MS, r.AnswerP95MS, r.AnswerP99MS)
	line("answer there", "p50 %.1f ms, p99 %.1f ms, the last after %.0f ms", r.DoneP50MS, r.DoneP99MS, r.LastAnswerMS)
	line("lost", "%d (%d by injected faults)", r.Lost, r.LostExplained)
	line("repeated", "%d (%d by injected faults)", r.Repeated, r.RepeatedExplained)
	line("out of order", "%d", r.OutOfOrder)
	line("refused by limits", "%d", r.Refused)
	line("memory of serve", "%.1f MB, at most %.1f MB", r.RSSMB, r.RSSPeakMB)
	r.printBeside(line)
	return t.Flush()
}

func (r Report) printBeside(line func(string, string, ...any)) {
	if r.AloneP95MS > 0 {
		line("p95 alone", "%.1f ms (now %.2f times that)", r.AloneP95MS, r.AnswerP95MS/r.AloneP95MS)
	}
	if r.Deep > 0 {
		line("deep queue", "%d messages of one bot", r.Deep)
	}
	if r.Garbage != nil {
		line("worthless requests", "%v (status: how many)", r.Garbage)
	}
	if r.Sleeping > 0 {
		line("sleeping bots", "%d, ready %.0f ms after the start of serve and PostgreSQL", r.Sleeping, r.StartMS)
	}
	if r.Copied {
		line("projects", "copies of one that was made in the product")
	}
}
