package sim

import (
	"strings"
	"testing"

	"botyard/internal/telegram"
)

type object = map[string]any

func inline(button object) object {
	return object{"inline_keyboard": [][]any{{button}}}
}

// TestRefusals are sends that Telegram refuses, and their neighbours that it
// takes.
func TestRefusals(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	b.says(b.person(5), "/start")
	b.person(6) // exists, never started
	blocker := b.person(7)
	b.says(blocker, "/start")
	if err := blocker.Block(b.bot.ID); err != nil {
		t.Fatal(err)
	}
	for _, id := range []int64{-100, -101, -102} {
		if err := b.person(5).AddToGroup(b.bot.ID, telegram.Chat{ID: id, Type: "group", Title: "Team"}, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.person(5).RemoveFromGroup(b.bot.ID, -101); err != nil {
		t.Fatal(err)
	}
	if err := b.person(5).MigrateGroup(b.bot.ID, -102, -1002); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		params object // chat_id 5 and a text, unless given
		want   string // "" when it is taken
	}{
		{"plain", object{}, ""},
		{"chat unknown", object{"chat_id": 999}, "Bad Request: chat not found"},
		{"no chat", object{"chat_id": ""}, "Bad Request: chat_id is empty"},
		{"never started", object{"chat_id": 6}, "Forbidden: bot can't initiate conversation with a user"},
		{"blocked", object{"chat_id": 7}, "Forbidden: bot was blocked by the user"},
		{"kicked", object{"chat_id": -101}, "Forbidden: bot was kicked from the group chat"},
		{"migrated", object{"chat_id": -102}, "Bad Request: group chat was upgraded to a supergroup chat"},
		{"the supergroup", object{"chat_id": -1002}, ""},
		{"empty", object{"text": ""}, "Bad Request: message text is empty"},
		{"blank", object{"text": " \n"}, "Bad Request: message text is empty"},
		{"4096 wide characters", object{"text": strings.Repeat("🍓", 4096)}, ""},
		{"4097 characters", object{"text": strings.Repeat("я", 4097)}, "Bad Request: message is too long"},
		{"data of 64 bytes", object{"reply_markup": inline(object{"text": "x", "callback_data": strings.Repeat("я", 32)})}, ""},
		{"data of 66 bytes", object{"reply_markup": inline(object{"text": "x", "callback_data": strings.Repeat("я", 33)})}, "Bad Request: BUTTON_DATA_INVALID"},
		{"button without action", object{"reply_markup": inline(object{"text": "x"})}, "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"},
		{"button without text", object{"reply_markup": inline(object{"text": "", "callback_data": "x"})}, "Bad Request: can't parse inline keyboard button: Button text must not be empty"},
		{"link", object{"reply_markup": inline(object{"text": "x", "url": "https://example.org"})}, ""},
		{"telephone link", object{"reply_markup": inline(object{"text": "x", "url": "tel:+7000"})}, "Bad Request: BUTTON_URL_INVALID"},
		{"app", object{"reply_markup": inline(object{"text": "x", "web_app": object{"url": "https://example.org/m"}})}, ""},
		{"app on this machine", object{"reply_markup": inline(object{"text": "x", "web_app": object{"url": "http://127.0.0.1:8080/m"}})}, ""},
		{"app without TLS", object{"reply_markup": inline(object{"text": "x", "web_app": object{"url": "http://example.org/m"}})}, "Bad Request: Web App URL 'http://example.org/m' is invalid: Only HTTPS links are allowed"},
		{"app in a group", object{"chat_id": -100, "reply_markup": inline(object{"text": "x", "web_app": object{"url": "https://example.org/m"}})}, "Bad Request: BUTTON_TYPE_INVALID"},
		{"contact key in a group", object{"chat_id": -100, "reply_markup": object{"keyboard": [][]any{{object{"text": "x", "request_contact": true}}}}}, "Bad Request: BUTTON_TYPE_INVALID"},
		{"key without text", object{"reply_markup": object{"keyboard": [][]any{{object{"text": ""}}}}}, "Bad Request: can't parse keyboard button: Button text must not be empty"},
		{"markup no object", object{"reply_markup": "nonsense"}, "Bad Request: can't parse reply markup JSON object"},
		{"entity", object{"text": "🍓x", "entities": []object{{"type": "bold", "offset": 0, "length": 2}}}, ""},
		{"entity cuts a pair at its end", object{"text": "🍓x", "entities": []object{{"type": "bold", "offset": 0, "length": 1}}}, "Bad Request: entity ends in a middle of a UTF-16 symbol at UTF-16 offset 1"},
		{"entity cuts a pair at its start", object{"text": "🍓x", "entities": []object{{"type": "bold", "offset": 1, "length": 2}}}, "Bad Request: entity begins in a middle of a UTF-16 symbol at UTF-16 offset 1"},
		{"entity beyond the end", object{"text": "🍓x", "entities": []object{{"type": "bold", "offset": 0, "length": 4}}}, "Bad Request: entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 3"},
		{"entity of no type", object{"entities": []object{{"offset": 0, "length": 1}}}, `Bad Request: can't parse entities: Can't find field "type"`},
		{"entity of negative length", object{"entities": []object{{"type": "bold", "offset": 0, "length": -1}}}, "Bad Request: can't parse entities: Receive an entity with incorrect offset or length"},
		{"HTML", object{"text": "<b>a</b> &lt; <a href=\"https://x.test\">b</a>", "parse_mode": "HTML"}, ""},
		{"HTML open", object{"text": "<b>a", "parse_mode": "HTML"}, `Bad Request: can't parse entities: Can't find end tag corresponding to start tag "b"`},
		{"HTML unknown tag", object{"text": "<x>a</x>", "parse_mode": "HTML"}, `Bad Request: can't parse entities: Unsupported start tag "x" at byte offset 0`},
		{"HTML crossed", object{"text": "<b><i>a</b></i>", "parse_mode": "HTML"}, `Bad Request: can't parse entities: Unmatched end tag at byte offset 7, expected "</i>", found "</b>"`},
		{"HTML closed only", object{"text": "a</b>", "parse_mode": "HTML"}, `Bad Request: can't parse entities: Unexpected end tag at byte offset 1`},
		{"HTML cut", object{"text": "a <b", "parse_mode": "HTML"}, `Bad Request: can't parse entities: Unclosed start tag at byte offset 2`},
		{"parse mode unknown", object{"parse_mode": "TeX"}, "Bad Request: unsupported parse_mode"},
		{"reply to nothing", object{"reply_parameters": object{"message_id": 999}}, "Bad Request: message to be replied not found"},
		{"reply if it is there", object{"reply_parameters": object{"message_id": 999, "allow_sending_without_reply": true}}, ""},
		{"reply", object{"reply_parameters": object{"message_id": 1}}, ""},
	} {
		params := object{"chat_id": 5, "text": "hello"}
		for name, value := range c.params {
			params[name] = value
		}
		if got := b.call("sendMessage", params); got.Description != c.want || got.OK != (c.want == "") {
			t.Errorf("%s: sendMessage = %q, want %q", c.name, got.Description, c.want)
		}
	}
	if got := b.call("sendMessage", object{"chat_id": -102, "text": "x"}); got.Parameters.Migrate != -1002 {
		t.Errorf("migrate_to_chat_id = %d, want -1002", got.Parameters.Migrate)
	}
}

func TestHTMLBecomesEntities(t *testing.T) {
	t.Parallel()
	text, entities, err := parseHTML(`🍓 <b>a<i>b</i></b> &amp; <a href="https://x.test/?a=1&amp;b=2">c</a>`)
	if err != nil || text != "🍓 ab & c" {
		t.Fatalf("parseHTML = %q, %v", text, err)
	}
	want := []telegram.Entity{
		{Type: "bold", Offset: 3, Length: 2},
		{Type: "italic", Offset: 4, Length: 1},
		{Type: "text_link", Offset: 8, Length: 1, URL: "https://x.test/?a=1&b=2"},
	}
	if !equal(entities, want) {
		t.Errorf("entities = %+v, want %+v", entities, want)
	}
}

func TestEdits(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	b.says(b.person(5), "/start") // message 1
	b.must("sendMessage", object{"chat_id": 5, "text": "old", "reply_markup": inline(object{"text": "Go", "callback_data": "go"})})
	for _, c := range []struct {
		name, method string
		params       object
		want         string
	}{
		{"new text", "editMessageText", object{"message_id": 2, "text": "new"}, ""},
		{"same text", "editMessageText", object{"message_id": 2, "text": "new"}, "Bad Request: " + notModified},
		{"buttons", "editMessageReplyMarkup", object{"message_id": 2, "reply_markup": inline(object{"text": "Go", "callback_data": "go"})}, ""},
		{"no buttons", "editMessageReplyMarkup", object{"message_id": 2}, ""},
		{"no buttons again", "editMessageReplyMarkup", object{"message_id": 2}, "Bad Request: " + notModified},
		{"reply keyboard", "editMessageReplyMarkup", object{"message_id": 2, "reply_markup": object{"keyboard": [][]any{{object{"text": "x"}}}}}, "Bad Request: inline keyboard expected"},
		{"person's message", "editMessageText", object{"message_id": 1, "text": "x"}, "Bad Request: message can't be edited"},
		{"no message", "editMessageText", object{"message_id": 99, "text": "x"}, "Bad Request: message to edit not found"},
		{"empty", "editMessageText", object{"message_id": 2, "text": ""}, "Bad Request: message text is empty"},
		{"caption of a text", "editMessageCaption", object{"message_id": 2, "caption": "x"}, "Bad Request: there is no caption in the message to edit"},
		{"delete", "deleteMessage", object{"message_id": 2}, ""},
		{"delete again", "deleteMessage", object{"message_id": 2}, "Bad Request: message to delete not found"},
	} {
		c.params["chat_id"] = 5
		if got := b.call(c.method, c.params); got.Description != c.want {
			t.Errorf("%s: %s = %q, want %q", c.name, c.method, got.Description, c.want)
		}
	}
}

func TestProfile(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	b.says(b.person(5), "/start")
	app := object{"type": "web_app", "text": "Shop", "web_app": object{"url": "https://example.org/m"}}
	for _, c := range []struct {
		name, method string
		params       object
		want, result string
	}{
		{"menu", "setChatMenuButton", object{"menu_button": app}, "", "true"},
		{"menu of a chat", "setChatMenuButton", object{"chat_id": 5, "menu_button": object{"type": "commands"}}, "", "true"},
		{"menu of a stranger", "setChatMenuButton", object{"chat_id": 9, "menu_button": app}, "Bad Request: chat not found", ""},
		{"read the menu", "getChatMenuButton", object{}, "", `{"type":"web_app","text":"Shop","web_app":{"url":"https://example.org/m"}}`},
		{"read the chat's", "getChatMenuButton", object{"chat_id": 5}, "", `{"type":"commands"}`},
		{"menu without text", "setChatMenuButton", object{"menu_button": object{"type": "web_app", "web_app": object{"url": "https://x.test"}}}, "Bad Request: BUTTON_TEXT_INVALID", ""},
		{"menu of another type", "setChatMenuButton", object{"menu_button": object{"type": "x"}}, "Bad Request: MenuButton has unsupported type", ""},
		{"commands", "setMyCommands", object{"commands": []object{{"command": "start", "description": "Begin"}}}, "", "true"},
		{"commands in Russian", "setMyCommands", object{"commands": []object{{"command": "start", "description": "Начать"}}, "language_code": "ru"}, "", "true"},
		{"read commands", "getMyCommands", object{"scope": object{"type": "default"}}, "", `[{"command":"start","description":"Begin"}]`},
		{"command in capitals", "setMyCommands", object{"commands": []object{{"command": "Start", "description": "x"}}}, "Bad Request: BOT_COMMAND_INVALID", ""},
		{"command without words", "setMyCommands", object{"commands": []object{{"command": "a", "description": ""}}}, "Bad Request: BOT_COMMAND_DESCRIPTION_INVALID", ""},
		{"delete commands", "deleteMyCommands", object{}, "", "true"},
		{"none left", "getMyCommands", object{}, "", `[]`},
		{"the others stay", "getMyCommands", object{"language_code": "ru"}, "", `[{"command":"start","description":"Начать"}]`},
		{"name", "setMyName", object{"name": "New"}, "", "true"},
		{"read the name", "getMyName", object{"language_code": "ru"}, "", `{"name":"New"}`},
		{"long name", "setMyName", object{"name": strings.Repeat("я", 65)}, "Bad Request: bot name is too long", ""},
		{"description", "setMyDescription", object{"description": "About"}, "", "true"},
		{"read it", "getMyDescription", object{}, "", `{"description":"About"}`},
		{"short description", "setMyShortDescription", object{"short_description": strings.Repeat("x", 121)}, "Bad Request: bot short_description is too long", ""},
		{"action", "sendChatAction", object{"chat_id": 5, "action": "typing"}, "", "true"},
		{"no action", "sendChatAction", object{"chat_id": 5, "action": "dancing"}, "Bad Request: wrong parameter action in request", ""},
	} {
		if got := b.call(c.method, c.params); got.Description != c.want || c.want == "" && string(got.Result) != c.result {
			t.Errorf("%s: %s = %q %s, want %q %s", c.name, c.method, got.Description, got.Result, c.want, c.result)
		}
	}
}

func TestWebhookParameters(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{Speed: 1e6})
	for _, c := range []struct {
		params object
		want   string
	}{
		{object{"url": "http://127.0.0.1:1/x"}, ""},
		{object{"url": "https://example.org/x", "max_connections": 500}, ""},
		{object{"url": "example.org"}, "Bad Request: bad webhook: invalid webhook URL specified"},
		{object{"url": "ftp://example.org"}, "Bad Request: bad webhook: invalid webhook URL specified"},
		{object{"url": "https://example.org", "secret_token": "a:b"}, "Bad Request: secret token contains unallowed characters"},
		{object{"url": "https://example.org", "secret_token": strings.Repeat("a", 257)}, "Bad Request: secret token is too long"},
	} {
		if got := b.call("setWebhook", c.params); !got.OK && got.Description != c.want || got.OK != (c.want == "") {
			t.Errorf("setWebhook(%v) = %q, want %q", c.params, got.Description, c.want)
		}
	}
	if hook, _ := b.Webhook(b.bot.ID); hook.MaxConnections != 100 {
		t.Errorf("max_connections = %d, want it cut to 100", hook.MaxConnections)
	}
}
