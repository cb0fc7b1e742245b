package handlers

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"botyard/db"
	"botyard/views/desk"
)

const (
	// deskBots is how many bots a page of the desk shows.
	deskBots = 50
	// deskReach is how far one may turn the pages: whom nobody waits for is
	// rather searched for.
	deskReach = 1000
	// deskFound is how many projects a search finds at most.
	deskFound = 200
	// deskLetters is how many of a cause are shown.
	deskLetters = 5
)

// showQueues shows the desk: the bots, the worst first, or those that a search
// finds. As a fragment it is what refreshes by itself.
func (s *server) showQueues(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	screen := desk.Queues{Query: trimmed(r.URL.Query().Get("q")), From: 1}
	if from, err := strconv.Atoi(r.URL.Query().Get("from")); err == nil && from > 1 {
		screen.From = min(from, deskReach-deskBots+1)
	}
	totals, err := s.Store.DeskTotals(ctx)
	if err != nil {
		return err
	}
	screen.Totals = totalsOf(totals)
	screen.Every = int(totals.Bots)
	if err := s.addBots(ctx, &screen); err != nil {
		return err
	}
	if screen.Causes, err = s.allCauses(ctx); err != nil {
		return err
	}
	if isFragment(r) {
		return s.fragment(w, r, http.StatusOK, desk.QueuesRegion(screen))
	}
	return s.render(w, r, http.StatusOK, desk.QueuesPage(screen))
}

func (s *server) addBots(ctx context.Context, screen *desk.Queues) error {
	after := int32(screen.From - 1)
	rows, about := []db.DeskBotsRow(nil), int64(0)
	var err error
	if screen.Query == "" {
		rows, err = s.Store.DeskBots(ctx, db.DeskBotsParams{Most: deskBots, After: after})
	} else {
		var found []int64
		if found, about, err = s.search(ctx, screen.Query); err == nil {
			screen.Every = len(found)
			rows, err = s.botsOf(ctx, found, after)
		}
	}
	if err != nil {
		return err
	}
	for _, row := range rows {
		b := botOf(row)
		b.About = about
		screen.Bots = append(screen.Bots, b)
	}
	if next := screen.From + deskBots; next <= min(screen.Every, deskReach) {
		screen.Older = screen.At(next)
	}
	if screen.From > 1 {
		screen.Newer = screen.At(max(screen.From-deskBots, 1))
	}
	return nil
}

// botsOf gives the bots of some projects, the worst first.
func (s *server) botsOf(ctx context.Context, projects []int64, after int32) (bots []db.DeskBotsRow, err error) {
	rows, err := s.Store.DeskBotsOf(ctx, db.DeskBotsOfParams{Projects: projects, Most: deskBots, After: after})
	for _, row := range rows {
		bots = append(bots, db.DeskBotsRow(row))
	}
	return bots, err
}

// search finds projects by what support is told: an e-mail, @bot or an
// address, or a number, which is then what the bot's page tells about.
func (s *server) search(ctx context.Context, query string) (projects []int64, about int64, err error) {
	if n, err := strconv.ParseInt(query, 10, 64); err == nil {
		projects, err = s.Store.FindByNumber(ctx, db.FindByNumberParams{Number: n, Most: deskFound})
		if err == nil && len(projects) == 0 {
			projects, err = s.Store.FindByUpdate(ctx, db.FindByUpdateParams{Number: n, Most: deskFound})
		}
		return projects, n, err
	}
	query = strings.ToLower(query)
	if i := strings.IndexByte(query, '@'); i > 0 {
		projects, err = s.Store.FindByEmail(ctx, db.FindByEmailParams{Beginning: beginning(query), Most: deskFound})
		return projects, 0, err
	}
	name := strings.TrimPrefix(query, "@")
	slug := name
	if i := strings.LastIndexByte(name, '/'); i >= 0 { // a whole address: t.me/bot, …/s/slug
		name, slug = name[i+1:], name[i+1:]
	}
	projects, err = s.Store.FindByName(ctx, db.FindByNameParams{Beginning: beginning(name), Slug: slug, Most: deskFound})
	if err == nil && len(projects) == 0 {
		projects, err = s.Store.FindByEmail(ctx, db.FindByEmailParams{Beginning: beginning(query), Most: deskFound})
	}
	return projects, 0, err
}

// beginning makes a pattern of LIKE for what begins with a text.
func beginning(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + "%"
}

func totalsOf(row db.DeskTotalsRow) desk.Totals {
	t := desk.Totals{
		Connected: int(row.Connected), Waiting: int(row.Waiting), Unsent: int(row.Unsent), Dead: int(row.Dead),
		Received: int(row.Received), Sent: int(row.Sent), Oldest: inSeconds(row.OldestSeconds),
	}
	if row.MeasuredAt.Unix() > 0 {
		t.At = row.MeasuredAt
	}
	return t
}

func botOf(row db.DeskBotsRow) desk.Bot {
	return desk.Bot{
		Project: row.ID, Name: row.Name, Username: row.Bot, Waiting: int(row.Waiting), Bytes: row.WaitingBytes,
		Unsent: int(row.Unsent), Retrying: int(row.Retrying), Oldest: inSeconds(max(row.WaitingSeconds, row.UnsentSeconds)),
		Received: int(row.Received), Sent: int(row.Sent), Dead: int(row.Dead), State: deskState(row),
		Delivered: moment(row.ReceivedAt), Pending: int(row.WebhookPending), Complaint: row.WebhookError,
		ComplaintAt: moment(row.WebhookErrorAt), Error: row.Error, ErrorAt: moment(row.ErrorAt),
	}
}

// deskState is how a bot stands, what staff decided before what Telegram says.
func deskState(row db.DeskBotsRow) desk.State {
	switch {
	case row.Suspended:
		return desk.Suspended
	case row.PausedAt != nil:
		return desk.Paused
	case row.Desired != "connected":
		return desk.NoBot
	case row.Reason == "token_revoked":
		return desk.Revoked
	case row.Reason == "foreign_webhook":
		return desk.Foreign
	case row.Actual != "connected" && row.Reason != "":
		return desk.Failing
	case row.Actual != "connected":
		return desk.Connecting
	case row.WebhookError != "":
		return desk.Complained
	}
	return desk.Connected
}

func inSeconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func moment(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}
