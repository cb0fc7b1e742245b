package sheet

import (
	"fmt"
	"io"
	"math"
	"time"

	"github.com/xuri/excelize/v2"
)

// styles are those of a file, by their numbers.
type styles struct {
	head, moment int
	// money by digits.
	money map[int]int
}

// WriteXLSX writes a table as a workbook of one sheet. Texts are texts there,
// whatever they begin with.
func (t Table) WriteXLSX(w io.Writer) error {
	f := excelize.NewFile()
	defer func() { _ = f.Close() }() // nothing but memory
	if err := t.fill(f); err != nil {
		return fmt.Errorf("make a workbook: %w", err)
	}
	if err := f.Write(w); err != nil {
		return fmt.Errorf("write a workbook: %w", err)
	}
	return nil
}

func (t Table) fill(f *excelize.File) error {
	if err := f.SetSheetName("Sheet1", t.Name); err != nil {
		return err
	}
	s, err := newStyles(f)
	if err != nil {
		return err
	}
	out, err := f.NewStreamWriter(t.Name)
	if err != nil {
		return err
	}
	if err := out.SetColWidth(1, max(len(t.Head), 1), 18); err != nil {
		return err
	}
	if err := out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	if err := out.SetRow("A1", s.heads(t.Head)); err != nil {
		return err
	}
	for i, row := range t.Rows {
		if err := out.SetRow(fmt.Sprintf("A%d", i+2), s.cells(row)); err != nil {
			return err
		}
	}
	return out.Flush()
}

func newStyles(f *excelize.File) (s styles, err error) {
	moment := "yyyy-mm-dd hh:mm"
	for _, made := range []struct {
		id    *int
		style *excelize.Style
	}{
		{&s.head, &excelize.Style{Font: &excelize.Font{Bold: true}}},
		{&s.moment, &excelize.Style{CustomNumFmt: &moment}},
	} {
		if *made.id, err = f.NewStyle(made.style); err != nil {
			return s, err
		}
	}
	s.money = map[int]int{}
	for digits, format := range map[int]string{0: "#,##0", 2: "#,##0.00", 3: "#,##0.000"} {
		if s.money[digits], err = f.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (s styles) heads(words []string) []any {
	row := make([]any, len(words))
	for i, w := range words {
		row[i] = excelize.Cell{StyleID: s.head, Value: w}
	}
	return row
}

func (s styles) cells(cells []Cell) []any {
	row := make([]any, len(cells))
	for i, c := range cells {
		switch v := c.(type) {
		case Money:
			row[i] = excelize.Cell{StyleID: s.money[v.Digits], Value: float64(v.Minor) / math.Pow10(v.Digits)}
		case time.Time:
			row[i] = excelize.Cell{StyleID: s.moment, Value: wall(v)}
		default:
			row[i] = v
		}
	}
	return row
}

// wall is a time by its clock alone: a workbook knows no zones.
func wall(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}
