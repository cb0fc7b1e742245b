package sim

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/PaulSonOfLars/gotgbot/v2"

	"botyard/internal/telegram"
)

// The independent client is written by others from Telegram's documentation:
// simulator and our own client cannot be wrong together unnoticed.
func independent(t *testing.T, b *bench) (*gotgbot.Bot, *gotgbot.RequestOpts) {
	t.Helper()
	front := httptest.NewServer(b)
	t.Cleanup(front.Close)
	client := &gotgbot.BaseBotClient{DefaultRequestOpts: &gotgbot.RequestOpts{APIURL: front.URL, Timeout: 10 * time.Second}}
	t.Cleanup(client.Client.CloseIdleConnections)
	bot, err := gotgbot.NewBot(string(b.bot.Token), &gotgbot.BotOpts{BotClient: client})
	if err != nil {
		t.Fatalf("NewBot = %v", err)
	}
	return bot, client.DefaultRequestOpts
}

func TestIndependentClientSends(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	bot, _ := independent(t, b)
	if bot.Id != b.bot.ID || bot.Username != "tea_bot" || !bot.IsBot {
		t.Errorf("getMe = %+v", bot.User)
	}
	ada := b.person(5)
	b.says(ada, "/start")
	updates, err := bot.GetUpdates(nil)
	if err != nil || len(updates) != 1 || updates[0].Message.Text != "/start" || updates[0].Message.Entities[0].Type != "bot_command" {
		t.Fatalf("GetUpdates = %+v, %v", updates, err)
	}
	keys := gotgbot.InlineKeyboardMarkup{InlineKeyboard: [][]gotgbot.InlineKeyboardButton{{{Text: "Tea", CallbackData: "tea"}}}}
	m, err := bot.SendMessage(5, "<b>Hi</b> 🍓", &gotgbot.SendMessageOpts{ParseMode: "HTML", ReplyMarkup: keys})
	if err != nil || m.Text != "Hi 🍓" || m.Entities[0].Type != "bold" || m.ReplyMarkup.InlineKeyboard[0][0].CallbackData != "tea" || m.From.Id != bot.Id || m.Chat.Type != "private" {
		t.Fatalf("SendMessage = %+v, %v", m, err)
	}
	if edited, _, err := m.EditText(bot, "Hello", nil); err != nil || edited.Text != "Hello" || edited.EditDate == 0 || edited.ReplyMarkup != nil {
		t.Errorf("EditText = %+v, %v", edited, err)
	}
	if ok, err := m.Delete(bot, nil); !ok || err != nil {
		t.Errorf("Delete = %v, %v", ok, err)
	}
	photo, err := bot.SendPhoto(5, gotgbot.InputFileByReader("x.png", bytes.NewReader(picture(t, 40, 30))), &gotgbot.SendPhotoOpts{Caption: "pic"})
	if err != nil || photo.Photo[0].Width != 40 || photo.Caption != "pic" {
		t.Fatalf("SendPhoto = %+v, %v", photo, err)
	}
	if f, err := bot.GetFile(photo.Photo[0].FileId, nil); err != nil || f.FilePath == "" || f.FileSize == 0 {
		t.Errorf("GetFile = %+v, %v", f, err)
	}
}

func TestIndependentClientAnswersPresses(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{NoLimits: true})
	bot, _ := independent(t, b)
	ada := b.person(5)
	b.says(ada, "/start")
	keys := gotgbot.InlineKeyboardMarkup{InlineKeyboard: [][]gotgbot.InlineKeyboardButton{{{Text: "Tea", CallbackData: "tea"}}}}
	m, err := bot.SendMessage(5, "Menu", &gotgbot.SendMessageOpts{ReplyMarkup: keys})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ada.Press(b.bot.ID, m.MessageId, "Tea"); err != nil {
		t.Fatal(err)
	}
	if err := ada.Block(b.bot.ID); err != nil {
		t.Fatal(err)
	}
	updates, err := bot.GetUpdates(&gotgbot.GetUpdatesOpts{Offset: -2})
	if err != nil || len(updates) != 2 {
		t.Fatalf("GetUpdates = %+v, %v, want two", updates, err)
	}
	query, member := updates[0].CallbackQuery, updates[1].MyChatMember
	if query == nil || query.Data != "tea" || query.Message.GetMessageId() != m.MessageId || query.From.Id != 5 {
		t.Errorf("callback_query = %+v", query)
	}
	if member == nil || member.NewChatMember.GetStatus() != "kicked" || member.OldChatMember.GetStatus() != "member" {
		t.Errorf("my_chat_member = %+v", member)
	}
	if ok, err := query.Answer(bot, &gotgbot.AnswerCallbackQueryOpts{Text: "ok"}); !ok || err != nil {
		t.Errorf("Answer = %v, %v", ok, err)
	}
	var refused *gotgbot.TelegramError
	if _, err := bot.SendMessage(5, "x", nil); !errors.As(err, &refused) || refused.Code != 403 {
		t.Errorf("SendMessage to one who blocked = %v, want 403", err)
	}
}

func TestIndependentClientSetsUp(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{Speed: 1000})
	bot, _ := independent(t, b)
	if _, err := bot.SetWebhook("http://127.0.0.1:9/x", &gotgbot.SetWebhookOpts{SecretToken: "s", MaxConnections: 7, AllowedUpdates: []string{"message"}}); err != nil {
		t.Fatal(err)
	}
	info, err := bot.GetWebhookInfo(nil)
	if err != nil || info.Url != "http://127.0.0.1:9/x" || info.MaxConnections != 7 || len(info.AllowedUpdates) != 1 {
		t.Errorf("GetWebhookInfo = %+v, %v", info, err)
	}
	var refused *gotgbot.TelegramError
	if _, err := bot.GetUpdates(nil); !errors.As(err, &refused) || refused.Code != 409 {
		t.Errorf("GetUpdates = %v, want 409", err)
	}
	if ok, err := bot.DeleteWebhook(nil); !ok || err != nil {
		t.Errorf("DeleteWebhook = %v, %v", ok, err)
	}
	if ok, err := bot.SetMyCommands([]gotgbot.BotCommand{{Command: "start", Description: "Begin"}}, nil); !ok || err != nil {
		t.Errorf("SetMyCommands = %v, %v", ok, err)
	}
	if commands, err := bot.GetMyCommands(nil); err != nil || len(commands) != 1 || commands[0].Command != "start" {
		t.Errorf("GetMyCommands = %+v, %v", commands, err)
	}
	menu := gotgbot.MenuButtonWebApp{Text: "Shop", WebApp: gotgbot.WebAppInfo{Url: "https://example.org/m"}}
	if ok, err := bot.SetChatMenuButton(&gotgbot.SetChatMenuButtonOpts{MenuButton: menu}); !ok || err != nil {
		t.Errorf("SetChatMenuButton = %v, %v", ok, err)
	}
	if got, err := bot.GetChatMenuButton(nil); err != nil || got.GetType() != "web_app" {
		t.Errorf("GetChatMenuButton = %+v, %v", got, err)
	}
	if ok, err := bot.SetMyDescription(&gotgbot.SetMyDescriptionOpts{Description: "About"}); !ok || err != nil {
		t.Errorf("SetMyDescription = %v, %v", ok, err)
	}
}

func TestOurClientAgrees(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{Speed: 1000})
	front := httptest.NewServer(b)
	t.Cleanup(front.Close)
	client, ctx, token := telegram.New(front.URL), t.Context(), b.bot.Token
	t.Cleanup(client.HTTP.CloseIdleConnections)
	ada := b.person(5)
	b.says(ada, "/start")

	raws, err := client.GetUpdates(ctx, token, telegram.GetUpdates{})
	if err != nil || len(raws) != 1 {
		t.Fatalf("GetUpdates = %s, %v", raws, err)
	}
	if u, err := telegram.ParseUpdate(raws[0]); err != nil || u.Message.Text != "/start" || u.From().ID != 5 || !u.IsPrivate() {
		t.Errorf("ParseUpdate(%s) = %+v, %v", raws[0], u, err)
	}
	if err := client.SetWebhook(ctx, token, telegram.SetWebhook{URL: "http://127.0.0.1:9/x", SecretToken: "s", AllowedUpdates: []string{"message"}}); err != nil {
		t.Errorf("SetWebhook = %v", err)
	}
	if info, err := client.GetWebhookInfo(ctx, token); err != nil || info.URL == "" || info.MaxConnections != 40 {
		t.Errorf("GetWebhookInfo = %+v, %v", info, err)
	}
	if err := client.DeleteWebhook(ctx, token, true); err != nil {
		t.Errorf("DeleteWebhook = %v", err)
	}
	if err := client.SetChatMenuButton(ctx, token, 0, telegram.MenuButton{Type: "web_app", Text: "Shop", WebApp: &telegram.WebApp{URL: "https://x.test"}}); err != nil {
		t.Errorf("SetChatMenuButton = %v", err)
	}
	if err := client.SetMyCommands(ctx, token, []telegram.Command{{Command: "start", Description: "Begin"}}, "ru"); err != nil {
		t.Errorf("SetMyCommands = %v", err)
	}
	m, err := client.SendMessage(ctx, token, telegram.SendMessage{ChatID: 5, Text: "Menu", ReplyMarkup: &telegram.Markup{
		InlineKeyboard: [][]telegram.InlineButton{{{Text: "Tea", CallbackData: "tea"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	query, err := ada.Press(b.bot.ID, m.ID, "tea")
	if err != nil {
		t.Fatal(err)
	}
	if err := client.AnswerCallbackQuery(ctx, token, telegram.AnswerCallbackQuery{ID: query}); err != nil {
		t.Errorf("AnswerCallbackQuery = %v", err)
	}
	edit := telegram.EditMessageText{ChatID: 5, MessageID: m.ID, Text: "Tea it is"}
	if edited, err := client.EditMessageText(ctx, token, edit); err != nil || edited.Text != "Tea it is" {
		t.Errorf("EditMessageText = %+v, %v", edited, err)
	}
	for want, err := range map[telegram.Class]error{
		telegram.NotModified:  second(client.EditMessageText(ctx, token, edit)),
		telegram.EditGone:     second(client.EditMessageText(ctx, token, telegram.EditMessageText{ChatID: 5, MessageID: 99, Text: "x"})),
		telegram.ChatGone:     second(client.SendMessage(ctx, token, telegram.SendMessage{ChatID: 404, Text: "x"})),
		telegram.Rejected:     second(client.SendMessage(ctx, token, telegram.SendMessage{ChatID: 5})),
		telegram.ReplyGone:    second(client.SendMessage(ctx, token, telegram.SendMessage{ChatID: 5, Text: "x", ReplyParameters: &telegram.ReplyParameters{MessageID: 99}})),
		telegram.QueryExpired: client.AnswerCallbackQuery(ctx, token, telegram.AnswerCallbackQuery{ID: query}),
		telegram.Unauthorized: second(client.GetMe(ctx, "7999999999:AAExampleTokenForTestsOnly0123456789")),
		telegram.MediaRefused: client.Call(ctx, token, "sendPhoto", map[string]any{"chat_id": 5, "photo": "nonsense"}, nil),
		telegram.Misrouted:    client.Call(ctx, token, "sendNonsense", nil, nil),
	} {
		if got := telegram.Classify(err); got != want {
			t.Errorf("Classify(%v) = %v, want %v", err, got, want)
		}
	}
}

func second[T any](_ T, err error) error { return err }
