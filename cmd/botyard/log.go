package main

import (
	"io"
	"log/slog"

	"botyard/internal/secret"
)

// newLog writes structured lines, one event a line, without secrets and
// without people's words.
func newLog(w io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: slog.LevelInfo, ReplaceAttr: secret.Redact}))
}
