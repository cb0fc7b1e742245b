package sim

import "strings"

// methods are what the simulator understands, by name in lower case.
var methods = map[string]struct {
	name string
	run  method
}{}

func init() {
	for name, run := range map[string]method{
		"getMe":                  getMe,
		"getWebhookInfo":         getWebhookInfo,
		"setWebhook":             setWebhook,
		"deleteWebhook":          deleteWebhook,
		"getUpdates":             getUpdates,
		"sendMessage":            sendMessage,
		"sendPhoto":              sendFile("photo"),
		"sendDocument":           sendFile("document"),
		"sendVideo":              sendFile("video"),
		"sendVoice":              sendFile("voice"),
		"sendAudio":              sendFile("audio"),
		"sendAnimation":          sendFile("animation"),
		"sendMediaGroup":         sendMediaGroup,
		"sendLocation":           sendLocation,
		"sendVenue":              sendVenue,
		"sendContact":            sendContact,
		"sendChatAction":         sendChatAction,
		"editMessageText":        editMessageText,
		"editMessageCaption":     editMessageCaption,
		"editMessageMedia":       editMessageMedia,
		"editMessageReplyMarkup": editMessageReplyMarkup,
		"deleteMessage":          deleteMessage,
		"answerCallbackQuery":    answerCallbackQuery,
		"setChatMenuButton":      setChatMenuButton,
		"getChatMenuButton":      getChatMenuButton,
		"setMyCommands":          setMyCommands,
		"getMyCommands":          getMyCommands,
		"deleteMyCommands":       deleteMyCommands,
		"setMyName":              setText("name", 64),
		"getMyName":              getText("name"),
		"setMyDescription":       setText("description", 512),
		"getMyDescription":       getText("description"),
		"setMyShortDescription":  setText("short_description", 120),
		"getMyShortDescription":  getText("short_description"),
		"getFile":                getFile,
		"getChatMember":          getChatMember,
	} {
		methods[strings.ToLower(name)] = struct {
			name string
			run  method
		}{name, run}
	}
}

func getMe(c *call) (any, error) {
	c.bot.mu.Lock()
	defer c.bot.mu.Unlock()
	return c.bot.me, nil
}
