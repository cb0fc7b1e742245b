package poll

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"botyard/internal/inbox"
	"botyard/internal/telegram"
)

// batch is how many updates are fetched at most.
const batch = 100

// allowedUpdates are the kinds that are acted on.
var allowedUpdates = []string{"message", "callback_query", "my_chat_member"}

// question is one getUpdates.
type question struct {
	bot *bot
	// source is the bot's, retired when what comes is to be dropped.
	source inbox.Source
	offset int64 // the first update that is not written down yet
	long   bool
	got    int
	err    error
	// after is how long Telegram asks to be left alone.
	after time.Duration
}

// ask fetches what there is and writes it down. The next question confirms
// what was written; what was not comes again.
func (p *Poller) ask(ctx context.Context, q question) question {
	updates, err := p.fetch(ctx, q)
	if err == nil {
		q.got = len(updates)
		q.err = p.receive(context.WithoutCancel(ctx), &q, updates)
		p.otherReader(ctx, q.bot, false)
		return q
	}
	q.err = err
	if ctx.Err() == nil {
		q.after = p.failed(ctx, q.bot, err)
	}
	return q
}

func (p *Poller) fetch(ctx context.Context, q question) ([]json.RawMessage, error) {
	tokenOf := p.tokens.Token
	if q.source.Retired {
		tokenOf = p.tokens.ReadingToken
	}
	token, err := tokenOf(ctx, q.source.ProjectID, q.source.IntegrationID)
	if err != nil {
		return nil, err
	}
	params := telegram.GetUpdates{Offset: q.offset, Limit: batch, AllowedUpdates: allowedUpdates}
	within := p.times.call
	if q.long {
		params.Timeout = int(p.times.wait.Seconds())
		within += p.times.wait
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return p.client.GetUpdates(ctx, token, params)
}

// receive writes updates down in their order.
func (p *Poller) receive(ctx context.Context, q *question, updates []json.RawMessage) error {
	for _, raw := range updates {
		var head struct {
			ID int64 `json:"update_id"`
		}
		if err := json.Unmarshal(raw, &head); err != nil || len(raw) > inbox.MaxBody {
			p.log.WarnContext(ctx, "update not taken", "project", q.source.ProjectID, "update", head.ID, "bytes", len(raw))
		} else if _, err := p.receiver.Receive(ctx, q.source, raw); err != nil {
			return fmt.Errorf("write update %d: %w", head.ID, err)
		}
		q.offset = max(q.offset, head.ID+1)
	}
	return nil
}
