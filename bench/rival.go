package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"botyard/internal/pgserver"
	"botyard/internal/telegram"
)

// rival is a whole service of the scheme in onebyone.go: a webhook writes a
// row, workers take one row after the other, answer it, and delete it.
type rival struct {
	pool   *pgxpool.Pool
	client *telegram.Client
	tokens map[int64]telegram.Token
	news   chan struct{}
}

// runRival serves until ctx ends. See loadtest.Options.Rival.
func runRival(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("rival", flag.ExitOnError)
	workers := f.Int("workers", 1, "how many take rows at the same time")
	addr := f.String("addr", "", "address to listen on")
	sim := f.String("telegram", "", "the simulator's URL")
	data := f.String("data", "", "folder of PostgreSQL")
	if err := f.Parse(args); err != nil {
		return err
	}
	server, err := pgserver.Start(ctx, pgserver.Config{DataDir: *data, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer stopServer(server)
	_, pool, err := database(ctx, server.URL(), "rival")
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := execAll(ctx, pool, oneByOneTable); err != nil {
		return err
	}
	r := &rival{pool: pool, client: telegram.New(*sim), news: make(chan struct{}, *workers)}
	return r.serve(ctx, *addr, *sim, *workers)
}

func (r *rival) serve(ctx context.Context, addr, sim string, workers int) error {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /hook/{bot}", r.receive)
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: mux}
	defer server.Close()
	go server.Serve(listener)
	if err := r.connect(ctx, addr, sim); err != nil {
		return err
	}
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	return inParallel(workers, func() error { return r.work(ctx) })
}

// connect sets the webhooks of all the bots that there are.
func (r *rival) connect(ctx context.Context, addr, sim string) error {
	resp, err := http.Get(sim + "/sim/bots")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var bots []struct {
		ID    int64
		Token telegram.Token
	}
	if err := json.NewDecoder(resp.Body).Decode(&bots); err != nil {
		return err
	}
	r.tokens = map[int64]telegram.Token{}
	var mu sync.Mutex
	next := 0
	return inParallel(min(64, len(bots)), func() error {
		for {
			mu.Lock()
			if next == len(bots) {
				mu.Unlock()
				return nil
			}
			bot := bots[next]
			next++
			r.tokens[bot.ID] = bot.Token
			mu.Unlock()
			err := r.client.SetWebhook(ctx, bot.Token, telegram.SetWebhook{URL: fmt.Sprintf("http://%s/hook/%d", addr, bot.ID), MaxConnections: 40})
			if err != nil {
				return err
			}
		}
	})
}

func (r *rival) receive(w http.ResponseWriter, req *http.Request) {
	bot, _ := strconv.ParseInt(req.PathValue("bot"), 10, 64)
	body, err := io.ReadAll(req.Body)
	var update telegram.Update
	if err == nil {
		update, err = telegram.ParseUpdate(body)
	}
	if err == nil {
		_, err = r.pool.Exec(req.Context(), "INSERT INTO updates (bot_id, update_id, payload) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", bot, update.ID, body)
	}
	if err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	select {
	case r.news <- struct{}{}:
	default:
	}
}

// idlePoll is how long a worker without work waits for news.
const idlePoll = 50 * time.Millisecond

func (r *rival) work(ctx context.Context) error {
	for {
		found := false
		err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) (err error) {
			found, err = takeOne(ctx, tx, func(bot int64, payload []byte) error { return r.answer(ctx, bot, payload) })
			return err
		})
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		case found:
			continue
		}
		select {
		case <-r.news:
		case <-time.After(idlePoll):
		case <-ctx.Done():
			return nil
		}
	}
}

func (r *rival) answer(ctx context.Context, bot int64, payload []byte) error {
	update, err := telegram.ParseUpdate(payload)
	if err != nil || update.From() == nil {
		return err
	}
	text := "Hello, " + update.From().FirstName + "! Tell us how we can help."
	_, err = r.client.SendMessage(ctx, r.tokens[bot], telegram.SendMessage{ChatID: update.ChatID(), Text: text})
	return err
}
