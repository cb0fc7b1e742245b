package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"botyard/db"
	"botyard/handlers"
	"botyard/internal/account"
	"botyard/internal/media"
	"botyard/internal/project"
	"botyard/internal/secret"
	"botyard/migrations"
	"botyard/miniapp"
	"botyard/static"
)

// pages serves a published café, and the same bytes as a file.
type pages struct {
	handler http.Handler
	path    string
	file    http.Handler
}

// readers is how many connections ask for pages.
const readers = 32

func newPages(ctx context.Context, pool *pgxpool.Pool, dsn string) ([]contender, error) {
	if err := migrations.Up(ctx, dsn); err != nil {
		return nil, err
	}
	store := &db.Store{Queries: db.New(pool), Pool: pool}
	keys, err := secret.New(make([]byte, 32))
	if err != nil {
		return nil, err
	}
	renderer, err := miniapp.NewRenderer(static.FS)
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.DiscardHandler)
	service := &project.Service{Store: store, Renderer: renderer, Log: log, PagesURL: "http://pages.example", Asset: static.URL, Nudge: func() {}}
	accounts := account.New(store, keys)
	p := &pages{handler: handlers.New(handlers.Config{
		Store: store, Accounts: accounts, Projects: service, Media: media.New(store), Keys: keys, Log: log, PublicURL: &url.URL{Scheme: "http", Host: "pages.example"},
	})}
	if p.path, err = publishCafe(ctx, accounts, service); err != nil {
		return nil, err
	}
	if err := p.keepAsFile(ctx, service); err != nil {
		return nil, err
	}
	ready := func(context.Context, int) error { return nil }
	return []contender{
		{name: pageName, prepare: ready, work: func(ctx context.Context, rows int) error { return ask(ctx, p.handler, p.path, rows) }},
		{name: fileName, prepare: ready, work: func(ctx context.Context, rows int) error { return ask(ctx, p.file, "/page", rows) }},
	}, nil
}

func publishCafe(ctx context.Context, accounts *account.Service, service *project.Service) (path string, err error) {
	user, err := accounts.SignUp(ctx, account.Visitor{}, "bench@example.org", "a long password of the bench", "ru")
	if err != nil {
		return "", err
	}
	id, err := service.Create(ctx, user.ID, "Café", "cafe", "ru")
	if err != nil {
		return "", err
	}
	if number, _, problems, err := service.Publish(ctx, id, user.ID); err != nil || number == 0 {
		return "", fmt.Errorf("publish the café: %v, %w", problems, err)
	}
	return project.PagePath(miniapp.Site, "caf"), nil
}

// keepAsFile writes the page as it is sent, compressed, to a file that
// net/http's own file server serves.
func (p *pages) keepAsFile(ctx context.Context, service *project.Service) error {
	address, err := service.Resolve(ctx, "caf")
	if err != nil {
		return err
	}
	page, err := service.Page(ctx, address, miniapp.Site, "")
	if err != nil {
		return err
	}
	if _, err := gzip.NewReader(bytes.NewReader(page.Body)); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "bench-pages")
	if err != nil {
		return err
	}
	p.file = http.FileServer(http.Dir(folder))
	return os.WriteFile(filepath.Join(folder, "page"), page.Body, 0o600)
}

// ask serves on loopback and asks for one path, rows times on readers connections.
func ask(ctx context.Context, handler http.Handler, path string, rows int) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: handler}
	defer server.Close()
	go server.Serve(listener)
	var next atomic.Int64
	return inParallel(readers, func() error {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			return err
		}
		defer conn.Close()
		from := bufio.NewReader(conn)
		for next.Add(1) <= int64(rows) && ctx.Err() == nil {
			if err := askOnce(conn, from, path); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
}

func askOnce(conn net.Conn, from *bufio.Reader, path string) error {
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: pages.example\r\nAccept-Encoding: gzip\r\n\r\n", path); err != nil {
		return err
	}
	resp, err := http.ReadResponse(from, nil)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", path, resp.Status)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}
