package loadtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"botyard/internal/telegram"
	"botyard/internal/telegram/sim"
)

// simulator is the admin API of the simulated Telegram.
type simulator struct {
	url    string
	client *http.Client
}

func newSimulator(url string) *simulator {
	return &simulator{url: url, client: &http.Client{Timeout: time.Minute}}
}

// simBot is a bot with what a person would paste into the cabinet.
type simBot struct {
	sim.Bot
	Token telegram.Token `json:"token"`
}

func (s *simulator) bots(ctx context.Context) ([]simBot, error) {
	var bots []simBot
	return bots, s.do(ctx, http.MethodGet, "/sim/bots", nil, &bots)
}

func (s *simulator) fault(ctx context.Context, f sim.Fault) error {
	return s.do(ctx, http.MethodPost, "/sim/faults", f, nil)
}

// post is a message that a visitor writes.
type post struct {
	Bot  int64  `json:"bot"`
	User int64  `json:"user"`
	Name string `json:"name"`
	Text string `json:"text"`
}

// send lets visitors write, and gives the time of each message.
func (s *simulator) send(ctx context.Context, posts []post) ([]time.Time, error) {
	var answer struct {
		Times []int64 `json:"times"`
	}
	if err := s.do(ctx, http.MethodPost, "/sim/messages", posts, &answer); err != nil {
		return nil, err
	}
	times := make([]time.Time, len(answer.Times))
	for i, ns := range answer.Times {
		times[i] = time.Unix(0, ns)
	}
	return times, nil
}

// journal gives what was noted after a number, at most a page of it.
func (s *simulator) journal(ctx context.Context, after int64) ([]sim.Entry, error) {
	query := url.Values{"after": {strconv.FormatInt(after, 10)}}
	var entries []sim.Entry
	return entries, s.do(ctx, http.MethodGet, "/sim/journal?"+query.Encode(), nil, &entries)
}

func (s *simulator) do(ctx context.Context, method, path string, body, answer any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("ask the simulator: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("ask the simulator: %w", err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return fmt.Errorf("ask the simulator: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the simulator answers %s to %s %s", resp.Status, method, path)
	}
	if answer == nil {
		return nil
	}
	if err := json.NewDecoder(resp.Body).Decode(answer); err != nil {
		return fmt.Errorf("read what the simulator answers to %s %s: %w", method, path, err)
	}
	return nil
}
