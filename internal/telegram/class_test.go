package telegram

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code        int
		description string
		want        Class
	}{
		{401, "Unauthorized", Unauthorized},
		{401, "Unauthorized: invalid token specified", Unauthorized},
		{403, "Forbidden: bot was blocked by the user", Blocked},
		{403, "Forbidden: user is deactivated", Deactivated},
		{403, "Forbidden: bot can't initiate conversation with a user", NeverStarted},
		{403, "Forbidden: bot can't send messages to bots", Rejected},
		{403, "Forbidden: bot was kicked from the supergroup chat", ChatGone},
		{403, "Forbidden: bot is not a member of the channel chat", ChatGone},
		{403, "Forbidden: the group chat was deleted", ChatGone},
		{400, "Bad Request: chat not found", ChatGone},
		{400, "Bad Request: PEER_ID_INVALID", ChatGone},
		{400, "Bad Request: not enough rights to send text messages to the chat", Rejected},
		{400, "Bad Request: message is not modified: specified new message content and reply markup are exactly the same", NotModified},
		{400, "Bad Request: message to edit not found", EditGone},
		{400, "Bad Request: message can't be deleted for everyone", EditGone},
		{400, "Bad Request: message to be replied not found", ReplyGone},
		{400, "Bad Request: can't parse entities: Can't find end of the entity starting at byte offset 3", BadEntities},
		{400, "Bad Request: entity begins in a middle of a UTF-16 symbol at UTF-16 offset 1", BadEntities},
		{400, `Bad Request: failed to send message #3 with the error message "WEBPAGE_MEDIA_EMPTY"`, PartlySent},
		{400, `Bad Request: failed to send message #1 with the error message "wrong file identifier/HTTP URL specified"`, MediaRefused},
		{400, "Bad Request: IMAGE_PROCESS_FAILED", MediaRefused},
		{400, "Bad Request: message is too long", Rejected},
		{400, "Bad Request: BUTTON_DATA_INVALID", Rejected},
		{400, "Bad Request: query is too old and response timeout expired or query ID is invalid", QueryExpired},
		{400, "Bad Request: wrong file identifier/HTTP URL specified", MediaRefused},
		{400, `Bad Request: failed to send message #1 with the error message "Too Many Requests: retry after 8"`, PartlySent},
		{404, "Not Found: method not found", Misrouted},
		{409, "Conflict: terminated by other setWebhook", Conflict},
		{413, "Request Entity Too Large", Rejected},
		{421, "Misdirected Request", Misrouted},
		{429, "Too Many Requests: retry after 5", RateLimited},
		{500, "Internal Server Error: restart", Ambiguous},
		{502, "Bad Gateway", Ambiguous},
		{400, "Bad Request: something of next year", Rejected},
		{418, "I'm a teapot", Rejected},
	} {
		err := fmt.Errorf("send: %w", &APIError{Method: "sendMessage", Code: c.code, Description: c.description})
		if got := Classify(err); got != c.want {
			t.Errorf("Classify(%d %s) = %v, want %v", c.code, c.description, got, c.want)
		}
	}
	if got := Classify(nil); got != OK {
		t.Errorf("Classify(nil) = %v, want ok", got)
	}
	if got := Classify(errors.New("who knows")); got != Ambiguous {
		t.Errorf("Classify(unknown) = %v, want ambiguous", got)
	}
}

func TestRetryAfterOfAnAlbum(t *testing.T) {
	t.Parallel()
	err := &APIError{Code: 400, Description: `Bad Request: failed to send message #1 with the error message "Too Many Requests: retry after 8"`}
	if wait, ok := RetryAfter(err); wait != 8*time.Second || !ok {
		t.Errorf("RetryAfter = %v, %v, want 8s", wait, ok)
	}
	for _, description := range []string{"Too Many Requests: retry after ", "Too Many Requests: retry after -1", "Bad Request"} {
		if wait, ok := RetryAfter(&APIError{Code: 400, Description: description}); ok {
			t.Errorf("RetryAfter(%q) = %v, want none", description, wait)
		}
	}
}

func TestClassesSayWhatMayBeRepeated(t *testing.T) {
	t.Parallel()
	for class := OK; class <= Rejected; class++ {
		if class.String() == "" || class.String() == "unknown" {
			t.Errorf("class %d has no name", class)
		}
		if got, want := class.Repeatable(), class == NotSent || class == RateLimited; got != want {
			t.Errorf("%v.Repeatable() = %v, want %v", class, got, want)
		}
		if got, want := class.Delivered(), class == OK || class == NotModified; got != want {
			t.Errorf("%v.Delivered() = %v, want %v", class, got, want)
		}
	}
	if !Blocked.Unreachable() || RateLimited.Unreachable() || Rejected.Unreachable() {
		t.Error("Unreachable() is about chats that are gone, nothing else")
	}
}

func TestIdempotent(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]bool{
		"getMe": true, "setWebhook": true, "deleteWebhook": true, "editMessageText": true, "answerCallbackQuery": true,
		"sendMessage": false, "sendPhoto": false, "forwardMessage": false, "copyMessage": false, "createInvoiceLink": false,
	} {
		if got := Idempotent(method); got != want {
			t.Errorf("Idempotent(%s) = %v, want %v", method, got, want)
		}
	}
}

func TestSentBeforeCountsAnAlbumsParts(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]int{
		`Bad Request: failed to send message #3 with the error message "Too Many Requests: retry after 8"`: 2,
		`Bad Request: failed to send message #1 with the error message "x"`:                                0,
		"Bad Request: failed to send message #":                                                            0,
		"Bad Request: failed to send message #x with":                                                      0,
		"Bad Request: chat not found":                                                                      0,
	} {
		if got := SentBefore(&APIError{Code: 400, Description: description}); got != want {
			t.Errorf("SentBefore(%q) = %d, want %d", description, got, want)
		}
	}
	if got := SentBefore(errors.New("x")); got != 0 {
		t.Errorf("SentBefore of another error = %d, want 0", got)
	}
}

func FuzzRefusalsAreRead(f *testing.F) {
	f.Add(`Bad Request: failed to send message #3 with the error message "Too Many Requests: retry after 8"`)
	f.Add("Bad Request: failed to send message #99999999999999999999 ")
	f.Fuzz(func(t *testing.T, description string) {
		e := &APIError{Code: 400, Description: description}
		if n := SentBefore(e); n < 0 || n > 0 && Classify(e) != PartlySent {
			t.Errorf("%q: %d arrived, class %v", description, n, Classify(e))
		}
	})
}
