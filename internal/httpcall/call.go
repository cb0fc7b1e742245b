package httpcall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"botyard/db"
	"botyard/internal/flow"
	"botyard/internal/metrics"
	"botyard/internal/shard"
)

// call makes one request, and when there is no answer once more if that is
// safe. It ends with the time that its chat has left.
func (c *Caller) call(ctx context.Context, row db.WaitingCallsRow) flow.Answer {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(row.Seconds*float64(time.Second)))
	defer cancel()
	request, err := requestOf(row)
	if err != nil {
		return flow.Answer{}
	}
	secrets, err := c.secrets.Secrets(ctx, row.ProjectID, secretNames(request))
	if err != nil {
		c.log.ErrorContext(ctx, "secrets not opened", "project", row.ProjectID, "error", err)
		return flow.Answer{}
	}
	tries := 1
	if request.Method == http.MethodGet && row.Attempts == 0 {
		tries = 2
	}
	var end outcome
	for range tries {
		req, err := c.guard.build(ctx, request, secrets)
		if err != nil {
			return flow.Answer{}
		}
		end = c.guard.do(c.client, req, request.Take)
		if deadline, _ := ctx.Deadline(); !end.again || time.Until(deadline) < c.times.again {
			break
		}
	}
	return end.answer
}

// save puts the answers of ended calls into the inbox. What cannot be saved now
// is saved later; of shards that were lost, by who owns them.
func (c *Caller) save(ctx context.Context) error {
	c.collect()
	if len(c.unsaved) == 0 {
		return nil
	}
	err := c.saveAll(ctx, c.unsaved)
	if errors.Is(err, shard.ErrLost) {
		err = c.saveEach(ctx)
	}
	if err != nil {
		return err
	}
	for _, e := range c.unsaved {
		c.forget(e.callKey)
		if e.answer.OK {
			metrics.CallsDone.Inc()
		} else {
			metrics.CallsFailed.Inc()
		}
	}
	c.unsaved = nil
	return nil
}

// collect takes what has ended meanwhile.
func (c *Caller) collect() {
	for {
		select {
		case e := <-c.results:
			c.unsaved = append(c.unsaved, e)
		default:
			return
		}
	}
}

// saveEach saves the answers of the shards that are still this process's.
func (c *Caller) saveEach(ctx context.Context) error {
	for _, e := range c.unsaved {
		if err := c.saveAll(ctx, []ended{e}); err != nil && !errors.Is(err, shard.ErrLost) {
			return err
		}
	}
	return nil
}

func (c *Caller) saveAll(ctx context.Context, all []ended) error {
	var p db.AnswerCallsParams
	for _, e := range all {
		payload, err := json.Marshal(flow.Arrival{Call: flow.Call{Run: e.run, Generation: int(e.generation)}, Answer: &e.answer})
		if err != nil {
			return fmt.Errorf("encode an answer: %w", err)
		}
		p.Projects, p.Chats, p.Runs = append(p.Projects, e.project), append(p.Chats, e.chat), append(p.Runs, e.run)
		p.Generations, p.Payloads = append(p.Generations, e.generation), append(p.Payloads, payload)
	}
	var woken []int64
	err := c.owner.InFence(ctx, p.Projects, func(q *db.Queries) (err error) {
		woken, err = q.AnswerCalls(ctx, p)
		return err
	})
	if err != nil {
		return fmt.Errorf("save answers: %w", err)
	}
	if len(woken) > 0 {
		c.hint(woken)
	}
	return nil
}

func (c *Caller) forget(key callKey) {
	delete(c.running, key)
	if c.of[key.project]--; c.of[key.project] <= 0 {
		delete(c.of, key.project)
	}
}
