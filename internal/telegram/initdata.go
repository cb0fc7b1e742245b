package telegram

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Bounds of initData.
const (
	// MaxInitData is the largest initData that is looked at, in bytes.
	MaxInitData = 8 << 10
	// MaxInitDataAge is how old a launch may be. Clients cache: hours are normal.
	MaxInitDataAge = 24 * time.Hour
	// maxSkew is how far in the future a launch may lie, for clocks that differ.
	maxSkew = time.Minute
)

// Why initData is refused. A person's answer to ErrInitDataStale is to open
// the Mini App again; the others are forgeries or bugs.
var (
	ErrInitDataMalformed = errors.New("initData is malformed")
	ErrInitDataForged    = errors.New("initData has a wrong signature")
	ErrInitDataStale     = errors.New("initData is too old or from the future")
)

// TelegramKey is the key with which Telegram signs initData, and
// TelegramTestKey that of its test environment.
var (
	TelegramKey     = mustKey("e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d")
	TelegramTestKey = mustKey("40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec")
)

func mustKey(s string) ed25519.PublicKey {
	key, err := hex.DecodeString(s)
	if err != nil || len(key) != ed25519.PublicKeySize {
		panic("telegram: bad public key " + s)
	}
	return key
}

// InitDataSecret verifies and signs a bot's initData. It is derived from the
// token, one way, and may be kept instead of it; it is as secret.
type InitDataSecret [sha256.Size]byte

// InitDataSecret derives the bot's secret for initData.
func (t Token) InitDataSecret() InitDataSecret {
	return InitDataSecret(sum([]byte("WebAppData"), string(t)))
}

// String hides the secret.
func (InitDataSecret) String() string { return "[secret]" }

// GoString hides the secret from %#v.
func (InitDataSecret) GoString() string { return "[secret]" }

// MarshalText hides the secret from JSON and slog.
func (InitDataSecret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }

func sum(key []byte, message string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(message))
	return mac.Sum(nil)
}

// InitData is what a launch of a Mini App proves.
type InitData struct {
	User         *User     // nil when the launch names nobody
	Chat         *Chat     // the chat it was opened from an attachment menu in
	ChatType     string    // sender, private, group, supergroup or channel
	ChatInstance string    // opaque id of the chat of a direct link
	StartParam   string    // startapp= of the link
	QueryID      string    // for answerWebAppQuery
	AuthDate     time.Time // when Telegram signed it
	Hash         string    // names this very launch, to notice a replay
}

// VerifyInitData checks the HMAC of initData with the bot's secret, and its
// age. The zero secret, which anyone knows, verifies nothing.
func VerifyInitData(initData string, secret InitDataSecret, now time.Time) (InitData, error) {
	fields, err := parseFields(initData)
	if err != nil {
		return InitData{}, err
	}
	hash, err := hex.DecodeString(fields["hash"])
	if err != nil || secret == (InitDataSecret{}) || !hmac.Equal(hash, sum(secret[:], checkString(fields, "hash"))) {
		return InitData{}, ErrInitDataForged
	}
	return readInitData(fields, now)
}

// VerifyInitDataSignature checks Telegram's own signature instead, which needs
// no token. botID must come from our own address, never from the client. Any
// of keys may have signed; none given means TelegramKey.
func VerifyInitDataSignature(initData string, botID int64, now time.Time, keys ...ed25519.PublicKey) (InitData, error) {
	fields, err := parseFields(initData)
	if err != nil {
		return InitData{}, err
	}
	if len(keys) == 0 {
		keys = []ed25519.PublicKey{TelegramKey}
	}
	signature, err := base64.RawURLEncoding.DecodeString(fields["signature"])
	message := signedString(botID, fields)
	signed := func(key ed25519.PublicKey) bool {
		return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, message, signature)
	}
	if err != nil || !slices.ContainsFunc(keys, signed) {
		return InitData{}, ErrInitDataForged
	}
	return readInitData(fields, now)
}

func signedString(botID int64, fields map[string]string) []byte {
	return []byte(strconv.FormatInt(botID, 10) + ":WebAppData\n" + checkString(fields, "hash", "signature"))
}

// parseFields decodes the pairs once. A key that comes twice is refused: what
// was signed and what is read could be different ones.
func parseFields(initData string) (map[string]string, error) {
	if len(initData) > MaxInitData {
		return nil, ErrInitDataMalformed
	}
	values, err := url.ParseQuery(initData)
	if err != nil {
		return nil, ErrInitDataMalformed
	}
	fields := make(map[string]string, len(values))
	for key, all := range values {
		if len(all) != 1 {
			return nil, ErrInitDataMalformed
		}
		fields[key] = all[0]
	}
	return fields, nil
}

// checkString is what is signed: every field but those left out, whatever its
// name, sorted. (The HMAC covers the field "signature", too.)
func checkString(fields map[string]string, leftOut ...string) string {
	lines := make([]string, 0, len(fields))
	for key, value := range fields {
		if !slices.Contains(leftOut, key) {
			lines = append(lines, key+"="+value)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func readInitData(fields map[string]string, now time.Time) (InitData, error) {
	sec, err := strconv.ParseInt(fields["auth_date"], 10, 64)
	if err != nil {
		return InitData{}, ErrInitDataMalformed
	}
	d := InitData{
		ChatType: fields["chat_type"], ChatInstance: fields["chat_instance"], StartParam: fields["start_param"],
		QueryID: fields["query_id"], AuthDate: time.Unix(sec, 0), Hash: fields["hash"],
	}
	if age := now.Sub(d.AuthDate); age > MaxInitDataAge || age < -maxSkew {
		return InitData{}, ErrInitDataStale
	}
	if readField(fields["user"], &d.User) != nil || readField(fields["chat"], &d.Chat) != nil {
		return InitData{}, ErrInitDataMalformed
	}
	return d, nil
}

func readField[T any](text string, field **T) error {
	if text == "" {
		return nil
	}
	err := json.Unmarshal([]byte(text), field)
	if isTypeError(err) {
		return nil
	}
	return err
}

// SignInitData makes the initData that Telegram would hand to a Mini App of
// the token's bot. With a key it is also signed as Telegram does. It is for
// the simulator and for tests.
func SignInitData(token Token, fields map[string]string, key ed25519.PrivateKey) string {
	signed := make(map[string]string, len(fields)+2)
	values := make(url.Values, len(fields)+2)
	for name, value := range fields {
		signed[name] = value
	}
	if botID, ok := token.BotID(); ok && key != nil {
		signed["signature"] = base64.RawURLEncoding.EncodeToString(ed25519.Sign(key, signedString(botID, signed)))
	}
	secret := token.InitDataSecret()
	signed["hash"] = hex.EncodeToString(sum(secret[:], checkString(signed, "hash")))
	for name, value := range signed {
		values.Set(name, value)
	}
	return strings.ReplaceAll(values.Encode(), "+", "%20") // as Telegram writes a space
}
