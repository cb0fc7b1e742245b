package lang

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// forbidden are words that belong to us and not to an owner (of a shop, of a
// school): they may stand in no text of the interface.
var forbidden = map[Lang]*regexp.Regexp{
	RU: regexp.MustCompile(`(?i)манифест|слаг|вебхук|webhook|очеред|json|идентификатор|\bid\b|триггер|релиз|выпуск|черновик|подписчик|гост(ь|я|и|ей|ям)|сабмит|слот|деплой|фолб[эе]к|(^|[^а-яё])тег(и|а|ов)?([^а-яё]|$)`),
	EN: regexp.MustCompile(`(?i)manifest|slug|webhook|queue|json|\bids?\b|trigger|\breleases?\b|subscriber|fallback|deploy|payload`),
}

// glossed may stand only where plain words explain it.
var glossed = map[Lang][2]*regexp.Regexp{
	RU: {regexp.MustCompile(`(?i)токен|token`), regexp.MustCompile(`(?i)ключ|BotFather`)},
	EN: {regexp.MustCompile(`(?i)token`), regexp.MustCompile(`(?i)key|BotFather`)},
}

func TestForbiddenWords(t *testing.T) {
	t.Parallel()
	for key, entry := range catalogue {
		if strings.HasPrefix(key, "desk.") {
			continue // staff may be told of queues
		}
		for _, l := range All {
			for _, complaint := range complaints(l, entry[l]) {
				t.Errorf("%s in %s %s", key, l.Code(), complaint)
			}
		}
	}
}

func complaints(l Lang, text string) []string {
	var out []string
	text = placeholder.ReplaceAllString(text, "")
	if word := forbidden[l].FindString(text); word != "" {
		out = append(out, "says "+word)
	}
	if g := glossed[l]; g[0].MatchString(text) && !g[1].MatchString(text) {
		out = append(out, "names a token and does not explain it")
	}
	return out
}

// TestForbiddenWordsAreSeen plants what the test above is for.
func TestForbiddenWordsAreSeen(t *testing.T) {
	t.Parallel()
	for text, l := range map[string]Lang{
		"Вебхук бота": RU, "Все выпуски": RU, "Добавьте тег": RU, "Гостей: 3": RU, "Введите токен": RU,
		"The webhook": EN, "Its id": EN, "Paste the token": EN, "Make a release": EN,
	} {
		if len(complaints(l, text)) == 0 {
			t.Errorf("nothing is said against %q", text)
		}
	}
	if got := complaints(RU, "Стратегия: ключ (токен) бота, {id}"); got != nil {
		t.Errorf("complaints = %v, want none", got)
	}
}

var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

func TestBothLanguagesSayTheSame(t *testing.T) {
	t.Parallel()
	for key, entry := range catalogue {
		if strings.TrimSpace(entry[RU]) == "" || strings.TrimSpace(entry[EN]) == "" {
			t.Errorf("%s is empty in one language", key)
		}
		if ru, en := forms(entry[RU]), forms(entry[EN]); len(ru) > 1 && (len(ru) != 3 || len(en) != 2) {
			t.Errorf("%s has %d and %d forms, want 3 and 2", key, len(ru), len(en))
		}
		if ru, en := placeholders(entry[RU]), placeholders(entry[EN]); !slices.Equal(ru, en) {
			t.Errorf("%s fills %v in Russian, %v in English", key, ru, en)
		}
		if strings.Contains(entry[RU], "!") && !strings.Contains(entry[RU], "Здравствуйте!") {
			t.Errorf("%s shouts", key)
		}
	}
}

func forms(text string) []string { return strings.Split(text, "|") }

func placeholders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// built are the beginnings of keys that the program puts together.
var built = []string{"problem.", "variable.", "sample.", "cause.", "reply.", "attention.why.", "when.", "edit.", "goal."}

// tables are keys whose ends stand in the program as values of a type.
var tables = map[string][]string{
	"projects.state.":    {"draft", "live", "connecting", "broken", "off", "doubted", "paused", "suspended"},
	"projects.template.": {"blank", "cafe"},
	"projects.way.":      {"write", "show", "connect"},
	"projects.how.":      {"write", "show", "connect"},
	"home.step.":         {"made", "bot", "pages", "connect", "publish"},
	"home.why.":          {"bot", "pages", "connect", "publish"},
	"home.go.":           {"bot", "pages", "connect", "publish"},
	"home.link.":         {"bot", "app", "site"},
	"bot.state.":         {"none", "connecting", "connected", "paused", "doubted", "revoked", "foreign", "failing"},
	"scenario.":          {"undo", "redo"},
	"wait.":              {"seconds", "minutes", "hours", "days"},
	"releases.part.":     {"theme", "catalog", "order"},
	"releases.did.":      {"added", "edited", "removed"},
	"releases.what.":     {"added", "edited", "removed"},
	"warning.":           {"held", "held.hint", "shared_site", "shared_site.hint"},
	"audit.":             {"gone", "support", "service"},
	"audit.what.": {"created_project", "exported_orders", "deleted_order", "made_draft_link", "withdrew_draft_link", "joined_draft", "left_draft", "removed_tester", "stored_token", "disconnected_bot", "published", "made_current", "erased_person", "suspended_project", "resumed_project",
		"paused_queue", "resumed_queue", "opened_payload", "retried_letters", "discarded_letters", "took_bot_back", "stored_secret", "removed_secret"},
	"failure.":        failures(),
	"desk.state.":     {"none", "connecting", "connected", "complained", "revoked", "foreign", "failing", "paused", "suspended"},
	"desk.kind.":      {"update", "timer", "http_answer", "command"},
	"desk.outcome.":   {"received", "sent", "failed", "unknown", "expired"},
	"pause.":          {"asked", "loop", "look"},
	"dialogues.did.":  {"wait", "answer", "return", "lead"},
	"chat.share.":     {"contact", "location", "photo", "file", "voice"},
	"chat.media.":     {"photo", "video", "voice", "file"},
	"chat.who.":       {"new", "returning"},
	"chat.done.":      {"submission", "notice", "person", "relayed"},
	"chat.note.":      {"puzzled", "skipped", "answered", "failed", "returned", "given_back", "loop", "too_much", "no_team", "channel_silent", "data_full", "tags_full", "wait_too_long", "step_gone"},
	"card.day.":       {"0", "1", "2", "3", "4", "5", "6"},
	"card.short.":     {"0", "1", "2", "3", "4", "5", "6"},
	"card.currency.":  {"RUB", "BYN", "KZT", "KGS", "UZS", "AMD", "AZN", "GEL", "TJS", "MDL", "TRY", "AED", "USD", "EUR", "GBP"},
	"card.":           {"name", "phone", "address", "legal_name", "tax_id", "reg_id", "legal_address", "email", "zone", "currency", "open", "open_until", "closed", "closed_until"},
	"orders.tab.":     {"new", "work", "done", "rejected"},
	"orders.is.":      {"new", "work", "done", "rejected"},
	"orders.kind.":    {"request", "order", "booking"},
	"orders.kind_of.": {"request", "order", "booking"},
	"orders.source.":  {"site", "app", "bot"},
	"orders.column.":  {"number", "when", "what", "form", "person", "reach"},
	"site.":           {"pages", "menu", "theme"},
	"menu.place.":     {"head", "foot", "hidden"},
	"theme.corners.":  {"plain", "soft", "square"},
	"theme.face.":     {"plain", "headings", "serif"},
	"desk.content_":   {"open", "masked", "open_hint", "masked_hint"},
}

func failures() []string {
	var keys []string
	for _, code := range []string{"400", "403", "404", "405", "413", "421", "429", "500", "503", "full"} {
		keys = append(keys, code+".title", code+".words")
	}
	return keys
}

var (
	quoted = regexp.MustCompile(`"([a-z]+(?:\.[a-z0-9_]+)+)"`)
	called = regexp.MustCompile(`lang\.[TN]\(\s*[a-zA-Z.]+,\s*"([^"]+)"\s*[,)]`)
)

func TestEveryKeyIsThereAndUsed(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for path, source := range sources(t) {
		for _, match := range quoted.FindAllStringSubmatch(source, -1) {
			used[match[1]] = true
		}
		for _, match := range called.FindAllStringSubmatch(source, -1) {
			if !Has(match[1]) {
				t.Errorf("%s wants the text %q, which is nowhere", path, match[1])
			}
		}
	}
	for beginning, ends := range tables {
		for _, end := range ends {
			used[beginning+end] = true
			if !Has(beginning + end) {
				t.Errorf("the text %q is nowhere", beginning+end)
			}
		}
	}
	for key := range catalogue {
		if !used[key] && !startsWithAny(key, built) {
			t.Errorf("nobody says %q", key)
		}
	}
}

func startsWithAny(s string, beginnings []string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(s, b) })
}

// sources are the program's own files that can name a key, by path: what is
// written by hand, without this package's texts and without tests.
func sources(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..")
	files := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "node_modules" || d.Name() == "tmp") {
			return fs.SkipDir
		}
		if !isSource(path) {
			return nil
		}
		body, err := os.ReadFile(path)
		files[path] = string(body)
		return err
	})
	if err != nil {
		t.Fatalf("read the sources: %v", err)
	}
	if len(files) < 10 {
		t.Fatalf("found %d source files, want the whole program", len(files))
	}
	return files
}

func isSource(path string) bool {
	name := filepath.Base(path)
	if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_templ.go") {
		return false
	}
	if filepath.Base(filepath.Dir(path)) == "lang" {
		return name == "time.go" || name == "problem.go"
	}
	return strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".templ")
}

func TestEveryProblemOfSpecHasWords(t *testing.T) {
	t.Parallel()
	code := regexp.MustCompile(`Code: +"([a-z_]+)"|return "([a-z_]+)"`)
	for _, name := range []string{"check.go", "decode.go", "registry.go"} {
		body, err := os.ReadFile(filepath.Join("..", "spec", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range code.FindAllStringSubmatch(string(body), -1) {
			if c := match[1] + match[2]; strings.Contains(c, "_") && !Has("problem."+c) {
				t.Errorf("%s tells of %q, which has no words", name, c)
			}
		}
	}
}

func TestAddTwice(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("add of a key that is there did not panic")
		}
	}()
	add(words{"time.today": {"", ""}})
}
