package telegram

import (
	"errors"
	"net/http"
	"strings"
)

// Class is what an error of a call means for the one who made it.
type Class uint8

// The classes. Only NotSent and RateLimited may be repeated blindly.
const (
	// OK: no error.
	OK Class = iota
	// NotModified: the message already is as wanted; a success.
	NotModified
	// NotSent: nothing reached Telegram; repeat at will.
	NotSent
	// RateLimited: refused for now and not executed; wait RetryAfter.
	RateLimited
	// Ambiguous: it may have been executed. Repeat only what is Idempotent.
	Ambiguous
	// PartlySent: an album was cut short; see SentBefore for what arrived.
	PartlySent
	// Blocked: the person blocked the bot; until they write again.
	Blocked
	// Deactivated: the person's account is deleted; for ever.
	Deactivated
	// NeverStarted: the person never pressed Start.
	NeverStarted
	// ChatGone: no such chat, or the bot is no longer in it.
	ChatGone
	// ChatMigrated: the group is a supergroup now; APIError.MigrateToChatID.
	ChatMigrated
	// Unauthorized: the token is wrong or was revoked.
	Unauthorized
	// Conflict: another webhook or getUpdates got in the way.
	Conflict
	// Misrouted: address or method unknown; the installation's fault.
	Misrouted
	// EditGone: the message to edit or delete is not there or may not change.
	EditGone
	// ReplyGone: the message to reply to is not there.
	ReplyGone
	// QueryExpired: the button press was answered too late; ignore.
	QueryExpired
	// MediaRefused: this file id or URL does not work; upload instead.
	MediaRefused
	// BadEntities: the marks of the text are wrong; without them it goes.
	BadEntities
	// Rejected: content or rights are wrong; the same again fails again.
	Rejected
)

var classNames = [...]string{
	OK: "ok", NotModified: "not_modified", NotSent: "not_sent", RateLimited: "rate_limited",
	Ambiguous: "ambiguous", PartlySent: "partly_sent", Blocked: "blocked", Deactivated: "deactivated",
	NeverStarted: "never_started", ChatGone: "chat_gone", ChatMigrated: "chat_migrated",
	Unauthorized: "unauthorized", Conflict: "conflict", Misrouted: "misrouted", EditGone: "edit_gone",
	ReplyGone: "reply_gone", QueryExpired: "query_expired", MediaRefused: "media_refused",
	BadEntities: "bad_entities", Rejected: "rejected",
}

// String is a short stable name, fit for a column or a metric's label.
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return "unknown"
}

// Delivered tells that what was asked for holds now.
func (c Class) Delivered() bool { return c == OK || c == NotModified }

// Repeatable tells that the same call may be made again without any risk that
// it is executed twice.
func (c Class) Repeatable() bool { return c == NotSent || c == RateLimited }

// Unreachable tells that the chat cannot be written to any more, until a
// message or membership change from it says otherwise.
func (c Class) Unreachable() bool {
	return c == Blocked || c == Deactivated || c == NeverStarted || c == ChatGone
}

// Called tells whether err is the end of a call, whatever it was, and not
// something else that went wrong around it.
func Called(err error) bool {
	var api *APIError
	var transport *TransportError
	return errors.As(err, &api) || errors.As(err, &transport)
}

// Classify says what the error of a call means. What it does not know is
// Ambiguous when it is no answer of Telegram's, Rejected when it is a refusal.
func Classify(err error) Class {
	var api *APIError
	var transport *TransportError
	switch {
	case err == nil:
		return OK
	case errors.As(err, &api):
		return classifyAnswer(api)
	case errors.As(err, &transport):
		if transport.NotSent {
			return NotSent
		}
	case errors.Is(err, ErrTokenShape):
		return Unauthorized
	case errors.Is(err, ErrParams):
		return Rejected
	}
	return Ambiguous
}

func classifyAnswer(e *APIError) Class {
	switch {
	case e.Code >= http.StatusInternalServerError:
		return Ambiguous
	case e.MigrateToChatID != 0:
		return ChatMigrated
	}
	if class, ok := byCode[e.Code]; ok {
		return class
	}
	if _, ok := embeddedRetry(e.Description); ok || SentBefore(e) > 0 {
		return PartlySent
	}
	_, inner, failed := failedPart(e.Description)
	if failed {
		return byText(e.Code, strings.ToLower(inner))
	}
	return byText(e.Code, e.detail())
}

// byCode holds the codes whose text adds nothing.
var byCode = map[int]Class{
	http.StatusUnauthorized:       Unauthorized,
	http.StatusNotFound:           Misrouted,
	http.StatusConflict:           Conflict,
	http.StatusMisdirectedRequest: Misrouted,
	http.StatusTooManyRequests:    RateLimited,
}

// answerTexts are the beginnings of descriptions, in lower case and without
// title, that mean more than "rejected". The first that fits decides.
var answerTexts = []struct {
	code   int
	prefix string
	class  Class
}{
	{403, "bot was blocked by the user", Blocked},
	{403, "user is deactivated", Deactivated},
	{403, "bot can't initiate conversation", NeverStarted},
	{403, "bot was kicked from", ChatGone},
	{403, "bot is not a member of", ChatGone},
	{403, "the group chat was deleted", ChatGone},
	{400, "chat not found", ChatGone},
	{400, "private chat not found", ChatGone},
	{400, "peer_id_invalid", ChatGone},
	{400, "message is not modified", NotModified},
	{400, "message to edit not found", EditGone},
	{400, "message to delete not found", EditGone},
	{400, "message can't be edited", EditGone},
	{400, "message can't be deleted", EditGone},
	{400, "there is no text in the message to edit", EditGone},
	{400, "message_id_invalid", EditGone},
	{400, "message to be replied not found", ReplyGone},
	{400, "replied message not found", ReplyGone},
	{400, "query is too old", QueryExpired},
	{400, "query_id_invalid", QueryExpired},
	{400, "wrong file identifier", MediaRefused},
	{400, "wrong remote file identifier", MediaRefused},
	{400, "failed to get http url content", MediaRefused},
	{400, "wrong type of the web page content", MediaRefused},
	{400, "photo_invalid_dimensions", MediaRefused},
	{400, "file is too big", MediaRefused},
	{400, "image_process_failed", MediaRefused},
	{400, "wrong file_id", MediaRefused},
	{400, "can't parse entities", BadEntities},
	{400, "entity be", BadEntities}, // beginning at …, begins in a middle …
	{400, "entity ends", BadEntities},
	{400, "there is no caption in the message to edit", EditGone},
	{400, "there is no media in the message to edit", EditGone},
}

func byText(code int, detail string) Class {
	for _, t := range answerTexts {
		if t.code == code && strings.HasPrefix(detail, t.prefix) {
			return t.class
		}
	}
	return Rejected
}

// Idempotent tells whether calling method twice leaves the same as once, so
// that an Ambiguous end may be repeated: all that reads, sets, edits, answers
// or deletes, but nothing that sends.
func Idempotent(method string) bool {
	for _, prefix := range []string{"get", "set", "delete", "edit", "answer", "pin", "unpin"} {
		if strings.HasPrefix(method, prefix) {
			return true
		}
	}
	return false
}
