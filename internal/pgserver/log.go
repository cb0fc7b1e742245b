package pgserver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// maxLog is the size in bytes beyond which a start puts the log aside.
const maxLog = 8 << 20

// openLog opens PostgreSQL's own log, which holds starts, ends and crashes.
func (c *cluster) openLog() (*os.File, error) {
	if info, err := os.Stat(c.logFile()); err == nil && info.Size() > maxLog {
		if err := os.Rename(c.logFile(), c.logFile()+".1"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("put PostgreSQL's log aside: %w", err)
		}
	}
	f, err := os.OpenFile(c.logFile(), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL's log: %w", err)
	}
	return f, nil
}

// lastFatal is the reason that the log gives, after the position from, for
// the end of the server.
func (c *cluster) lastFatal(from int64) string {
	f, err := os.Open(c.logFile())
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	text, err := io.ReadAll(io.NewSectionReader(f, from, 64<<10))
	if err != nil {
		return err.Error()
	}
	if i := bytes.LastIndex(text, []byte("FATAL:")); i >= 0 {
		line, _, _ := bytes.Cut(text[i:], []byte("\n"))
		return string(line)
	}
	return lastLine(text)
}
