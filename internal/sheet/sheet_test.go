package sheet

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

var omsk = time.FixedZone("Omsk", 6*3600)

var sample = Table{
	Name: "Заявки",
	Head: []string{"№", "=Когда", "Кто", "Телефон", "Сумма"},
	Rows: [][]Cell{
		{int64(17), time.Date(2026, 11, 30, 12, 4, 0, 0, omsk), "Анна; \"А\"", "+79001234567", Money{125050, 2}},
		{int64(18), nil, "=HYPERLINK(\"http://x.example\")", "@SUM(A1)", Money{5, 2}},
		{int64(19), nil, "две\r\nстроки", "-1", Money{700, 0}},
		{int64(20), nil, " =1+1", "\t=1", Money{-5, 2}},
		{int64(21), nil, "＝1", "|x", nil},
	},
}

func TestCSV(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := sample.WriteCSV(&b, ","); err != nil {
		t.Fatal(err)
	}
	want := "\ufeff№;'=Когда;Кто;Телефон;Сумма\r\n" +
		"17;2026-11-30 12:04;\"Анна; \"\"А\"\"\";'+79001234567;1250,50\r\n" +
		"18;;\"'=HYPERLINK(\"\"http://x.example\"\")\";'@SUM(A1);0,05\r\n" +
		"19;;\"две\r\nстроки\";'-1;700\r\n" +
		"20;;' =1+1;'\t=1;-0,05\r\n" +
		"21;;'＝1;'|x;\r\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("WriteCSV (-want +got):\n%s", diff)
	}
	b.Reset()
	if err := sample.WriteCSV(&b, "."); err != nil || !strings.Contains(b.String(), "'+79001234567,1250.50\r\n") {
		t.Errorf("WriteCSV with points = %s, %v", b.String(), err)
	}
}

// FuzzCSV asks that no cell begins like a formula, whatever was typed, and
// that what was typed is in it.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{"=1", " =1", "\u00a0+7", "\n=1", "a", "'", "\"=1", ";=1", "\r=1", "\ufeff=1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		var b bytes.Buffer
		if err := (Table{Head: []string{"a", "b"}, Rows: [][]Cell{{typed, "x"}}}).WriteCSV(&b, ","); err != nil {
			t.Fatal(err)
		}
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(b.String(), mark)))
		r.Comma = ';'
		rows, err := r.ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%q: read back %q, %v", typed, rows, err)
		}
		cell := rows[1][0]
		if strings.IndexAny(strings.TrimLeft(cell, " \u00a0"), "=+-@\t") == 0 {
			t.Errorf("%q: the cell is %q, which is a formula", typed, cell)
		}
	})
}

func TestXLSX(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := sample.WriteXLSX(&b); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows("Заявки")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"№", "=Когда", "Кто", "Телефон", "Сумма"},
		{"17", "2026-11-30 12:04", "Анна; \"А\"", "+79001234567", "1,250.50"},
		{"18", "", "=HYPERLINK(\"http://x.example\")", "@SUM(A1)", "0.05"},
	}
	if diff := cmp.Diff(want, rows[:3]); diff != "" {
		t.Errorf("GetRows (-want +got):\n%s", diff)
	}
	for cell, want := range map[string]excelize.CellType{"C3": excelize.CellTypeInlineString, "D2": excelize.CellTypeInlineString, "E2": excelize.CellTypeUnset} {
		if got, err := f.GetCellType("Заявки", cell); err != nil || got != want {
			t.Errorf("type of %s = %v, %v, want %v", cell, got, err, want)
		}
		if formula, err := f.GetCellFormula("Заявки", cell); err != nil || formula != "" {
			t.Errorf("formula of %s = %q, %v, want none", cell, formula, err)
		}
	}
}
