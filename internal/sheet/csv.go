package sheet

import (
	"encoding/csv"
	"fmt"
	"io"
)

// mark tells spreadsheets that a file is UTF-8.
const mark = "\ufeff"

// WriteCSV writes a table as spreadsheets of a country expect it: where point
// is ",", cells are parted by semicolons.
func (t Table) WriteCSV(w io.Writer, point string) error {
	if _, err := io.WriteString(w, mark); err != nil {
		return fmt.Errorf("write a table: %w", err)
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	if point == "," {
		out.Comma = ';'
	}
	cells := make([]string, len(t.Head))
	for i, words := range t.Head {
		cells[i] = harmless(words)
	}
	err := out.Write(cells)
	for _, row := range t.Rows {
		for i, cell := range row {
			cells[i] = text(cell, point)
		}
		if err == nil {
			err = out.Write(cells)
		}
	}
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	if err != nil {
		return fmt.Errorf("write a table: %w", err)
	}
	return nil
}
