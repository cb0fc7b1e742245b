package loadtest

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"botyard/internal/project"
	"botyard/internal/telegram"
)

func TestDraftIsSound(t *testing.T) {
	t.Parallel()
	draft, problems := project.ParseDraft(draftJSON)
	if len(problems) != 0 || len(draft.Scenarios) != 1 {
		t.Errorf("ParseDraft = %d scenarios, %v, want one and no problem", len(draft.Scenarios), problems)
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		given Options
		want  func(Options) bool
	}{
		"no bot":          {Options{}, nil},
		"unknown fault":   {Options{Bots: 1, Faults: []string{"flood"}}, nil},
		"rate, no time":   {Options{Bots: 1, Rate: 5}, nil},
		"below zero":      {Options{Bots: 1, Deep: -1}, nil},
		"plain":           {Options{Bots: 5}, func(o Options) bool { return o.PerChat == 1 && o.Patience == 30*time.Second && !o.Bulk }},
		"faults":          {Options{Bots: 5, Faults: []string{"5xx"}}, func(o Options) bool { return o.Patience == 150*time.Second }},
		"many":            {Options{Bots: maxMade + 1}, func(o Options) bool { return o.Bulk }},
		"deep":            {Options{Bots: 5, Deep: 9}, func(o Options) bool { return o.Rate == besideRate && o.For == besideFor }},
		"garbage at rate": {Options{Bots: 5, Garbage: true, Rate: 3, For: time.Second}, func(o Options) bool { return o.Rate == 3 }},
		"sleeping":        {Options{Bots: 5, Messages: 99, Sleeping: 7}, func(o Options) bool { return o.Messages == 1 && o.Bulk }},
	} {
		got, err := c.given.complete()
		if c.want == nil {
			if !errors.Is(err, errOptions) {
				t.Errorf("%s: error = %v, want that it cannot be tried", name, err)
			}
			continue
		}
		if err != nil || !c.want(got) {
			t.Errorf("%s: options = %+v, %v", name, got, err)
		}
	}
}

func TestPersonsWriteToOneBotEach(t *testing.T) {
	t.Parallel()
	for _, perChat := range []int{1, 3} {
		l := &load{bots: []int64{11, 12, 13}, perChat: perChat, visitor: firstVisitor, judge: newJudge()}
		written, bots := map[int64]int{}, map[int64]map[int64]bool{}
		for range 9 * perChat { // one at a time: the turns go on from call to call
			p := l.next(1)[0]
			written[p.User]++
			if bots[p.User] == nil {
				bots[p.User] = map[int64]bool{}
			}
			bots[p.User][p.Bot] = true
		}
		if len(written) != 9 {
			t.Errorf("%d messages a person: %d persons, want 9", perChat, len(written))
		}
		for person, n := range written {
			if n != perChat || len(bots[person]) != 1 {
				t.Errorf("person %d wrote %d messages to %d bots, want %d to one", person, n, len(bots[person]), perChat)
			}
		}
		for _, p := range l.strangers(11, 5) {
			if written[p.User] > 0 {
				t.Errorf("stranger %d is one of the others", p.User)
			}
		}
	}
}

func TestReportKeys(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(Report{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"bots":0,"messages":0,"latency_ms":0,"accepted_per_s":0,"accept_p50_ms":0,"accept_p99_ms":0,"answered":0,` +
		`"answered_per_s":0,"answer_p50_ms":0,"answer_p99_ms":0,"last_answer_ms":0,"lost":0,"repeated":0,"out_of_order":0,"rss_mb":0,`
	if !strings.HasPrefix(string(raw), want) {
		t.Errorf("report = %s, want it to begin with %s", raw, want)
	}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		report Report
		want   string
	}{
		"well":             {Report{Answered: 5, Garbage: map[int]int{401: 600, 429: 300}}, ""},
		"explained":        {Report{Lost: 2, LostExplained: 2, Repeated: 1, RepeatedExplained: 1}, ""},
		"lost":             {Report{Lost: 3, LostExplained: 1}, "2 lost"},
		"repeated":         {Report{Repeated: 1}, "1 repeated"},
		"out of order":     {Report{OutOfOrder: 4}, "4 out of order"},
		"left over":        {Report{Waiting: 2}, "2 projects"},
		"a garbled answer": {Report{Garbage: map[int]int{200: 7}}, "7 worthless requests answered with 200"},
	} {
		err := c.report.Verdict()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: verdict = %v, want %q", name, err, c.want)
		}
	}
}

func TestPrintSaysWhatWasMeasured(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	r := Report{Bots: 12, Messages: 34, Answered: 33, Lost: 1, AloneP95MS: 10, AnswerP95MS: 15, Deep: 99, Sleeping: 77, Copied: true, Garbage: map[int]int{401: 5}}
	if err := r.Print(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"12", "34", "33", "1.50 times", "99 messages", "77", "copies", "401:5"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, out.String())
		}
	}
}

func TestSleepersHaveTokens(t *testing.T) {
	t.Parallel()
	for _, bot := range sleepers(2) {
		if id, ok := bot.Token.BotID(); !ok || id != bot.ID || !telegram.ValidToken(string(bot.Token)) {
			t.Errorf("token of sleeper %d belongs to %d, %v", bot.ID, id, ok)
		}
	}
}

func TestEnvironmentIsNoInstallations(t *testing.T) {
	t.Setenv("DATABASE_URL", "postgres://production")
	t.Setenv("BOTYARD_KEY_FILE", "/etc/botyard/key")
	t.Setenv("OTHER", "kept")
	got := environment("BOTYARD_DATA_DIR=/tmp/x")
	var of []string
	for _, entry := range got {
		if strings.HasPrefix(entry, "BOTYARD_") || strings.HasPrefix(entry, "DATABASE") || strings.HasPrefix(entry, "OTHER") {
			of = append(of, entry)
		}
	}
	if diff := cmp.Diff([]string{"OTHER=kept", "BOTYARD_DATA_DIR=/tmp/x"}, of); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
}
