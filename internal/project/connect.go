package project

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"botyard/db"
	"botyard/internal/audit"
	"botyard/internal/richtext"
	"botyard/internal/telegram"
)

// Why a bot cannot be connected.
var (
	// ErrTokenShape means that the text is no token at all.
	ErrTokenShape = errors.New("not a token")
	// ErrTokenRefused means that Telegram does not know the token: wrong or revoked.
	ErrTokenRefused = errors.New("token refused")
	// ErrBotTaken means that another project here has the bot.
	ErrBotTaken = errors.New("the bot belongs to another project")
	// ErrOtherBot means that this project has another bot connected.
	ErrOtherBot = errors.New("another bot is connected")
	// ErrTooLate means that a disconnection can no longer be undone.
	ErrTooLate = errors.New("the bot's token is forgotten")
	// ErrTelegramUnreachable means that Telegram did not answer; it may later.
	ErrTelegramUnreachable = errors.New("telegram is unreachable")
)

// ForeignWebhookError means that the bot is served by someone else.
type ForeignWebhookError struct {
	// Host is where its messages go now.
	Host string
}

func (e *ForeignWebhookError) Error() string { return "the bot is served by " + e.Host }

// WebhookPath is the path below which webhooks arrive.
const WebhookPath = "/v1/telegram/webhooks/"

// connectWait is how long Connect waits for the bot to be connected.
const connectWait = 5 * time.Second

// Connect checks a token and stores that its bot shall be connected to the
// project; the shard owner brings it about, also after a crash. It waits a
// little for that and returns nil in either case: Connection tells the state.
// takeOver allows to take the bot from another service.
func (s *Service) Connect(ctx context.Context, projectID int64, token string, takeOver bool) error {
	token = strings.TrimSpace(token)
	if !telegram.ValidToken(token) {
		return ErrTokenShape
	}
	return s.connectTo(ctx, projectID, telegram.Token(token), takeOver)
}

func (s *Service) connectTo(ctx context.Context, projectID int64, token telegram.Token, takeOver bool) error {
	me, err := s.askBot(ctx, token, takeOver)
	if err != nil {
		return err
	}
	if err := s.wantConnected(ctx, projectID, token, me); err != nil {
		return err
	}
	s.Nudge()
	s.await(ctx, projectID)
	return nil
}

// askBot learns who the token's bot is and who serves it.
func (s *Service) askBot(ctx context.Context, token telegram.Token, takeOver bool) (telegram.Me, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	me, err := s.Telegram.GetMe(ctx, token)
	if err != nil {
		return me, askError(err)
	}
	if me, err = plausible(me, token); err != nil {
		return me, err
	}
	info, err := s.Telegram.GetWebhookInfo(ctx, token)
	if err != nil {
		return me, askError(err)
	}
	if host := s.foreignHost(info.URL); host != "" && !takeOver {
		return me, &ForeignWebhookError{Host: host}
	}
	return me, nil
}

var usernameShape = regexp.MustCompile(`^[A-Za-z0-9_]{1,64}$`)

// nameMost is how many runes of a bot's name are kept; Telegram takes 64.
const nameMost = 256

// plausible refuses an answer that is none of Telegram's: another bot than the
// token's, no bot, one without a name to call it by.
func plausible(me telegram.Me, token telegram.Token) (telegram.Me, error) {
	id, _, _ := strings.Cut(string(token), ":")
	if strconv.FormatInt(me.ID, 10) != strings.TrimLeft(id, "0") || !me.IsBot || !usernameShape.MatchString(me.Username) {
		return me, fmt.Errorf("%w: getMe tells of no bot of this token", ErrTelegramUnreachable)
	}
	name := []rune(db.Storable(me.FirstName))
	me.FirstName = string(name[:min(len(name), nameMost)])
	return me, nil
}

func askError(err error) error {
	switch telegram.Classify(err) {
	case telegram.Unauthorized, telegram.Misrouted:
		return ErrTokenRefused
	}
	return fmt.Errorf("%w: %w", ErrTelegramUnreachable, err)
}

// foreignHost names the host of a webhook that is not ours; "" when it is, or
// when there is none.
func (s *Service) foreignHost(webhook string) string {
	if webhook == "" || s.PublicURL != "" && strings.HasPrefix(webhook, s.PublicURL+WebhookPath) {
		return ""
	}
	u, err := url.Parse(webhook)
	if err != nil || u.Host == "" {
		return "?"
	}
	return u.Hostname()
}

func (s *Service) wantConnected(ctx context.Context, projectID int64, token telegram.Token, me telegram.Me) error {
	var id int64
	err := s.Store.InTx(ctx, func(q *db.Queries) error {
		now, err := q.LiveIntegration(ctx, projectID)
		if err != nil && !db.NotFound(err) {
			return fmt.Errorf("read the bot of project %d: %w", projectID, err)
		}
		if err == nil && now.Desired == "connected" && now.BotID != me.ID {
			return ErrOtherBot
		}
		id, err = s.storeWish(ctx, q, projectID, token, me)
		return err
	})
	if db.Violates(err, "integrations_live_idx") {
		return ErrOtherBot
	}
	if err == nil {
		s.Vault.Forget(id)
	}
	return err
}

func (s *Service) storeWish(ctx context.Context, q *db.Queries, projectID int64, token telegram.Token, me telegram.Me) (id int64, err error) {
	id, err = q.WantConnected(ctx, db.WantConnectedParams{
		ProjectID: projectID, BotID: me.ID, BotUsername: me.Username, BotName: richtext.Name(me.FirstName),
		Token: s.Vault.Seal(token, projectID, me.ID),
	})
	if err != nil {
		return 0, fmt.Errorf("store the bot of project %d: %w", projectID, err)
	}
	claimed, err := q.ClaimBot(ctx, db.ClaimBotParams{BotID: me.ID, ProjectID: projectID, IntegrationID: id})
	if err != nil {
		return 0, fmt.Errorf("claim bot %d: %w", me.ID, err)
	}
	if claimed == 0 {
		return 0, ErrBotTaken
	}
	return id, audit.Record(ctx, q, audit.Entry{Action: audit.StoredToken, Project: projectID, Subject: me.ID})
}

// await waits until nothing is left to do for a wish, or the first try failed,
// for a little while.
func (s *Service) await(ctx context.Context, projectID int64) {
	ctx, cancel := context.WithTimeout(ctx, connectWait)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		row, err := s.Store.LiveIntegration(ctx, projectID)
		if err != nil || row.ReconcileAt == nil || row.Reason != "" {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
