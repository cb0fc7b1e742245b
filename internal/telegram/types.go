package telegram

import "time"

// User is a person or a bot.
type User struct {
	ID           int64  `json:"id"`
	IsBot        bool   `json:"is_bot"`
	FirstName    string `json:"first_name"`
	LastName     string `json:"last_name,omitempty"`
	Username     string `json:"username,omitempty"`
	LanguageCode string `json:"language_code,omitempty"`
}

// Me is what getMe tells about the bot itself.
type Me struct {
	User
	CanJoinGroups      bool `json:"can_join_groups"`
	CanReadAllMessages bool `json:"can_read_all_group_messages"`
	InlineQueries      bool `json:"supports_inline_queries"`
	HasMainWebApp      bool `json:"has_main_web_app"`
}

// Chat is where a message is. Type is private, group, supergroup or channel.
type Chat struct {
	ID        int64  `json:"id"`
	Type      string `json:"type"`
	Title     string `json:"title,omitempty"`
	Username  string `json:"username,omitempty"`
	FirstName string `json:"first_name,omitempty"`
	LastName  string `json:"last_name,omitempty"`
}

// Message is the part of a message that the product acts on.
type Message struct {
	ID              int64       `json:"message_id"`
	From            *User       `json:"from,omitempty"`
	SenderChat      *Chat       `json:"sender_chat,omitempty"`
	Chat            Chat        `json:"chat"`
	Date            int64       `json:"date"` // Unix seconds; 0 when the message is inaccessible
	EditDate        int64       `json:"edit_date,omitempty"`
	MediaGroupID    string      `json:"media_group_id,omitempty"`
	ReplyTo         *Message    `json:"reply_to_message,omitempty"`
	ViaBot          *User       `json:"via_bot,omitempty"`
	Text            string      `json:"text,omitempty"`
	Entities        []Entity    `json:"entities,omitempty"`
	Caption         string      `json:"caption,omitempty"`
	CaptionEntities []Entity    `json:"caption_entities,omitempty"`
	Photo           []PhotoSize `json:"photo,omitempty"`
	Document        *File       `json:"document,omitempty"`
	Video           *File       `json:"video,omitempty"`
	Animation       *File       `json:"animation,omitempty"`
	Audio           *File       `json:"audio,omitempty"`
	Voice           *File       `json:"voice,omitempty"`
	VideoNote       *File       `json:"video_note,omitempty"`
	Sticker         *File       `json:"sticker,omitempty"`
	Contact         *Contact    `json:"contact,omitempty"`
	Location        *Location   `json:"location,omitempty"`
	Venue           *Venue      `json:"venue,omitempty"`
	WebAppData      *WebAppData `json:"web_app_data,omitempty"`
	MigrateTo       int64       `json:"migrate_to_chat_id,omitempty"`
	MigrateFrom     int64       `json:"migrate_from_chat_id,omitempty"`
	ReplyMarkup     *Markup     `json:"reply_markup,omitempty"`

	Events
}

// Events are what a message that nobody wrote tells of: of each it is known
// only whether it is there.
type Events struct {
	Pinned             *struct{} `json:"pinned_message,omitempty"`
	AutoDelete         *struct{} `json:"message_auto_delete_timer_changed,omitempty"`
	WriteAccess        *struct{} `json:"write_access_allowed,omitempty"`
	Paid               *struct{} `json:"successful_payment,omitempty"`
	Refunded           *struct{} `json:"refunded_payment,omitempty"`
	UsersShared        *struct{} `json:"users_shared,omitempty"`
	ChatShared         *struct{} `json:"chat_shared,omitempty"`
	TopicCreated       *struct{} `json:"forum_topic_created,omitempty"`
	TopicEdited        *struct{} `json:"forum_topic_edited,omitempty"`
	BackgroundSet      *struct{} `json:"chat_background_set,omitempty"`
	ConnectedWebsite   *string   `json:"connected_website,omitempty"`
	ManagedBotCreated  *struct{} `json:"managed_bot_created,omitempty"`
	ProximityTriggered *struct{} `json:"proximity_alert_triggered,omitempty"`
}

// Any tells whether there is one.
func (e Events) Any() bool { return e != Events{} }

// SentAt is when the message was sent; the zero time when it is inaccessible.
func (m *Message) SentAt() time.Time { return unixTime(m.Date) }

// Entity marks a stretch of a text. Offset and Length count UTF-16 code units.
type Entity struct {
	Type          string `json:"type"`
	Offset        int    `json:"offset"`
	Length        int    `json:"length"`
	URL           string `json:"url,omitempty"`
	User          *User  `json:"user,omitempty"`
	Language      string `json:"language,omitempty"`
	CustomEmojiID string `json:"custom_emoji_id,omitempty"`
}

// PhotoSize is one of the sizes of a photo; the last of a list is the largest.
type PhotoSize struct {
	FileID       string `json:"file_id"`
	FileUniqueID string `json:"file_unique_id"`
	Width        int    `json:"width"`
	Height       int    `json:"height"`
	FileSize     int64  `json:"file_size,omitempty"`
}

// File is any other file; which fields are set depends on its kind. FilePath
// comes from getFile only.
type File struct {
	FileID       string `json:"file_id"`
	FileUniqueID string `json:"file_unique_id"`
	FileName     string `json:"file_name,omitempty"`
	MimeType     string `json:"mime_type,omitempty"`
	FileSize     int64  `json:"file_size,omitempty"`
	Duration     int    `json:"duration,omitempty"`
	FilePath     string `json:"file_path,omitempty"`
}

// Contact is a shared phone number. UserID equals the sender's id only when it
// is their own.
type Contact struct {
	PhoneNumber string `json:"phone_number"`
	FirstName   string `json:"first_name"`
	LastName    string `json:"last_name,omitempty"`
	UserID      int64  `json:"user_id,omitempty"`
}

// Location is a point on the map, in degrees.
type Location struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Venue is a named place.
type Venue struct {
	Location Location `json:"location"`
	Title    string   `json:"title"`
	Address  string   `json:"address"`
}

// WebAppData came from a Mini App that a reply keyboard's button opened.
type WebAppData struct {
	Data       string `json:"data"`
	ButtonText string `json:"button_text"`
}

// CallbackQuery is a press of an inline button. Message is nil for a message
// sent in inline mode, and has no Date when it is inaccessible.
type CallbackQuery struct {
	ID              string   `json:"id"`
	From            User     `json:"from"`
	Message         *Message `json:"message,omitempty"`
	InlineMessageID string   `json:"inline_message_id,omitempty"`
	ChatInstance    string   `json:"chat_instance,omitempty"`
	Data            string   `json:"data,omitempty"`
	GameShortName   string   `json:"game_short_name,omitempty"`
}

// ChatMemberUpdated tells that the bot's own place in a chat changed: in a
// private chat, that it was blocked ("kicked") or unblocked ("member").
type ChatMemberUpdated struct {
	Chat Chat       `json:"chat"`
	From User       `json:"from"`
	Date int64      `json:"date"`
	Old  ChatMember `json:"old_chat_member"`
	New  ChatMember `json:"new_chat_member"`
}

// ChatMember is a place in a chat. Status is creator, administrator, member,
// restricted, left or kicked, or something newer.
type ChatMember struct {
	Status string `json:"status"`
	User   User   `json:"user"`
	// IsMember tells of a restricted person whether they are in the chat.
	IsMember bool `json:"is_member,omitempty"`
}

// Markup is any reply markup: the one of its fields that is set decides which.
type Markup struct {
	InlineKeyboard  [][]InlineButton   `json:"inline_keyboard,omitempty"`
	Keyboard        [][]KeyboardButton `json:"keyboard,omitempty"`
	RemoveKeyboard  bool               `json:"remove_keyboard,omitempty"`
	ForceReply      bool               `json:"force_reply,omitempty"`
	ResizeKeyboard  bool               `json:"resize_keyboard,omitempty"`
	OneTimeKeyboard bool               `json:"one_time_keyboard,omitempty"`
	IsPersistent    bool               `json:"is_persistent,omitempty"`
	Placeholder     string             `json:"input_field_placeholder,omitempty"`
	Selective       bool               `json:"selective,omitempty"`
}

// InlineButton is a button under a message. CallbackData is 1 to 64 bytes.
type InlineButton struct {
	Text         string  `json:"text"`
	CallbackData string  `json:"callback_data,omitempty"`
	URL          string  `json:"url,omitempty"`
	WebApp       *WebApp `json:"web_app,omitempty"`
	Style        string  `json:"style,omitempty"`
}

// KeyboardButton is a button in place of the keyboard; pressed, it sends its
// text, or what it asks for.
type KeyboardButton struct {
	Text            string  `json:"text"`
	RequestContact  bool    `json:"request_contact,omitempty"`
	RequestLocation bool    `json:"request_location,omitempty"`
	WebApp          *WebApp `json:"web_app,omitempty"`
}

// WebApp is a Mini App to open, by its https address.
type WebApp struct {
	URL string `json:"url"`
}

// WebhookInfo is what getWebhookInfo tells. The last error stays after later
// successes: judge by its age.
type WebhookInfo struct {
	URL                string   `json:"url"`
	PendingUpdateCount int      `json:"pending_update_count"`
	IPAddress          string   `json:"ip_address,omitempty"`
	LastErrorDate      int64    `json:"last_error_date,omitempty"`
	LastErrorMessage   string   `json:"last_error_message,omitempty"`
	LastSyncErrorDate  int64    `json:"last_synchronization_error_date,omitempty"`
	MaxConnections     int      `json:"max_connections,omitempty"`
	AllowedUpdates     []string `json:"allowed_updates,omitempty"`
}
