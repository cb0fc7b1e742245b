package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"botyard/internal/media"
	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// reads waits for the bot's next message, the oldest that was not read yet.
func (t *dialog) reads() telegram.Message {
	t.r.t.Helper()
	newest := t.r.nextMessage(t.visitor, t.bot, t.last)
	messages, err := t.visitor.Messages(t.bot.ID)
	if err != nil {
		t.r.t.Fatal(err)
	}
	for _, m := range messages {
		if m.From.ID == t.bot.ID && m.ID > t.last {
			newest = m
			break
		}
	}
	t.last = newest.ID
	return newest
}

// asks sends words and gives the bot's next message.
func (t *dialog) asks(text string) telegram.Message {
	t.r.t.Helper()
	if _, err := t.visitor.Send(t.bot.ID, text); err != nil {
		t.r.t.Fatal(err)
	}
	return t.reads()
}

// presses a button by its label.
func (t *dialog) presses(under int64, label string) {
	t.r.t.Helper()
	if _, err := t.visitor.Press(t.bot.ID, under, label); err != nil {
		t.r.t.Fatalf("press %q: %v", label, err)
	}
}

// becomes waits until a message reads so.
func (t *dialog) becomes(id int64, words string) telegram.Message {
	t.r.t.Helper()
	var now telegram.Message
	eventually(t.r.t, "the message to read "+words, func() bool {
		messages, err := t.visitor.Messages(t.bot.ID)
		if err != nil {
			t.r.t.Fatal(err)
		}
		for _, m := range messages {
			if m.ID == id {
				now = m
			}
		}
		return now.Text == words || now.Caption == words && words != ""
	})
	return now
}

// labels are what is written on the buttons under a message, a row a line.
func labels(m telegram.Message) string {
	if m.ReplyMarkup == nil {
		return ""
	}
	var rows []string
	for _, row := range m.ReplyMarkup.InlineKeyboard {
		var keys []string
		for _, b := range row {
			keys = append(keys, b.Text)
		}
		rows = append(rows, strings.Join(keys, " "))
	}
	return strings.Join(rows, "\n")
}

// pictureOf is a picture of one colour.
func pictureOf(t *testing.T, shade uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 40, 30))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	img.SetGray(0, 0, color.Gray{Y: 255 - shade})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// keeps uploads a picture and a file to a project, and gives their keys.
func (r *rig) keeps(project int64) (picture, file string) {
	r.t.Helper()
	store := media.New(r.app.store)
	image, err := store.AddImage(r.t.Context(), project, bytes.NewReader(pictureOf(r.t, 90)))
	if err != nil {
		r.t.Fatal(err)
	}
	kept, err := store.AddFile(r.t.Context(), project, "price.pdf", strings.NewReader("%PDF-1.4 prices"))
	if err != nil {
		r.t.Fatal(err)
	}
	return image.Key, kept.Key
}

// sending makes a bot with scenarios in which PICTURE and FILE stand for
// uploaded files.
func (r *rig) sending(username, scenarios string) (int64, sim.Bot) {
	r.t.Helper()
	project, bot := r.publishedBot(username)
	picture, file := r.keeps(project)
	r.replaceScenarios(project, strings.NewReplacer("PICTURE", picture, "FILE", file).Replace(scenarios))
	return project, bot
}

// startRuns are scenarios of which /start runs the steps.
func startRuns(steps string) string {
	return `[{"id": "s1", "title": "Start", "triggers": [{"kind": "command", "command": "start"}], "steps": [` + steps + `]}]`
}

// logged are the different outcomes of what was sent.
func (r *rig) logged() (outcomes string) {
	r.t.Helper()
	err := r.app.store.Pool.QueryRow(r.t.Context(), `SELECT coalesce(string_agg(DISTINCT trim(outcome || ' ' || code), ', '), '')
		FROM message_log WHERE outcome <> 'received'`).Scan(&outcomes)
	if err != nil {
		r.t.Fatal(err)
	}
	return outcomes
}
