package handlers

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/miniapp"
	"botyard/views/desk"
	"botyard/views/page"
)

// How much of a bot the desk shows.
const (
	stuckShown = 10
	sendsShown = 20
	chatShown  = 50
)

// deskProject is a project as staff see it: anybody's.
func (s *server) deskProject(r *http.Request) (db.DeskProjectRow, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return db.DeskProjectRow{}, errNotFound
	}
	return s.Store.DeskProject(r.Context(), id)
}

// showDeskBot shows one bot: what waits, what went wrong, whose it is.
func (s *server) showDeskBot(w http.ResponseWriter, r *http.Request) error {
	p, err := s.deskProject(r)
	if err != nil {
		return err
	}
	return s.renderDeskBot(w, r, http.StatusOK, p, nil)
}

func (s *server) renderDeskBot(w http.ResponseWriter, r *http.Request, status int, p db.DeskProjectRow, wrong page.Mistakes) error {
	ctx := r.Context()
	rows, err := s.botsOf(ctx, []int64{p.ID}, 0)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return errNotFound
	}
	screen := desk.BotPage{
		Bot: botOf(rows[0]), Owners: p.Owners, Address: s.Projects.PageURL(miniapp.Site, p.Slug), Account: p.AccountID, Created: p.CreatedAt,
		Suspension: desk.Suspension{Since: moment(p.SuspendedAt), Reason: p.SuspendedReason},
		Release:    int(p.Release), PausedBy: p.PausedBy, PausedWhy: p.PausedWhy, PausedAt: moment(p.PausedAt),
	}
	screen.Suspension.Mistakes = wrong
	if err := s.addTroubles(ctx, p.ID, &screen); err != nil {
		return err
	}
	if about, err := strconv.ParseInt(r.URL.Query().Get("about"), 10, 64); err == nil {
		if err := s.addAbout(ctx, p.ID, about, &screen); err != nil {
			return err
		}
	}
	return s.render(w, r, status, desk.BotScreen(screen))
}

func (s *server) addTroubles(ctx context.Context, project int64, screen *desk.BotPage) error {
	stuck, err := s.Store.StuckEvents(ctx, db.StuckEventsParams{ProjectID: project, Most: stuckShown})
	if err != nil {
		return err
	}
	for _, e := range stuck {
		screen.Stuck = append(screen.Stuck, desk.Event{
			Number: e.EventID, Chat: e.ChatID, Kind: kinds[e.Kind], At: e.ReceivedAt, Next: e.NextAttemptAt, Attempts: int(e.Attempts), Error: e.LastError,
		})
	}
	if screen.Causes, err = s.causes(ctx, project); err != nil {
		return err
	}
	failed, err := s.Store.FailedSends(ctx, project)
	if err != nil {
		return err
	}
	for i := range screen.Causes {
		screen.Causes[i].Username = screen.Bot.Username
	}
	for _, row := range failed {
		one := db.AllFailedSendsRow{Outcome: row.Outcome, Code: row.Code, N: row.N, Bots: 1, Last: row.Last}
		for _, c := range failedOf([]db.AllFailedSendsRow{one}) {
			c.Username = screen.Bot.Username
			screen.Failed = append(screen.Failed, c)
		}
	}
	unknown, err := s.Store.UnknownSends(ctx, db.UnknownSendsParams{ProjectID: project, Most: sendsShown})
	screen.Unknown = sendsOf(unknown)
	return err
}

// kinds names the kinds of events.
var kinds = map[int16]string{1: "update", 2: "timer", 3: "http_answer", 4: "command"}

// addAbout tells of the chat or the update that was searched for.
func (s *server) addAbout(ctx context.Context, project, number int64, screen *desk.BotPage) error {
	fate, err := s.Store.UpdateFate(ctx, db.UpdateFateParams{ProjectID: project, UpdateID: number})
	if err == nil {
		screen.Update = &desk.Update{ID: number, At: fate.ReceivedAt, Skipped: fate.Skipped}
	} else if !db.NotFound(err) {
		return err
	}
	lines, err := s.Store.ChatLog(ctx, db.ChatLogParams{ProjectID: project, ChatID: number, Most: chatShown})
	if err != nil || len(lines) == 0 {
		return err
	}
	screen.Chat = &desk.Chat{ID: number}
	for _, l := range lines {
		screen.Chat.Lines = append(screen.Chat.Lines, desk.Line{At: l.At, Outcome: l.Outcome, Code: l.Code})
	}
	return nil
}

// pauseProject lets a bot's messages wait.
func (s *server) pauseProject(w http.ResponseWriter, r *http.Request) error {
	p, err := s.deskProject(r)
	if err != nil {
		return err
	}
	why := r.PostFormValue("why")
	if !slices.Contains(desk.Pauses, why) {
		return statusError(http.StatusUnprocessableEntity)
	}
	n, err := s.Store.PauseProject(r.Context(), db.PauseProjectParams{PausedBy: of(r).person.ID, Why: why, ProjectID: p.ID})
	if err != nil {
		return err
	}
	return s.stopped(w, r, p, audit.PausedQueue, "toast.desk_paused", n)
}

// resumeProject lets them be handled again.
func (s *server) resumeProject(w http.ResponseWriter, r *http.Request) error {
	p, err := s.deskProject(r)
	if err != nil {
		return err
	}
	n, err := s.Store.UnpauseProject(r.Context(), p.ID)
	if err != nil {
		return err
	}
	return s.stopped(w, r, p, audit.ResumedQueue, "toast.desk_resumed", n)
}

// stopped writes down and says what was done, when it was not done already.
func (s *server) stopped(w http.ResponseWriter, r *http.Request, p db.DeskProjectRow, did audit.Action, toast string, n int64) error {
	if n > 0 {
		if err := s.recordAtDesk(r, did, p.ID, 0); err != nil {
			return err
		}
		s.toast(r, page.Toast{Key: toast})
	}
	return s.goTo(w, r, deskURL(p.ID))
}

// recordAtDesk writes down what staff did with somebody's project, 0 for all.
func (s *server) recordAtDesk(r *http.Request, did audit.Action, project, subject int64) error {
	return audit.Record(r.Context(), s.Store.Queries, audit.Entry{Action: did, Project: project, Subject: subject})
}
