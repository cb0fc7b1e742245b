package sim

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"time"
)

// shutdownTime is how long the end may take.
const shutdownTime = 5 * time.Second

// Main runs the simulator as a program until ctx ends: it reads the flags in
// args, and prints to out where it is and which bots it has.
func Main(ctx context.Context, args []string, out io.Writer) error {
	var addr string
	var bots int
	var cfg Config
	flags := flag.NewFlagSet("telegram-sim", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.StringVar(&addr, "addr", "127.0.0.1:8081", "address to listen on")
	flags.DurationVar(&cfg.Latency, "latency", 120*time.Millisecond, "how long a call takes")
	flags.BoolVar(&cfg.Jitter, "jitter", false, "spread the latency")
	flags.StringVar(&cfg.StateFile, "state", "", "file that keeps bots and chats (default none)")
	flags.BoolVar(&cfg.NoLimits, "no-limits", false, "never answer 429 for sending too much")
	flags.BoolVar(&cfg.ColdTokens, "cold-tokens", false, "limit first calls of tokens, as Telegram does")
	flags.IntVar(&cfg.JournalSize, "journal", defaultJournal, "how many entries the journal keeps")
	flags.IntVar(&bots, "bots", 1, "how many bots there are at least")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		return err
	}
	cfg.Logger = slog.New(slog.NewTextHandler(os.Stderr, nil))
	srv, err := New(cfg)
	if err != nil {
		return err
	}
	for range bots - len(srv.Bots()) {
		if _, err := srv.AddBot(BotSpec{}); err != nil {
			return err
		}
	}
	return srv.run(ctx, addr, out)
}

// run serves on addr until ctx ends.
func (s *Server) run(ctx context.Context, addr string, out io.Writer) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return errors.Join(fmt.Errorf("listen: %w", err), s.Close(ctx))
	}
	s.introduce(out, "http://"+listener.Addr().String())
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err = <-failed:
	case <-ctx.Done():
		err = nil
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	// First the simulator: its long polls and streams would hold the server open.
	return errors.Join(err, s.Close(ending), server.Shutdown(ending))
}

// introduce prints where the simulator is and what bots it has.
func (s *Server) introduce(out io.Writer, address string) {
	fmt.Fprintf(out, "Bot API  %s\nChats    %s/\n\n", address, address)
	bots := s.Bots()
	slices.SortFunc(bots, func(a, b Bot) int { return cmp.Compare(a.ID, b.ID) })
	for _, b := range bots {
		fmt.Fprintf(out, "@%s  %s/chat/%s  %s\n", b.Username, address, b.Username, string(b.Token))
	}
}
