package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// slowOnes is how many connections of each kind hang on at once.
const slowOnes = 100

// TestSlowOnesAreLetGo: whoever sends a request without end, head or body, is
// cut off in time, and keeps nobody else waiting meanwhile.
func TestSlowOnesAreLetGo(t *testing.T) {
	t.Parallel()
	c := newChild(t)
	kinds := []struct {
		name, begins string
		within       time.Duration
	}{
		{"nothing at all", "", 5 * time.Second},
		{"half a head", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", 5 * time.Second},
		{"half a form", "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nemail=", 10 * time.Second},
		{"half an unknown bot's update", "POST /v1/telegram/webhooks/none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{", 10 * time.Second},
		{"half a request to a page", "POST /m/none/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{", 10 * time.Second},
	}
	var hanging sync.WaitGroup
	for _, kind := range kinds {
		for range slowOnes {
			hanging.Go(func() {
				if took := c.hang(t, kind.begins); took > kind.within+4*time.Second {
					t.Errorf("%s: cut off after %v, want about %v", kind.name, took, kind.within)
				}
			})
		}
	}
	began := time.Now()
	resp, err := http.Get(c.url + "/login")
	if err != nil || resp.StatusCode != http.StatusOK || time.Since(began) > 3*time.Second {
		t.Errorf("GET /login beside the slow ones = %v, %v after %v, want 200 at once", resp, err, time.Since(began))
	}
	hanging.Wait()
}

// hang sends the beginning of a request and tells how long the connection was kept.
func (c *child) hang(t *testing.T, begins string) time.Duration {
	conn, err := net.Dial("tcp", c.addr)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer conn.Close()
	began := time.Now()
	_, _ = conn.Write([]byte(begins)) // cut off before, it shows below
	_ = conn.SetReadDeadline(began.Add(time.Minute))
	answer := bufio.NewReader(conn)
	for {
		if _, err := answer.ReadByte(); err != nil {
			return time.Since(began)
		}
	}
}

// TestHugeHeadIsRefused: a head is bounded before anything is made of it.
func TestHugeHeadIsRefused(t *testing.T) {
	t.Parallel()
	c := newChild(t)
	conn, err := net.Dial("tcp", c.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = fmt.Fprintf(conn, "GET /login HTTP/1.1\r\nHost: localhost\r\nX-Huge: %s\r\n\r\n", strings.Repeat("x", 64<<10))
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || resp.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a head of 64 KiB = %v, %v, want 431", resp, err)
	}
}
