package inbox

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/richtext"
	"botyard/miniapp"
)

const trialCode = "abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE"

func words(s string) richtext.Text { return richtext.Text{{Kind: richtext.Plain, Value: s}} }

// draftOf gives a project a draft, and a link to it.
func (b *bench) draftOf(project int64, scenarios flow.Scenarios) {
	b.t.Helper()
	b.exec("DELETE FROM drafts WHERE project_id = $1", project)
	err := b.store.CreateDraft(b.t.Context(), db.CreateDraftParams{
		ProjectID: project, Pages: miniapp.Pages{}, Scenarios: scenarios,
		Catalog: miniapp.Catalog{Currency: "RUB"}, Theme: miniapp.Theme{Accent: "#000000"},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(trialCode))
	if _, err := b.store.MakeDraftLink(b.t.Context(), db.MakeDraftLinkParams{ProjectID: project, Sha256: sum[:], Life: time.Hour}); err != nil {
		b.t.Fatal(err)
	}
}

// says is what a chat got, after all that waits was handled; what was sent
// before is not told again.
func (b *bench) says(project, chat int64) []string {
	b.t.Helper()
	b.handleAll(project)
	rows, err := b.store.Pool.Query(b.t.Context(),
		"DELETE FROM outbox WHERE project_id = $1 AND chat_id = $2 RETURNING event_id, seq, coalesce(convert_from(payload, 'UTF8')::json->>'text', convert_from(payload, 'UTF8'))", project, chat)
	if err != nil {
		b.t.Fatal(err)
	}
	defer rows.Close()
	type line struct {
		event int64
		seq   int16
		text  string
	}
	var lines []line
	for rows.Next() {
		var l line
		if err := rows.Scan(&l.event, &l.seq, &l.text); err != nil {
			b.t.Fatal(err)
		}
		lines = append(lines, l)
	}
	slices.SortFunc(lines, func(a, b line) int { return int((a.event-b.event)*100) + int(a.seq-b.seq) })
	var texts []string
	for _, l := range lines {
		texts = append(texts, l.text)
	}
	return texts
}

// asking asks for a name, keeps it, and makes a request of it.
func asking(question string) flow.Scenarios {
	return flow.Scenarios{{
		ID: "ask", Title: "Ask", Triggers: []flow.Trigger{{Kind: "fallback", Config: &flow.Fallback{}}},
		Steps: flow.Steps{
			{ID: "q", Kind: "question", Config: &flow.Question{Text: words(question), Type: flow.TypeText, Columns: "1", Field: "f1", Title: "Name"}},
			{ID: "r", Kind: "submission", Config: &flow.Submission{Title: "Request", Sort: "request", Text: words("Thanks")}},
			{ID: "m", Kind: "message", Config: &flow.Message{Text: words("Noted")}},
		},
	}}
}

func TestTesterRunsTheDraftAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.projectSaying(words("Published"))
	b.draftOf(p, asking("Your name?"))
	b.say(p, 5, "Tess", "/start draft-"+trialCode)
	b.say(p, 6, "Anna", "hi")
	got := b.says(p, 5)
	if len(got) != 2 || !strings.Contains(got[0], "правки") || !strings.Contains(got[1], "/leave_draft\nYour name?") {
		t.Fatalf("says(tester, link) = %q, want a greeting and the draft's question with its mark", got)
	}
	if got := b.says(p, 6); !slices.Equal(got, []string{"Published"}) {
		t.Errorf("says(client) = %q, want the published bot's", got)
	}
	b.say(p, 5, "Tess", "Robin")
	got = b.says(p, 5)
	if len(got) != 3 || !strings.Contains(got[0], "Name: Robin") || got[1] != "Thanks" {
		t.Errorf("says(tester, answer) = %q, want the request told, then the next step", got)
	}
	for what, n := range map[string]int{
		"submissions":                    query[int](b, "SELECT count(*) FROM submissions"),
		"dialogues of the release":       query[int](b, "SELECT count(*) FROM chats"),
		"clients with data":              query[int](b, "SELECT count(*) FROM subscribers WHERE data <> '{}'"),
		"clients whose source is kept":   query[int](b, "SELECT count(*) FROM subscribers WHERE source <> ''"),
		"texts with the code":            query[int](b, "SELECT count(*) FROM message_text WHERE words LIKE '%'||$1||'%'", trialCode),
		"what the draft did not take":    query[int](b, "SELECT count(*) FROM not_understood WHERE chat_id = 5"),
		"testers without what they said": query[int](b, "SELECT count(*) FROM testers WHERE data->>'f1' IS DISTINCT FROM 'Robin'"),
	} {
		if n != 0 {
			t.Errorf("%s = %d, want 0", what, n)
		}
	}
}

func TestTesterLeaves(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"command", "button", "removed"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			p := b.projectSaying(words("Published"))
			b.draftOf(p, asking("Your name?"))
			b.say(p, 5, "Tess", "/start draft-"+trialCode)
			b.says(p, 5)
			switch way {
			case "command":
				b.say(p, 5, "Tess", "/leave_draft")
			case "button":
				b.presses(p, 5, "q1", "draft:leave")
			case "removed":
				b.exec("DELETE FROM testers")
			}
			if got := b.says(p, 5); way != "removed" && (len(got) != 1 || !strings.Contains(got[0], "снова")) {
				t.Errorf("says(leaving) = %q, want that the published bot is back", got)
			}
			b.say(p, 5, "Tess", "Robin")
			if got := b.says(p, 5); !slices.Equal(got, []string{"Published"}) {
				t.Errorf("says(afterwards) = %q, want the published bot's", got)
			}
			if n := query[int](b, "SELECT count(*) FROM testers"); n != 0 {
				t.Errorf("testers = %d, want 0", n)
			}
		})
	}
}

// TestTrialFollowsTheDraft: the next message meets the edit, and a bot that
// was never published can be tried.
func TestTrialFollowsTheDraft(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	account := query[int64](b, "INSERT INTO accounts DEFAULT VALUES RETURNING id")
	p := query[int64](b, "INSERT INTO projects (account_id, name, language) VALUES ($1, 'p', 'ru') RETURNING id", account)
	b.draftOf(p, flow.Scenarios{answerAll(words("One"))})
	b.say(p, 5, "Tess", "/start draft-"+trialCode)
	if got := b.says(p, 5); len(got) != 2 || !strings.HasPrefix(got[1], "🚧 Правки") || !strings.HasSuffix(got[1], "\nOne") {
		t.Fatalf("says(link) = %q, want the draft's", got)
	}
	scenarios := flow.Scenarios{answerAll(words("Two"))}
	_, err := b.store.SaveDraft(t.Context(), db.SaveDraftParams{
		ProjectID: p, Pages: miniapp.Pages{}, Scenarios: scenarios,
		Catalog: miniapp.Catalog{Currency: "RUB"}, Theme: miniapp.Theme{Accent: "#000000"},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.say(p, 5, "Tess", "again")
	if got := b.says(p, 5); len(got) != 1 || !strings.HasSuffix(got[0], "\nTwo") {
		t.Errorf("says(after the edit) = %q, want the edit", got)
	}
}

func TestLinkThatIsNoGood(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]string{
		"withdrawn":     "DELETE FROM draft_links",
		"expired":       "UPDATE draft_links SET expires_at = now() - interval '1 second'",
		"another's":     "UPDATE draft_links SET project_id = (SELECT max(id) FROM projects)",
		"of too many":   "INSERT INTO testers (project_id, user_id) SELECT project_id, n FROM draft_links, generate_series(100, 149) AS n",
		"of other code": "UPDATE draft_links SET sha256 = sha256('x')",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			p := b.projectSaying(words("Published"))
			b.draftOf(p, asking("Your name?"))
			b.project()
			b.exec(spoil)
			b.say(p, 5, "Tess", "/start draft-"+trialCode)
			if got := b.says(p, 5); len(got) != 1 || strings.Contains(got[0], "name") || got[0] == "Published" {
				t.Errorf("says(link) = %q, want a refusal", got)
			}
			if n := query[int](b, "SELECT count(*) FROM testers WHERE user_id = 5"); n != 0 {
				t.Errorf("testers = %d, want 0", n)
			}
			b.say(p, 5, "Tess", "hi")
			if got := b.says(p, 5); !slices.Equal(got, []string{"Published"}) {
				t.Errorf("says(afterwards) = %q, want the published bot's", got)
			}
		})
	}
}

// TestOpenQuestionOutlastsATrial: a dialogue of the published bot waits while
// its visitor tries the draft, and its wait comes to it.
func TestOpenQuestionOutlastsATrial(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.publish(p, 2, asking("Published question?"))
	b.draftOf(p, flow.Scenarios{answerAll(words("Draft"))})
	b.say(p, 5, "Tess", "hi")
	b.says(p, 5)
	b.say(p, 5, "Tess", "/start draft-"+trialCode)
	b.say(p, 5, "Tess", "no answer")
	b.say(p, 5, "Tess", "/leave_draft")
	b.says(p, 5)
	b.say(p, 5, "Tess", "Robin")
	if got := b.says(p, 5); !slices.Equal(got, []string{"Thanks", "Noted"}) {
		t.Errorf("says(afterwards) = %q, want the published dialogue to go on", got)
	}
	if n := query[int](b, "SELECT count(*) FROM submissions"); n != 1 {
		t.Errorf("submissions = %d, want 1", n)
	}
}

// waiting says something after a minute.
func waiting() flow.Scenarios {
	return flow.Scenarios{{
		ID: "w", Title: "W", Triggers: []flow.Trigger{{Kind: "fallback", Config: &flow.Fallback{}}},
		Steps: flow.Steps{
			{ID: "w1", Kind: "wait", Config: &flow.Wait{Mode: "for", Amount: 1, Unit: "minutes", Late: "go"}},
			{ID: "w2", Kind: "message", Config: &flow.Message{Text: words("Later")}},
		},
	}}
}

// TestWaitOutlastsATrial: the end of a wait of the published bot is not the draft's.
func TestWaitOutlastsATrial(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.project()
	b.publish(p, 2, waiting())
	b.draftOf(p, flow.Scenarios{answerAll(words("Draft"))})
	b.say(p, 5, "Tess", "hi")
	b.says(p, 5)
	call := query[string](b, `SELECT format('{"run": %s, "generation": %s}', run, generation) FROM timers`)
	b.say(p, 5, "Tess", "/start draft-"+trialCode)
	b.says(p, 5)
	b.wakes(p, 5, call)
	if got := b.says(p, 5); !slices.Equal(got, []string{"Later"}) {
		t.Errorf("says(wait over) = %q, want the published bot's", got)
	}
}

// TestWaitOfADraft: the end of a wait finds the draft's dialogue, and nothing
// once its tester has left.
func TestWaitOfADraft(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.projectSaying(words("Published"))
	b.draftOf(p, waiting())
	b.say(p, 5, "Tess", "/start draft-"+trialCode)
	b.says(p, 5)
	run := query[int64](b, "SELECT run FROM timers WHERE project_id = $1 AND chat_id = 5", p)
	b.wakes(p, 5, fmt.Sprintf(`{"run": %d, "generation": %d}`, run, query[int](b, "SELECT generation FROM timers")))
	if got := b.says(p, 5); len(got) != 1 || !strings.HasSuffix(got[0], "\nLater") {
		t.Errorf("says(wait over) = %q, want the draft to go on", got)
	}
	b.say(p, 5, "Tess", "again")
	b.say(p, 5, "Tess", "/leave_draft")
	b.says(p, 5)
	if n := query[int](b, "SELECT count(*) FROM timers WHERE run <> $1", run); n != 0 {
		t.Errorf("timers of one who left = %d, want 0", n)
	}
}
