package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	// maxAnswer bounds the body of an ordinary answer, in bytes.
	maxAnswer = 4 << 20
	// maxUpdatesAnswer bounds getUpdates: 100 updates of at most 512 KiB each.
	maxUpdatesAnswer = 64 << 20
	// maxRetryAfter caps what an answer may make us wait.
	maxRetryAfter = 24 * time.Hour
)

// Client calls the Bot API for any number of bots. It holds nothing of them
// and is safe for concurrent use.
type Client struct {
	// BaseURL is where the Bot API is, without a slash at the end.
	BaseURL string
	// HTTP makes the requests; its Transport is shared by all bots.
	HTTP *http.Client
}

// New returns a client of the Bot API at baseURL. Calls take as long as their
// context allows.
func New(baseURL string) *Client {
	return &Client{
		BaseURL: strings.TrimRight(baseURL, "/"),
		HTTP:    &http.Client{Transport: newTransport(), CheckRedirect: refuseRedirect},
	}
}

// newTransport keeps many warm connections to the one host there is. No proxy
// is taken from the environment: tokens are part of the path.
func newTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		DialContext:         dialer.DialContext,
		TLSHandshakeTimeout: 5 * time.Second,
		MaxIdleConns:        1024,
		MaxIdleConnsPerHost: 1024,
		// Below the server's own limit, so that we seldom write to a connection
		// that is being closed, which would leave the outcome unknown.
		IdleConnTimeout:       30 * time.Second,
		ResponseHeaderTimeout: 90 * time.Second,
		DisableCompression:    true,
	}
}

// refuseRedirect: the Bot API never redirects, and a token must not follow.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Call calls method with params as JSON (nil: none) and decodes the result
// into result (nil: ignored). A field of the result whose type is not what we
// expect is left out; the call still succeeded.
//
// Errors are *APIError or *TransportError (see Classify), ErrTokenShape or
// ErrParams.
func (c *Client) Call(ctx context.Context, token Token, method string, params, result any) error {
	var body []byte
	if params != nil {
		var err error
		if body, err = json.Marshal(params); err != nil {
			return fmt.Errorf("telegram %s: %w: %w", method, ErrParams, err)
		}
	}
	return c.do(ctx, token, method, payload{"application/json", bytes.NewReader(body), int64(len(body))}, result)
}

// payload is a request's body.
type payload struct {
	contentType string
	body        io.Reader
	size        int64
}

func (c *Client) do(ctx context.Context, token Token, method string, p payload, result any) error {
	if !ValidToken(string(token)) {
		return fmt.Errorf("telegram %s: %w", method, ErrTokenShape)
	}
	var w wire
	req, err := http.NewRequestWithContext(w.trace(ctx), http.MethodPost, c.BaseURL+"/bot"+string(token)+"/"+method, p.body)
	if err != nil {
		return transportError(token, method, true, err)
	}
	req.ContentLength = p.size
	req.Header.Set("Content-Type", p.contentType)
	if Idempotent(method) {
		// Lets the transport itself repeat what a closed connection swallowed.
		req.Header["X-Idempotency-Key"] = nil
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return transportError(token, method, !w.mayHaveSent(), err)
	}
	defer resp.Body.Close()
	return readAnswer(resp, token, method, result)
}

// transportError strips the URL that net/http puts around every error.
func transportError(token Token, method string, notSent bool, err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	if clean := token.redact(err.Error()); clean != err.Error() {
		err = errors.New(clean)
	}
	return &TransportError{Method: method, NotSent: notSent, Err: err}
}

// answer is the envelope of every answer.
type answer struct {
	OK          bool   `json:"ok"`
	Result      any    `json:"result"`
	ErrorCode   int    `json:"error_code"`
	Description string `json:"description"`
	Parameters  struct {
		RetryAfter      int64 `json:"retry_after"`
		MigrateToChatID int64 `json:"migrate_to_chat_id"`
	} `json:"parameters"`
}

func readAnswer(resp *http.Response, token Token, method string, result any) error {
	limit := int64(maxAnswer)
	if method == "getUpdates" {
		limit = maxUpdatesAnswer
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	switch {
	case err != nil:
		return transportError(token, method, false, fmt.Errorf("read answer: %w", err))
	case int64(len(body)) > limit:
		return transportError(token, method, false, fmt.Errorf("%w: over %d bytes", errMalformed, limit))
	}
	a := answer{Result: result}
	err = json.Unmarshal(body, &a)
	if err == nil && a.OK || a.OK && isTypeError(err) {
		return nil
	}
	return refusal(resp, token, method, a, err)
}

func isTypeError(err error) bool {
	var mismatch *json.UnmarshalTypeError
	return errors.As(err, &mismatch)
}

// refusal makes the error of an answer that is not ok. Proxies in front of
// Telegram answer in HTML: then the status alone counts.
func refusal(resp *http.Response, token Token, method string, a answer, parseErr error) error {
	broken := parseErr != nil && !isTypeError(parseErr)
	if resp.StatusCode < 300 && (broken || a.ErrorCode == 0) {
		return transportError(token, method, false, fmt.Errorf("%w with status %d", errMalformed, resp.StatusCode))
	}
	e := &APIError{Method: method, Code: resp.StatusCode, Description: http.StatusText(resp.StatusCode)}
	if !broken && a.ErrorCode != 0 {
		e.Code, e.Description = a.ErrorCode, token.redact(a.Description)
		e.MigrateToChatID = a.Parameters.MigrateToChatID
	}
	e.RetryAfter, _ = seconds(strconv.FormatInt(a.Parameters.RetryAfter, 10))
	if e.RetryAfter == 0 {
		e.RetryAfter, _ = seconds(resp.Header.Get("Retry-After"))
	}
	return e
}

// seconds reads a positive whole number of seconds, capped.
func seconds(s string) (time.Duration, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n <= 0 {
		return 0, false
	}
	return min(time.Duration(min(n, 1<<31))*time.Second, maxRetryAfter), true
}
