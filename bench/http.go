package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"

	"botyard/handlers"
	"botyard/internal/account"
	"botyard/internal/inbox"
	"botyard/internal/media"
	"botyard/internal/project"
	"botyard/internal/secret"
)

// webhookConnections is how many connections Telegram's side has open.
const webhookConnections = 128

// receiveHTTP posts updates to the product's own handler over loopback. The
// client is as thin as can be, but its work, too, is this machine's.
func (b *botyard) receiveHTTP(ctx context.Context, rows int) error {
	receiver := inbox.NewReceiver(b.store, b.log, func([]int64) {})
	stop := start(receiver.Run)
	defer stop()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	addr := listener.Addr().String()
	handler, err := b.handler(receiver, addr)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: handler}
	defer server.Close()
	go server.Serve(listener)
	first := b.updates.Add(int64(rows)) - int64(rows)
	var next atomic.Int64
	return inParallel(webhookConnections, func() error {
		return postUpdates(ctx, addr, func() (int64, bool) {
			n := next.Add(1)
			return first + n, n <= int64(rows)
		})
	})
}

// handler is everything that the product answers, middleware included.
func (b *botyard) handler(receiver *inbox.Receiver, addr string) (http.Handler, error) {
	keys, err := secret.New(make([]byte, 32))
	if err != nil {
		return nil, err
	}
	public := &url.URL{Scheme: "http", Host: addr}
	return handlers.New(handlers.Config{
		Store: b.store, Accounts: account.New(b.store, keys), Projects: &project.Service{Store: b.store}, Media: media.New(b.store),
		Keys: keys, Log: b.log, PublicURL: public, Addr: addr,
		Webhook: handlers.Webhook{Directory: b.directory, Receiver: receiver, Log: b.log},
	}), nil
}

// postUpdates posts on one connection until there is no next one.
func postUpdates(ctx context.Context, addr string, next func() (int64, bool)) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	from := bufio.NewReader(conn)
	for n, more := next(); more && ctx.Err() == nil; n, more = next() {
		project, body := int(n)%projects+1, updateJSON(int(n))
		_, err := fmt.Fprintf(conn, "POST %s%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept-Encoding: gzip, deflate\r\n"+
			"X-Telegram-Bot-Api-Secret-Token: %s\r\nContent-Length: %d\r\n\r\n%s", "/v1/telegram/webhooks/", publicID(project), addr, secretOf(project), len(body), body)
		if err != nil {
			return err
		}
		resp, err := http.ReadResponse(from, nil)
		if err != nil {
			return err
		}
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("receipt answered %s", resp.Status)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			return err
		}
	}
	return ctx.Err()
}
