package main

import (
	"io"
	"log/slog"

	"botyard/internal/secret"
)

// newLog writes structured lines, one event a line, without secrets and
// without people's words.
func newLog(w io.Writer, lowest slog.Level) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: lowest, ReplaceAttr: secret.Redact}))
}
