package handlers

import (
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"botyard/db"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/submission"
	"botyard/miniapp"
	"botyard/views/submissions"
)

const (
	// ordersPart is how many submissions one screen of the list holds.
	ordersPart = 50
	// freshCount is how many new ones the navigation counts at most.
	freshCount = 100
	gistLong   = 200
)

// sought is what a list of submissions is narrowed to.
type sought struct{ status, query string }

func readSought(r *http.Request) sought {
	f := sought{status: r.FormValue("status"), query: trimmed(r.FormValue("q"))}
	if !slices.Contains(submissions.Statuses, f.status) {
		f.status = ""
	}
	return f
}

// listSubmissions shows orders and requests, the newest first.
func (s *server) listSubmissions(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	r = s.inZone(r, p)
	find := readSought(r)
	before, err := strconv.ParseInt(r.FormValue("before"), 10, 64)
	if err != nil {
		before = math.MaxInt64
	}
	words, number := submission.Sought(find.query)
	rows, err := s.Store.Submissions(r.Context(), db.SubmissionsParams{
		ProjectID: p.ID, Before: before, Status: find.status, Words: words, Wanted: number, Most: ordersPart,
	})
	if err != nil {
		return err
	}
	list := submissions.List{Status: find.status, Query: find.query}
	if list.Project, err = s.frame(r.Context(), p); err != nil {
		return err
	}
	if list.Counts, err = s.submissionCounts(r, p); err != nil {
		return err
	}
	for _, row := range rows {
		list.Rows = append(list.Rows, s.submissionRow(r, row))
	}
	if before != math.MaxInt64 {
		list.Newest = p.ordersURL(find, 0)
	}
	if len(rows) == ordersPart {
		list.Older = p.ordersURL(find, rows[ordersPart-1].Number)
	}
	return s.render(w, r, http.StatusOK, submissions.ListPage(list))
}

// inZone tells the times of a project in the zone of its owner.
func (s *server) inZone(r *http.Request, p scope) *http.Request {
	return r.WithContext(lang.WithClock(r.Context(), project.Zone(p.Zone), s.Now()))
}

// ordersURL is a part of the list: from before a number, 0 for the newest.
func (p scope) ordersURL(find sought, before int64) string {
	query := url.Values{}
	for name, value := range map[string]string{"status": find.status, "q": find.query} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if before > 0 {
		query.Set("before", strconv.FormatInt(before, 10))
	}
	if len(query) == 0 {
		return p.url("orders")
	}
	return p.url("orders") + "?" + query.Encode()
}

func (s *server) submissionCounts(r *http.Request, p scope) (map[string]int, error) {
	rows, err := s.Store.SubmissionCounts(r.Context(), p.ID)
	counts := map[string]int{}
	for _, row := range rows {
		counts[row.Status] = int(row.Count)
	}
	return counts, err
}

func (s *server) submissionRow(r *http.Request, row db.SubmissionsRow) submissions.Row {
	return submissions.Row{
		Number: row.Number, Person: orText(row.Person, row.FirstName), Gist: submissionGist(row.Content), At: row.CreatedAt,
		Status: row.Status, Kind: row.Kind, Sum: sum(r, row.Total, row.Currency),
	}
}

func orText(s, otherwise string) string {
	if s != "" {
		return s
	}
	return otherwise
}

// sum is money in the language of who reads it; "" when there is none.
func sum(r *http.Request, minor int64, currency string) string {
	if currency == "" {
		return ""
	}
	return miniapp.FormatMoney(minor, currency, lang.From(r.Context()).Code())
}

// submissionGist is what a submission says in a few words: what is ordered,
// else what was answered besides name and contact.
func submissionGist(s miniapp.Submission) string {
	var parts []string
	for _, l := range s.Lines {
		part := l.Name()
		if l.Quantity > 1 {
			part += "\u00a0×\u00a0" + strconv.Itoa(l.Quantity)
		}
		parts = append(parts, part)
	}
	for _, f := range s.Fields {
		if !slices.Contains([]string{"name", "phone", "email", "consent", "checkbox"}, f.Type) {
			parts = append(parts, strings.Join(strings.Fields(f.Value), " "))
		}
	}
	if len(parts) == 0 {
		parts = []string{s.Title}
	}
	runes := []rune(strings.Join(parts, ", "))
	return string(runes[:min(len(runes), gistLong)])
}
