package sim

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http/httptest"
	"strings"
	"testing"

	"botyard/internal/telegram"
)

// photos uploads pictures to the bot, and gives their file ids.
func (b *bench) photos(u *User, n int) (ids []string) {
	b.t.Helper()
	for range n {
		m, err := u.SendPhoto(b.bot.ID, "a.png", picture(b.t, 20, 20), "")
		if err != nil {
			b.t.Fatal(err)
		}
		ids = append(ids, m.Photo[0].FileID)
	}
	return ids
}

func album(ids ...string) (media []object) {
	for _, id := range ids {
		media = append(media, object{"type": "photo", "media": id})
	}
	return media
}

func TestAlbumsHaveTheirBounds(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	ids := b.photos(b.person(5), 2)
	document, err := b.person(5).SendFile(b.bot.ID, "document", "a.pdf", []byte("x"), "")
	if err != nil {
		t.Fatal(err)
	}
	eleven := album(strings.Split(strings.Repeat(ids[0]+" ", 11)[:11*len(ids[0])+10], " ")...)
	for _, test := range []struct {
		params object
		want   string
	}{
		{object{"media": album(ids[0])}, "media must contain 2-10 items"},
		{object{"media": eleven}, "media must contain 2-10 items"},
		{object{"media": album(ids[0], "unknown")}, "wrong file identifier"},
		{object{"media": album(ids...), "reply_markup": inline(object{"text": "a", "callback_data": "b"})}, "reply markup is not allowed"},
		{object{"media": append(album(ids[0]), object{"type": "document", "media": document.Document.FileID})}, "can't be mixed"},
		{object{"media": append(album(ids[0]), object{"type": "video", "media": ids[1]})}, "can't use file of type photo as video"},
		{object{"media": append(album(ids[0]), object{"type": "voice", "media": ids[1]})}, "can't use the media of the specified type"},
		{object{"media": append(album(ids[0]), object{"type": "photo", "media": ids[1], "caption": strings.Repeat("x", 1025)})}, "caption is too long"},
	} {
		test.params["chat_id"] = 5
		if got := b.call("sendMediaGroup", test.params); got.ErrorCode != 400 || !strings.Contains(got.Description, test.want) {
			t.Errorf("sendMediaGroup(%v) = %d %q, want 400 %q", test.params, got.ErrorCode, got.Description, test.want)
		}
	}
	var sent []telegram.Message
	got := b.must("sendMediaGroup", object{"chat_id": 5, "media": album(ids...)})
	if err := json.Unmarshal(got.Result, &sent); err != nil || len(sent) != 2 || sent[0].MediaGroupID == "" || sent[0].MediaGroupID != sent[1].MediaGroupID || sent[0].ID == sent[1].ID {
		t.Errorf("sendMediaGroup = %s, %v, want two messages of a group", got.Result, err)
	}
}

func TestAlbumsAreCutShortByLimits(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, Config{})
		ids := b.photos(b.person(5), 5)
		got := b.call("sendMediaGroup", object{"chat_id": 5, "media": album(ids...)})
		if want := `failed to send message #4 with the error message "`; got.ErrorCode != 400 || !strings.Contains(got.Description, want) || !strings.Contains(got.Description, "retry after 1") {
			t.Errorf("sendMediaGroup = %d %q, want 400 %q", got.ErrorCode, got.Description, want)
		}
		messages, err := b.person(5).Messages(b.bot.ID)
		if err != nil || len(messages) != 5+3 {
			t.Errorf("messages = %d, %v, want the person's five and three of the album", len(messages), err)
		}
	})
}

func TestMediaIsEditedInItsPlace(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	ids := b.photos(b.person(5), 2)
	b.must("sendPhoto", object{"chat_id": 5, "photo": ids[0], "caption": "one"})
	b.must("sendMessage", object{"chat_id": 5, "text": "words"})
	var m telegram.Message
	got := b.must("editMessageMedia", object{"chat_id": 5, "message_id": 3, "media": object{"type": "photo", "media": ids[1], "caption": "two"}})
	if err := json.Unmarshal(got.Result, &m); err != nil || m.Caption != "two" || m.Photo[0].FileID != ids[1] {
		t.Errorf("editMessageMedia = %s, want the other picture", got.Result)
	}
	for _, test := range []struct {
		method string
		params object
		want   string
	}{
		{"editMessageMedia", object{"message_id": 4, "media": object{"type": "photo", "media": ids[1]}}, "there is no media in the message to edit"},
		{"editMessageMedia", object{"message_id": 3, "media": object{"type": "photo", "media": ids[1], "caption": "two"}}, "message is not modified"},
		{"editMessageMedia", object{"message_id": 3, "media": object{"type": "poll", "media": ids[1]}}, "can't use the media"},
		{"editMessageMedia", object{"message_id": 1, "media": object{"type": "photo", "media": ids[1]}}, "message can't be edited"},
		{"editMessageText", object{"message_id": 3, "text": "x"}, "there is no text in the message to edit"},
		{"editMessageCaption", object{"message_id": 4, "caption": "x"}, "there is no caption in the message to edit"},
	} {
		test.params["chat_id"] = 5
		if got := b.call(test.method, test.params); got.ErrorCode != 400 || !strings.Contains(got.Description, test.want) {
			t.Errorf("%s(%v) = %d %q, want 400 %q", test.method, test.params, got.ErrorCode, got.Description, test.want)
		}
	}
	if err := b.ForgetFiles(b.bot.ID); err != nil {
		t.Fatal(err)
	}
	if got := b.call("sendPhoto", object{"chat_id": 5, "photo": ids[0]}); !strings.Contains(got.Description, "wrong file identifier") {
		t.Errorf("sendPhoto of a forgotten file = %q, want a refusal", got.Description)
	}
}

func TestPlacesAndContactsAreChecked(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	b.says(b.person(5), "/start")
	for _, test := range []struct {
		method string
		params object
		want   string
	}{
		{"sendLocation", object{"latitude": 91, "longitude": 1}, "wrong location"},
		{"sendLocation", object{"latitude": 1}, "wrong location"},
		{"sendVenue", object{"latitude": 1, "longitude": 1, "title": "a"}, "VENUE_TITLE_OR_ADDRESS_EMPTY"},
		{"sendContact", object{"phone_number": "7"}, "first name is empty"},
		{"sendContact", object{"first_name": "a"}, "phone number is empty"},
		{"sendLocation", object{"latitude": 1, "longitude": 1}, ""},
		{"sendVenue", object{"latitude": 1, "longitude": 1, "title": "a", "address": "b"}, ""},
		{"sendContact", object{"phone_number": "7", "first_name": "a"}, ""},
	} {
		test.params["chat_id"] = 5
		if got := b.call(test.method, test.params); got.OK != (test.want == "") || !strings.Contains(got.Description, test.want) {
			t.Errorf("%s(%v) = %t %q, want %q", test.method, test.params, got.OK, got.Description, test.want)
		}
	}
}

func TestChannelsTellTheirAdministrators(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	ada := b.person(5)
	var made telegram.Chat
	b.admin("POST", "/sim/channels", `{"username": "the_news", "admins": ["tea_bot"]}`, 200, &made)
	b.AddChannel(telegram.Chat{Username: "closed"})
	status := func(chat any) string {
		got := b.call("getChatMember", object{"chat_id": chat, "user_id": 5})
		var m telegram.ChatMember
		if got.OK && json.Unmarshal(got.Result, &m) == nil {
			return m.Status
		}
		return got.Description
	}
	if got := status("@the_news"); got != "left" {
		t.Errorf("a stranger is %q, want left", got)
	}
	b.admin("PUT", "/sim/channels/@the_news/subscribers/5", "", 200, nil)
	if got := status(made.ID); got != "member" {
		t.Errorf("a subscriber is %q, want member", got)
	}
	b.admin("DELETE", "/sim/channels/@the_news/subscribers/5", "", 200, nil)
	b.admin("PUT", "/sim/channels/@none/subscribers/5", "", 404, nil)
	for chat, want := range map[string]string{"@the_news": "left", "@closed": "Bad Request: member list is inaccessible", "@none": "Bad Request: chat not found"} {
		if got := status(chat); got != want {
			t.Errorf("getChatMember of %s = %q, want %q", chat, got, want)
		}
	}
	if err := ada.Subscribe("@none", true); err == nil {
		t.Error("Subscribe to no channel = nil, want an error")
	}
}

// form posts files as the chat page does.
func (b *bench) form(path string, files map[string][]byte, result any) {
	b.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, data := range files {
		part, err := w.CreateFormFile("file", name)
		if err == nil {
			_, err = part.Write(data)
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
	_ = w.WriteField("caption", "look")
	_ = w.Close()
	r := httptest.NewRequest("POST", path, &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	answer := httptest.NewRecorder()
	b.ServeHTTP(answer, r)
	if err := json.Unmarshal(answer.Body.Bytes(), result); err != nil || answer.Code != 200 {
		b.t.Fatalf("POST %s = %d %s", path, answer.Code, answer.Body)
	}
}

func TestVisitorsSendFilesAndPlaces(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	b.person(5)
	var sent []telegram.Message
	b.form("/sim/bots/tea_bot/users/5/files", map[string][]byte{"a.png": picture(t, 20, 20), "b.png": picture(t, 20, 20)}, &sent)
	if len(sent) != 2 || sent[0].MediaGroupID == "" || sent[0].Caption != "look" || sent[1].Caption != "" {
		t.Errorf("two pictures = %+v, want an album with a caption", sent)
	}
	for name, kind := range map[string]string{"a.png": "photo", "a.mp4": "video", "a.ogg": "voice", "a.mp3": "audio", "a.pdf": "document"} {
		data := []byte("x")
		if kind == "photo" {
			data = picture(t, 20, 20)
		}
		sent = nil
		b.form("/sim/bots/tea_bot/users/5/files", map[string][]byte{name: data}, &sent)
		if len(sent) != 1 || kindOf(&sent[0]) != kind {
			t.Errorf("%s = %+v, want a %s", name, sent, kind)
		}
	}
	var m telegram.Message
	b.admin("POST", "/sim/bots/tea_bot/users/5/locations", `{"latitude": 1.5, "longitude": 2}`, 200, &m)
	if m.Location == nil || m.Location.Latitude != 1.5 {
		t.Errorf("location = %+v, want the point", m)
	}
}
