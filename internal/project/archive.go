package project

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/miniapp"
)

// archive is a zip of JSON files that is written as it is made.
type archive struct{ zip *zip.Writer }

func newArchive(w io.Writer) *archive { return &archive{zip.NewWriter(w)} }

func (z *archive) close() error {
	if err := z.zip.Close(); err != nil {
		return fmt.Errorf("end the export: %w", err)
	}
	return nil
}

func (z *archive) file(name string) (io.Writer, error) {
	w, err := z.zip.Create(name)
	if err != nil {
		return nil, fmt.Errorf("begin %s: %w", name, err)
	}
	return w, nil
}

func (z *archive) json(name string, v any) error {
	w, err := z.file(name)
	if err != nil {
		return err
	}
	if err := written(w, v); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func written(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// list writes a JSON list, item by item.
func (z *archive) list(name string, each func(add func(any) error) error) error {
	w, err := z.file(name)
	if err != nil {
		return err
	}
	before := "["
	err = each(func(item any) error {
		if _, err := io.WriteString(w, before); err != nil {
			return err
		}
		before = ","
		return written(w, item)
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	end := "]\n"
	if before == "[" {
		end = "[]\n"
	}
	if _, err := io.WriteString(w, end); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// accountFile is account.json.
type accountFile struct {
	Email     string    `json:"email"`
	Language  string    `json:"language"`
	CreatedAt time.Time `json:"created_at"`
}

// projectFile is project.json.
type projectFile struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Address  string `json:"address"`
	// Bot is its username, "" without one.
	Bot       string    `json:"bot"`
	Version   *int32    `json:"current_version"`
	CreatedAt time.Time `json:"created_at"`
}

// clientFile is an item of clients.json; it mirrors the row of its query.
type clientFile struct {
	UserID    int64     `json:"telegram_user"`
	FirstName string    `json:"first_name"`
	LastName  string    `json:"last_name"`
	Username  string    `json:"username"`
	Language  string    `json:"language"`
	Source    string    `json:"source"`
	CreatedAt time.Time `json:"first_seen"`
	SeenOn    time.Time `json:"last_seen"`
	Data      flow.Data `json:"data"`
	Tags      []string  `json:"tags"`
}

// submissionFile is an item of submissions.json.
type submissionFile struct {
	Number       int64     `json:"number"`
	At           time.Time `json:"at"`
	Source       string    `json:"source"`
	TelegramUser int64     `json:"telegram_user,omitempty"`
	Status       string    `json:"status"`
	Note         string    `json:"note,omitempty"`
	miniapp.Submission
}

// messageFile is an item of messages.json.
type messageFile struct {
	Chat     int64     `json:"chat"`
	At       time.Time `json:"at"`
	Outgoing bool      `json:"from_bot"`
	// Outcome is received, sent, failed, unknown or expired; Code says why.
	Outcome string `json:"outcome"`
	Code    string `json:"code,omitempty"`
	Words   string `json:"words,omitempty"`
}

func messageOf(row db.ExportMessagesRow) messageFile {
	return messageFile{row.ChatID, row.At, row.Outgoing, row.Outcome, row.Code, row.Words}
}
