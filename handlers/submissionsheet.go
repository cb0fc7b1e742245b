package handlers

import (
	"bytes"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/lang"
	"botyard/internal/project"
	"botyard/internal/sheet"
	"botyard/internal/submission"
	"botyard/miniapp"
)

const (
	// sheetMost is how many submissions one file holds, the newest.
	sheetMost = 10_000
	// sheetColumns is how many questions get a column of their own.
	sheetColumns = 60
)

// exportSubmissions gives what the list shows as a file, and notes that in the audit.
func (s *server) exportSubmissions(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if err := s.Accounts.Allow(r.Context(), "orders", p.AccountID, exportsPerMinute*4); err != nil {
		return err
	}
	format := r.PostForm.Get("format")
	if format != "csv" && format != "xlsx" {
		return statusError(http.StatusUnprocessableEntity)
	}
	find := readSought(r)
	words, number := submission.Sought(find.query)
	rows, err := s.Store.ExportSubmissions(r.Context(), db.ExportSubmissionsParams{
		ProjectID: p.ID, Before: math.MaxInt64, Status: find.status, Words: words, Wanted: number, Most: sheetMost,
	})
	if err != nil {
		return err
	}
	err = audit.Record(r.Context(), s.Store.Queries, audit.Entry{Action: audit.ExportedOrders, Project: p.ID, Subject: int64(len(rows))})
	if err != nil {
		return err
	}
	return s.writeSheet(w, r, format, s.submissionSheet(r, p, rows))
}

func (s *server) writeSheet(w http.ResponseWriter, r *http.Request, format string, table sheet.Table) error {
	var file bytes.Buffer
	kind := "text/csv; charset=utf-8"
	err := error(nil)
	if format == "xlsx" {
		kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
		err = table.WriteXLSX(&file)
	} else {
		err = table.WriteCSV(&file, lang.T(r.Context(), "orders.point"))
	}
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", `attachment; filename="orders-`+s.Now().Format(time.DateOnly)+"."+format+`"`)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(file.Bytes()) // the browser has gone
	return nil
}

// submissionSheet has a row for each submission and a column for each question.
func (s *server) submissionSheet(r *http.Request, p scope, rows []db.ExportSubmissionsRow) sheet.Table {
	ctx, zone := r.Context(), project.Zone(p.Zone)
	asked := questionsOf(rows)
	t := sheet.Table{Name: lang.T(ctx, "nav.orders")}
	for _, column := range []string{"column.number", "column.when", "column.what", "status", "column.form", "column.person", "column.reach", "telegram", "lines", "sum"} {
		t.Head = append(t.Head, lang.T(ctx, "orders."+column))
	}
	t.Head = append(append(t.Head, asked...), lang.T(ctx, "orders.note"))
	for _, row := range rows {
		cells := []sheet.Cell{
			row.Number, row.CreatedAt.In(zone), lang.T(ctx, "orders.kind_of."+row.Kind), lang.T(ctx, "orders.is."+row.Status), row.Title,
			orText(row.Person, row.FirstName), row.Contact, atName(row.Username), linesText(row.Content.Lines), money(row.Total, row.Currency),
		}
		for _, question := range asked {
			cells = append(cells, answerIn(question, row.Content.Fields))
		}
		t.Rows = append(t.Rows, append(cells, row.Note))
	}
	return t
}

// questionsOf are the labels of all answers that have no column otherwise, in
// the order of the newest.
func questionsOf(rows []db.ExportSubmissionsRow) (labels []string) {
	for _, row := range rows {
		for _, f := range row.Content.Fields {
			if f.Type != "name" && f.Type != "consent" && f.Value != row.Contact && !slices.Contains(labels, f.Label) && len(labels) < sheetColumns {
				labels = append(labels, f.Label)
			}
		}
	}
	return labels
}

func answerIn(label string, fields []miniapp.Value) string {
	for _, f := range fields {
		if f.Label == label {
			return f.Value
		}
	}
	return ""
}

func atName(username string) string {
	if username == "" {
		return ""
	}
	return "t.me/" + username
}

func linesText(lines []miniapp.OrderLine) string {
	parts := make([]string, len(lines))
	for i, l := range lines {
		parts[i] = l.Name() + " × " + strconv.Itoa(l.Quantity)
	}
	return strings.Join(parts, "\n")
}

func money(minor int64, currency string) sheet.Cell {
	if currency == "" {
		return nil
	}
	return sheet.Money{Minor: minor, Digits: miniapp.MoneyDigits(currency)}
}
