package handlers

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// ordered is a shop with an order from Telegram and a question from the site.
func ordered(t *testing.T) *shop {
	t.Helper()
	s := newShop(t)
	s.visitor.sends("/m/caf/forms/home.order", latteOrder, "Idempotency-Key", "k1", "Authorization", s.bearer(t)).wants(http.StatusOK)
	asked := `{"values":{"phone":"+79990000001","text":"=HYPERLINK(\"http://x.example\") Когда?"}}`
	s.visitor.sends("/s/caf/forms/ask.f", asked, "Idempotency-Key", "k2").wants(http.StatusOK)
	return s
}

// numbers are those of the submissions that a list shows.
func numbers(a *answer) string {
	var all []string
	for _, row := range a.find("#orders .order").EachIter() {
		all = append(all, strings.TrimPrefix(row.AttrOr("id", ""), "order-"))
	}
	return strings.Join(all, " ")
}

func TestSubmissionsAreListedAndFound(t *testing.T) {
	t.Parallel()
	s := ordered(t)
	list := s.home + "/orders"
	for query, want := range map[string]string{
		"": "2 1", "?status=new": "2 1", "?status=done": "", "?status=other": "2 1", "?q=ANNA": "1", "?q=8+900+123-45-67": "1", "?q=когда": "2",
		"?q=latte": "1", "?q=2": "2 1", "?q=№+2": "2", "?q=%25": "", "?before=2": "1", "?before=1": "", "?before=x": "2 1", "?q=anna&status=work": "",
	} {
		if got := numbers(s.owner.get(list + query).wants(http.StatusOK)); got != want {
			t.Errorf("list%s = %q, want %q", query, got, want)
		}
	}
	text := s.owner.get(list).find("#order-1").Text()
	for _, want := range []string{"Anna", "Latte, Big\u00a0×\u00a02", "Tea", "791"} {
		if !strings.Contains(text, want) {
			t.Errorf("the order's row %q lacks %q", text, want)
		}
	}
	if got := s.owner.get(s.home).find("#orders-count .count").Text(); got != "2" {
		t.Errorf("the navigation counts %q, want 2", got)
	}
	one := s.owner.get(list + "/1").wants(http.StatusOK).has("a[href='tel:+79001234567']").find("main").Text()
	for _, want := range []string{"Anna", "Latte, Big", "641", "791"} {
		if !strings.Contains(one, want) {
			t.Errorf("the order's page lacks %q", want)
		}
	}
	s.owner.get(list + "/3").wants(http.StatusNotFound)
	s.owner.get(list + "/x").wants(http.StatusNotFound)
	empty := s.owner.newProject("Empty")
	s.owner.get(empty + "/orders").wants(http.StatusOK).has(".empty").has("#to-pages")
}

func TestSubmissionsHaveOlderParts(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, err := s.Store.Pool.Exec(t.Context(), `INSERT INTO submissions (project_id, number, form, kind, source, principal, digest, title, content, words)
		SELECT `+strings.TrimPrefix(s.home, "/projects/")+`, n, 'ask.f', 'request', 'site', '', '', 'Q', '{"form":"ask.f","kind":"form","title":"Q","fields":[]}', 'q' FROM generate_series(1, 120) AS n`)
	if err != nil {
		t.Fatal(err)
	}
	seen, path := 0, s.home+"/orders"
	for path != "" {
		a := s.owner.get(path).wants(http.StatusOK)
		seen += a.find("#orders .order").Length()
		path = a.find("#older").AttrOr("href", "")
	}
	if seen != 120 {
		t.Errorf("all parts hold %d submissions, want 120", seen)
	}
	if got := s.owner.get(s.home).find("#orders-count .count").Text(); got != "99+" {
		t.Errorf("the navigation counts %q, want 99+", got)
	}
}

func TestAStatusIsSetAndTakenBack(t *testing.T) {
	t.Parallel()
	s := ordered(t)
	one := s.home + "/orders/1"
	s.owner.post(one+"/status", "status", "done").goesTo(one)
	a := s.owner.get(one).has("#status-done[aria-pressed=true]").has("#toast form")
	s.owner.post(one+"/status", formOf(a, "#toast form")...).goesTo(one)
	s.owner.get(one).has("#status-new[aria-pressed=true]")
	s.owner.post(one+"/status", "status", "lost").wants(http.StatusUnprocessableEntity)
	if got := numbers(s.owner.get(s.home + "/orders?status=new")); got != "2 1" {
		t.Errorf("new ones = %q, want both", got)
	}
}

func TestNotesAreSavedAndNotLost(t *testing.T) {
	t.Parallel()
	s := ordered(t)
	one := s.home + "/orders/1"
	s.owner.post(one+"/note", "note", "No sugar", "revision", "1").goesTo(one)
	s.owner.get(one).says("#note", "No sugar").value("#note-form [name=revision]", "2")
	s.owner.typing().post(one+"/note", "note", "No milk", "revision", "2").wants(http.StatusOK).value("[name=revision]", "3")
	a := s.owner.typing().post(one+"/note", "note", "Mine", "revision", "2").wants(http.StatusConflict).says("#note", "Mine").value("[name=revision]", "3")
	if !strings.Contains(a.body, "No milk") {
		t.Error("the conflict does not show what somebody else saved")
	}
	s.owner.post(one+"/note", "note", "Mine", "revision", "2").wants(http.StatusConflict).says("#note", "Mine")
	s.owner.post(one+"/note", "note", strings.Repeat("ы", 2001), "revision", "3").wants(http.StatusUnprocessableEntity).has("#note[aria-invalid=true]")
	s.owner.post(one+"/note", "note", "a\x00b", "revision", "3").goesTo(one)
	if got := numbers(s.owner.get(s.home + "/orders?q=a%EF%BF%BDB")); got != "1" {
		t.Errorf("search for the note found %q, want 1", got)
	}
}

func TestADeletedSubmissionIsGone(t *testing.T) {
	t.Parallel()
	s := ordered(t)
	s.owner.post(s.home + "/orders/2/removal").goesTo(s.home + "/orders")
	s.owner.get(s.home + "/orders/2").wants(http.StatusNotFound)
	s.owner.post(s.home + "/orders/2/removal").wants(http.StatusNotFound)
	s.wantKept(t, 1)
	// Its number is not given again.
	a := s.visitor.sends("/s/caf/forms/ask.f", question, "Idempotency-Key", "k3").wants(http.StatusOK)
	if strings.TrimSpace(a.body) != `{"number":3}` {
		t.Errorf("the next one = %s, want number 3", a.body)
	}
	s.wantAudited(t, "deleted_order 2")
}

// wantAudited looks for an entry, "action subject", in the project's audit.
func (s *shop) wantAudited(t *testing.T, entry string) {
	t.Helper()
	var all string
	err := s.Store.Pool.QueryRow(t.Context(), "SELECT string_agg(action || ' ' || coalesce(subject, 0), ', ') FROM audit WHERE project_id IS NOT NULL").Scan(&all)
	if err != nil || !strings.Contains(all, entry) {
		t.Errorf("audit = %s, %v, want %s in it", all, err, entry)
	}
}

func TestSubmissionsAsCSV(t *testing.T) {
	t.Parallel()
	s := ordered(t)
	for language, comma := range map[string]rune{"ru": ';', "en": ','} {
		s.owner.post("/account", "language", language, "theme", "").wants(http.StatusSeeOther)
		a := s.owner.post(s.home+"/orders/exports", "format", "csv").wants(http.StatusOK)
		if got := a.Header.Get("Content-Disposition"); !strings.HasPrefix(got, `attachment; filename="orders-`) || !strings.HasSuffix(got, `.csv"`) {
			t.Errorf("Content-Disposition = %s", got)
		}
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(a.body, "\ufeff")))
		r.Comma = comma
		rows, err := r.ReadAll()
		if err != nil || len(rows) != 3 {
			t.Fatalf("%s: %d rows, %v, want 3", language, len(rows), err)
		}
		point := map[string]string{"ru": ",", "en": "."}[language]
		all := strings.Join(rows[1], "|") + "\n" + strings.Join(rows[2], "|")
		for _, want := range []string{`'=HYPERLINK("http://x.example") Когда?`, "'+79001234567", "791" + point + "00", "Latte, Big × 2\nTea × 1", "Anna"} {
			if !strings.Contains(all, want) {
				t.Errorf("%s: the file %q lacks %q", language, all, want)
			}
		}
	}
	s.wantAudited(t, "exported_orders 2")
	a := s.owner.post(s.home+"/orders/exports", "format", "csv", "q", "anna").wants(http.StatusOK)
	if strings.Contains(a.body, "HYPERLINK") || !strings.Contains(a.body, "Anna") {
		t.Errorf("the narrowed file = %s, want Anna's alone", a.body)
	}
	s.owner.post(s.home+"/orders/exports", "format", "pdf").wants(http.StatusUnprocessableEntity)
}

func TestSubmissionsAsXLSX(t *testing.T) {
	t.Parallel()
	s := ordered(t)
	a := s.owner.post(s.home+"/orders/exports", "format", "xlsx").wants(http.StatusOK)
	f, err := excelize.OpenReader(strings.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows(f.GetSheetName(0))
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v, want 3", len(rows), err)
	}
	all := fmt.Sprint(rows)
	for _, want := range []string{"+79001234567", "791.00", `=HYPERLINK("http://x.example")`} {
		if !strings.Contains(all, want) {
			t.Errorf("the workbook %s lacks %q", all, want)
		}
	}
	for i := range 30 {
		cell, _ := excelize.CoordinatesToCellName(i+1, 2)
		if formula, err := f.GetCellFormula(f.GetSheetName(0), cell); err != nil || formula != "" {
			t.Errorf("%s is the formula %q, %v, want none", cell, formula, err)
		}
	}
}

// TestTimesAreTheOwners: an order of the night is of the owner's day.
func TestTimesAreTheOwners(t *testing.T) {
	t.Parallel()
	s := ordered(t)
	if _, err := s.Store.Pool.Exec(t.Context(), "UPDATE submissions SET created_at = '2026-03-01 20:30Z'; UPDATE projects SET card = '{\"zone\":\"Asia/Yekaterinburg\"}'"); err != nil {
		t.Fatal(err)
	}
	if got := s.owner.get(s.home + "/orders/1").find(".lead time").Text(); !strings.Contains(got, "2\u00a0March") || !strings.Contains(got, "01:30") {
		t.Errorf("the order came %q, want 2 March at 01:30", got)
	}
	body := s.owner.post(s.home+"/orders/exports", "format", "csv").wants(http.StatusOK).body
	if !strings.Contains(body, "2026-03-02 01:30") {
		t.Errorf("the file %s has not the owner's time", body)
	}
}

func TestOrdersHaveNumbersOfTheirProject(t *testing.T) {
	t.Parallel()
	s := ordered(t)
	other := s.owner.newProject("Other")
	for _, path := range []string{"/orders/1", "/orders/1/status", "/orders/1/note", "/orders/1/removal"} {
		method := map[bool]string{true: http.MethodGet, false: http.MethodPost}[path == "/orders/1"]
		if got := s.owner.send(method, other+path, "application/x-www-form-urlencoded", nil); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s of another project = %s, want 404", path, strconv.Itoa(got.StatusCode))
		}
	}
}
