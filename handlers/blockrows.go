package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"botyard/internal/project"
	"botyard/internal/spec"
	"botyard/miniapp"
	"botyard/views/pages"
)

// workRows adds, moves or removes a row of a list in a block, with the form as
// it was typed, which may be unfinished.
func (s *server) workRows(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	act, known := pages.ReadRowAct(r.PostForm)
	if !known {
		return statusError(http.StatusUnprocessableEntity)
	}
	form := readBlockForm(r)
	form.typing = true
	err = s.editPage(r, p, func(d *project.Draft, on int) error {
		i := blockIndex(d.Pages[on].Blocks, r.PathValue("block"))
		if i < 0 {
			return errNotFound
		}
		form.kind, _ = miniapp.Kinds.Kind(d.Pages[on].Blocks[i].Kind)
		form.values = pages.ReadValues(form.kind, r.PostForm)
		if act, known = rework(form.kind, form.values, act); !known {
			return statusError(http.StatusUnprocessableEntity)
		}
		return form.edit(d, on, i)
	})
	if err != nil {
		return s.refuseBlock(w, r, p, form, err)
	}
	query := url.Values{"block": {r.PathValue("block")}, "row": {act.Focus()}}
	return s.goTo(w, r, p.url("pages", r.PathValue("page"))+"?"+query.Encode())
}

// rework carries out an act on the rows of a form; what it gives tells where
// the row is then. False when there is no such list or row.
func rework(k spec.Kind, values map[string]string, act pages.RowAct) (pages.RowAct, bool) {
	list, found := fieldAt(k.Fields, act.List)
	if !found || list.Type != spec.Rows {
		return act, false
	}
	rows := rowsOf(values, list)
	if act.What != "add" && (act.At < 0 || act.At >= len(rows)) {
		return act, false
	}
	switch act.What {
	case "add":
		act.At = len(rows)
		rows = append(rows, newRow(list, rows))
	case "remove":
		rows = append(rows[:act.At], rows[act.At+1:]...)
	case "up", "down":
		to := act.At + neighbours[act.What]
		if to >= 0 && to < len(rows) {
			rows[act.At], rows[to] = rows[to], rows[act.At]
			act.At = to
		}
	default:
		return act, false
	}
	putRows(values, list, rows)
	return act, true
}

// rowsOf takes the rows of a list out of a form's values, by their own names.
func rowsOf(values map[string]string, list spec.Field) []map[string]string {
	n, _ := strconv.Atoi(values[list.Name])
	rows := make([]map[string]string, n)
	for i := range rows {
		rows[i] = map[string]string{}
		prefix := list.Name + "." + strconv.Itoa(i) + "."
		for name, value := range values {
			if own, is := strings.CutPrefix(name, prefix); is {
				rows[i][own] = value
			}
		}
	}
	return rows
}

// putRows puts rows in place of those that were there.
func putRows(values map[string]string, list spec.Field, rows []map[string]string) {
	for name := range values {
		if strings.HasPrefix(name, list.Name+".") {
			delete(values, name)
		}
	}
	values[list.Name] = strconv.Itoa(len(rows))
	for i, row := range rows {
		for name, value := range row {
			values[list.Name+"."+strconv.Itoa(i)+"."+name] = value
		}
	}
}

// newRow is an empty row; where rows have ids it has one that is free.
func newRow(list spec.Field, rows []map[string]string) map[string]string {
	row, taken := map[string]string{}, map[string]bool{}
	for _, other := range rows {
		taken[other["id"]] = true
	}
	for _, f := range list.Fields {
		row[f.Name] = ""
		if len(f.Options) > 0 {
			row[f.Name] = f.Options[0].Value
		}
	}
	if _, has := row["id"]; has {
		n := len(rows) + 1
		for taken["f"+strconv.Itoa(n)] {
			n++
		}
		row["id"] = "f" + strconv.Itoa(n)
	}
	return row
}
