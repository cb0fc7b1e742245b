package httpcall

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"botyard/internal/flow"
)

const (
	userAgent = "Botyard"
	accepted  = "application/json, text/plain;q=0.5"
	// maxAnswer is the most bytes of an answer that are read, maxAddress those
	// of an address.
	maxAnswer  = 1 << 20
	maxAddress = 8 << 10
)

// errAnswer is an answer that nothing can be made of.
var errAnswer = errors.New("the answer is too long")

// secretNames are the secrets that a request wants put in, each once.
func secretNames(c flow.CallHTTP) []string {
	seen := map[string]bool{}
	var names []string
	note := func(t flow.Template) {
		for _, piece := range t {
			if piece.Secret != "" && !seen[piece.Secret] {
				seen[piece.Secret] = true
				names = append(names, piece.Secret)
			}
		}
	}
	note(c.URL)
	note(c.Body)
	for _, h := range c.Headers {
		note(h.Value)
	}
	return names
}

// build makes the request with the secrets in it. Its errors tell nothing of either.
func (g *guard) build(ctx context.Context, c flow.CallHTTP, secrets map[string]string) (*http.Request, error) {
	secret := func(name string) (string, bool) { value, known := secrets[name]; return value, known }
	address, err := c.URL.Fill(secret)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > maxAddress || !g.allows(u) {
		return nil, errRefused
	}
	body, err := c.Body.Fill(secret)
	if err != nil {
		return nil, err
	}
	method := http.MethodGet
	if c.Method == http.MethodPost {
		method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(ctx, method, u.String(), strings.NewReader(body))
	if err != nil {
		return nil, errRefused
	}
	return req, setHeaders(req, c, secret)
}

func setHeaders(req *http.Request, c flow.CallHTTP, secret func(string) (string, bool)) error {
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", accepted)
	for _, h := range c.Headers {
		value, err := h.Value.Fill(secret)
		if err != nil {
			return err
		}
		if flow.SendableHeader(h.Name) {
			req.Header.Set(h.Name, value)
		}
	}
	if req.Method == http.MethodPost {
		req.Header.Set("Content-Type", c.Type)
	}
	return nil
}

// outcome is how a request ended.
type outcome struct {
	answer flow.Answer
	// again tells that there was no answer: a request that changes nothing may be repeated.
	again bool
}

// do makes a request. Whatever goes wrong is one and the same answer.
func (g *guard) do(client *http.Client, req *http.Request, take []string) outcome {
	resp, err := client.Do(req)
	if err != nil {
		return outcome{again: !errors.Is(err, errRefused)}
	}
	defer resp.Body.Close()
	body, err := read(resp.Body)
	if err != nil {
		return outcome{again: !errors.Is(err, errAnswer)}
	}
	answer := flow.Answer{OK: resp.StatusCode >= 200 && resp.StatusCode < 300, Status: resp.StatusCode}
	if answer.OK {
		answer.Values = flow.Extract(body, take)
	}
	return outcome{answer: answer, again: resp.StatusCode >= 500}
}

func read(body io.Reader) ([]byte, error) {
	all, err := io.ReadAll(io.LimitReader(body, maxAnswer+1))
	if err == nil && len(all) > maxAnswer {
		err = errAnswer
	}
	return all, err
}
