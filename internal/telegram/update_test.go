package telegram

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// updatesDir is where the sample updates are; BOTYARD_CASES names another
// folder of cases.
func updatesDir() string {
	if dir := os.Getenv("BOTYARD_CASES"); dir != "" {
		return filepath.Join(dir, "updates")
	}
	return filepath.Join("testdata", "updates")
}

func sampleUpdates(tb testing.TB) map[string][]byte {
	tb.Helper()
	paths, err := filepath.Glob(filepath.Join(updatesDir(), "*.json"))
	if err != nil || len(paths) == 0 {
		tb.Fatalf("no sample updates in %s: %v", updatesDir(), err)
	}
	samples := make(map[string][]byte, len(paths))
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		samples[strings.TrimSuffix(filepath.Base(path), ".json")] = raw
	}
	return samples
}

func TestEverySampleIsRead(t *testing.T) {
	t.Parallel()
	for name, raw := range sampleUpdates(t) {
		u, err := ParseUpdate(raw)
		switch {
		case err != nil:
			t.Errorf("ParseUpdate(%s) = %v, want no error", name, err)
		case u.Unreadable != "":
			t.Errorf("ParseUpdate(%s).Unreadable = %q, want none", name, u.Unreadable)
		case u.Kind() == "" && u.OtherKind == "" && name != "88_only_update_id":
			t.Errorf("ParseUpdate(%s) has neither Kind nor OtherKind", name)
		case u.Kind() != "" && (u.ChatID() == 0 || u.From() == nil && u.Kind() != KindChannelPost):
			t.Errorf("ParseUpdate(%s): ChatID() = %d, From() = %v", name, u.ChatID(), u.From())
		}
	}
}

func parseSample(t *testing.T, name string) Update {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "updates", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	u, err := ParseUpdate(raw)
	if err != nil {
		t.Fatalf("ParseUpdate(%s) = %v", name, err)
	}
	return u
}

func TestUpdateAccessors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sample  string
		kind    Kind
		other   string
		chat    int64
		from    int64
		private bool
		sentAt  int64
	}{
		{"01_message_text_private", KindMessage, "", 5100000042, 5100000042, true, 1790000101},
		{"05_command_for_other_bot_group", KindMessage, "", -1002200000333, 5100000042, false, 1790000105},
		{"18_edited_message", KindEditedMessage, "", 5100000042, 5100000042, true, 0},
		{"19_callback_query", KindCallbackQuery, "", 5100000042, 5100000042, true, 0},
		{"22_callback_query_inline_message", KindCallbackQuery, "", 5100000042, 5100000042, false, 0},
		{"25_my_chat_member_unblocked", KindMyChatMember, "", 5100000042, 5100000042, true, 0},
		{"63_channel_post", KindChannelPost, "", -1003300000444, 0, false, 0},
		{"87_unknown_future_update", "", "holographic_update", 0, 0, false, 0},
		{"89_two_payload_fields", KindMessage, "", 5100000042, 5100000042, true, 1790000162},
		{"90_huge_integers", KindMessage, "", -1004503599627370495, 4503599627370495, false, 1790000163},
	} {
		u := parseSample(t, c.sample)
		if u.Kind() != c.kind || u.OtherKind != c.other {
			t.Errorf("%s: Kind() = %q, OtherKind = %q, want %q, %q", c.sample, u.Kind(), u.OtherKind, c.kind, c.other)
		}
		if u.IsPrivate() != c.private {
			t.Errorf("%s: IsPrivate() = %v, want %v", c.sample, u.IsPrivate(), c.private)
		}
		if got := u.ChatID(); got != c.chat && c.sample != "63_channel_post" {
			t.Errorf("%s: ChatID() = %d, want %d", c.sample, got, c.chat)
		}
		if from := u.From(); (from == nil) != (c.from == 0) || from != nil && from.ID != c.from {
			t.Errorf("%s: From() = %v, want %d", c.sample, from, c.from)
		}
		if got := u.SentAt(); c.sentAt != 0 && !got.Equal(time.Unix(c.sentAt, 0)) {
			t.Errorf("%s: SentAt() = %v, want %d", c.sample, got, c.sentAt)
		}
	}
}

func TestSentAtOfAnEditIsTheEdit(t *testing.T) {
	t.Parallel()
	u := parseSample(t, "18_edited_message")
	if got, want := u.SentAt().Unix(), u.EditedMessage.EditDate; got != want || want <= u.EditedMessage.Date {
		t.Errorf("SentAt() = %d, want the edit's %d", got, want)
	}
}

func TestPayloadOfAnUnknownKindIsKept(t *testing.T) {
	t.Parallel()
	u := parseSample(t, "87_unknown_future_update")
	if got := string(u.Other); !strings.Contains(got, `"nested"`) || strings.Contains(got, "update_id") {
		t.Errorf("Other = %s, want the payload alone", got)
	}
}

func TestWhatIsNoUpdate(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]error{
		``:                                 ErrNotJSON,
		`null`:                             ErrNotJSON,
		`[]`:                               ErrNotJSON,
		`"update_id"`:                      ErrNotJSON,
		`1`:                                ErrNotJSON,
		`{"update_id":1`:                   ErrNotJSON,
		`{"update_id":1}}`:                 ErrNotJSON,
		"{\"update_id\":1,\"a\":\"\x00\"}": ErrNotJSON,
		`{}`:                               ErrNoUpdateID,
		`{"update_id":null}`:               ErrNoUpdateID,
		`{"update_id":"1"}`:                ErrNoUpdateID,
		`{"update_id":1.5}`:                ErrNoUpdateID,
		`{"update_id":0}`:                  ErrNoUpdateID,
		`{"update_id":-1}`:                 ErrNoUpdateID,
		`{"UPDATE_ID":5}`:                  ErrNoUpdateID,
		`{"update_id":5,"Update_Id":6}`:    ErrNoUpdateID,
		`{"update_id":5,"update_id":5}`:    ErrNoUpdateID,
		`{"update_id":5,"update_id":6,"message":{"message_id":1,"date":1,"chat":{"id":1,"type":"private"},"text":"x"}}`: ErrNoUpdateID,
		`{"update_id":1e999999}`:            ErrNoUpdateID,
		`{"update_id":9223372036854775808}`: ErrNoUpdateID,
	} {
		if _, err := ParseUpdate([]byte(raw)); !errors.Is(err, want) {
			t.Errorf("ParseUpdate(%s) = %v, want %v", raw, err, want)
		}
	}
}

func TestOddFieldsSpareTheRest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ raw, unreadable string }{
		{`{"update_id":7,"message":{"chat":{"id":5,"type":"private"},"text":["a"],"date":9}}`, "message.text"},
		{`{"update_id":7,"message":{"chat":{"id":5,"type":"private"},"location":{"latitude":1e999999,"longitude":2},"date":9}}`, "message.location.latitude"},
		{`{"update_id":7,"message":{"chat":{"id":5,"type":"private"},"entities":{"a":1},"date":9}}`, "message.entities"},
		{`{"update_id":7,"message":{"chat":{"id":5,"type":"private"},"from":"me","date":9}}`, "message.from"},
		{`{"update_id":7,"message":{"chat":{"id":5,"type":"private"},"unknown":1e999999,"date":9}}`, ""},
	} {
		u, err := ParseUpdate([]byte(c.raw))
		if err != nil || u.Unreadable != c.unreadable {
			t.Errorf("ParseUpdate(%s) = %v, Unreadable %q, want %q", c.raw, err, u.Unreadable, c.unreadable)
		}
		if u.ID != 7 || u.ChatID() != 5 || u.SentAt().Unix() != 9 {
			t.Errorf("ParseUpdate(%s): id %d, chat %d, at %d, want 7, 5, 9", c.raw, u.ID, u.ChatID(), u.SentAt().Unix())
		}
	}
}

func TestStringsAreFitForStorage(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`a\u0000b`:     "a\uFFFDb",
		`\u0000\u0000`: "\uFFFD\uFFFD",
		`\\u0000`:      `\u0000`,
		`\\\u0000`:     "\\\uFFFD",
		`\ud83c`:       "\uFFFD",
		`\udf53x`:      "\uFFFDx",
		`\ud83c\udf53`: "🍓",
		`\ud83c\u0000`: "\uFFFD\uFFFD",
		"\xff":         "\uFFFD",
	} {
		raw := []byte(`{"update_id":1,"message":{"text":"` + in + `"}}`)
		before := string(raw)
		u, err := ParseUpdate(raw)
		if err != nil || u.Message.Text != want {
			t.Errorf("text of %s = %q, %v, want %q", in, u.Message.Text, err, want)
		}
		if string(raw) != before {
			t.Errorf("ParseUpdate(%s) changed its input", in)
		}
	}
}

func FuzzParseUpdate(f *testing.F) {
	for _, raw := range sampleUpdates(f) {
		f.Add(raw)
	}
	f.Add([]byte(`{"update_id":1,"message":{"text":"\u0000\ud800","date":1e999999}}`))
	f.Add([]byte(`{"update_id":1,"message":null,"callback_query":[],"poll":{}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		u, err := ParseUpdate(raw)
		if err != nil {
			if !errors.Is(err, ErrNotJSON) && !errors.Is(err, ErrNoUpdateID) {
				t.Errorf("ParseUpdate = %v, want one of its own errors", err)
			}
			return
		}
		if u.ID <= 0 {
			t.Errorf("ID = %d, want positive", u.ID)
		}
		u.ChatID()
		u.From()
		u.SentAt()
		u.IsPrivate()
		if m := u.AnyMessage(); m != nil && strings.ContainsRune(m.Text, 0) {
			t.Error("a NUL came through")
		}
	})
}

// FuzzParseMessage holds the quick reading against the thorough one.
func FuzzParseMessage(f *testing.F) {
	for _, raw := range sampleUpdates(f) {
		f.Add(raw)
	}
	for _, text := range []string{
		`"a"`, `"\u0441\u043b\ud83d\ude00"`, `"\ud83d\u0041\ude00"`, `"\ud83d"`, `"\u0000\"\\\/\b\f\n\r\t"`, `"\x"`, `"\u12g4"`, `null`, `5`, `"` + "\x01" + `"`, `"`,
	} {
		f.Add([]byte(`{"update_id":1,"message":{"message_id":1,"date":2,"chat":{"id":-3,"type":"private"},"from":{"id":3,"is_bot":false,"first_name":"A"},"text":` + text + `}}`))
	}
	for _, odd := range []string{
		`{"update_id":01,"message":{}}`, `{"update_id":1,"message":{"text":"a","text":"b"}}`, `{"update_id":1,"message":{"Text":"a"}} x`,
		`{"update_id":1.0,"message":{"date":-0}}`, `{"update_id":1,"message":{"date":-0,}}`, ` {"update_id" : 1 , "message" : { "date" : -0 } } `,
		`{"update_id":1,"message":{"from":{"is_premium":true,"is_bot":truer}}}`, `{"update_id":9223372036854775808,"message":{"date":1}}`,
	} {
		f.Add([]byte(odd))
	}
	for _, entities := range []string{
		`[]`, `[ ]`, `[{"type":"bot_command","offset":0,"length":6}]`, `[{"offset":1},{"length":-2,"type":"bold"}]`, `[{}]`, `[{"type":"url","url":"x"}]`,
		`null`, `[null]`, `[{"offset":1.5}]`, `[{"offset":1}`, `[{"offset":1},]`, `[{"offset":9223372036854775808}]`, `[1]`, `{}`,
	} {
		f.Add([]byte(`{"update_id":1,"message":{"text":"/start","entities":` + entities + `}}`))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		quick, ok := parseMessage(raw)
		if !ok {
			return
		}
		thorough, err := parseAny(raw)
		if diff := cmp.Diff(thorough, quick); err != nil || diff != "" {
			t.Errorf("parseMessage differs from parseAny (%v):\n%s", err, diff)
		}
	})
}

// TestUsualMessagesAreReadQuickly: the quick reading must be the one that is used.
func TestUsualMessagesAreReadQuickly(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join("testdata", "updates", "01_message_text_private.json"))
	if err != nil {
		t.Fatal(err)
	}
	if u, ok := parseMessage(raw); !ok || u.Message.Text == "" || u.Message.From.ID == 0 {
		t.Errorf("parseMessage of a text message = %+v, %t, want it read", u.Message, ok)
	}
	command := []byte(`{"update_id":1,"message":{"text":"/start","entities":[{"type":"bot_command","offset":0,"length":6}]}}`)
	if u, ok := parseMessage(command); !ok || len(u.Message.Entities) != 1 || u.Message.Entities[0].Length != 6 {
		t.Errorf("parseMessage of a command = %+v, %t, want it read", u.Message, ok)
	}
	if _, err := ParseUpdate([]byte(`{"update_id":0,"message":{"date":1}}`)); !errors.Is(err, ErrNoUpdateID) {
		t.Errorf("ParseUpdate without a number = %v, want ErrNoUpdateID", err)
	}
}

func BenchmarkParseUpdate(b *testing.B) {
	raw, err := os.ReadFile(filepath.Join("testdata", "updates", "01_message_text_private.json"))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseUpdate(raw); err != nil {
			b.Fatal(err)
		}
	}
}
