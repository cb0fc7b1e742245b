package secret

import (
	"fmt"
	"log/slog"
	"regexp"
	"strings"
)

// personal are the last words of keys whose values tell of people or open
// doors. They are redacted whatever they hold.
var personal = map[string]bool{
	"text": true, "caption": true, "message": true, "payload": true, "body": true, "answer": true,
	"email": true, "phone": true, "contact": true, "location": true,
	"name": true, "first_name": true, "last_name": true, "username": true,
	"password": true, "token": true, "secret": true, "key": true, "authorization": true, "cookie": true,
	"init_data": true, "initdata": true, "query": true, "dsn": true,
}

// botToken is the shape of a Bot API token, wherever it stands in a string.
var botToken = regexp.MustCompile(`\d{5,20}:[A-Za-z0-9_-]{30,}`)

// Redact is the ReplaceAttr of every log handler. It hides values of type Text,
// of a personal key, and bytes; from strings and errors it cuts what has the
// shape of a bot's token; other values stay when they are plain (numbers,
// times) and become the name of their type when they are not.
func Redact(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && isBuiltin(a.Key) {
		return a
	}
	if personal[strings.ToLower(a.Key)] {
		return slog.String(a.Key, Redacted)
	}
	switch v := a.Value; v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, cut(v.String()))
	case slog.KindAny:
		return slog.String(a.Key, plain(v.Any()))
	default:
		return a
	}
}

// isBuiltin tells whether a key is one that slog itself fills with no string.
func isBuiltin(key string) bool {
	return key == slog.TimeKey || key == slog.LevelKey || key == slog.SourceKey
}

func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case error:
		return cut(v.Error())
	case []string:
		return cut(strings.Join(v, ", "))
	case fmt.Stringer:
		return cut(v.String())
	case []byte:
		return fmt.Sprintf("[%d bytes]", len(v))
	}
	return fmt.Sprintf("[%T]", v)
}

func cut(s string) string { return botToken.ReplaceAllString(s, Redacted) }
