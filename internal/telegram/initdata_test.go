package telegram

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

// The two vectors: v1 as a menu button launches, v2 as a direct link does,
// with a signature by the key of seed 00..1f.
const (
	vectorUser = `user=%7B%22id%22%3A5100000042%2C%22first_name%22%3A%22Zo%C3%AB%20%2B%20%F0%9F%8D%93%20%26%20%3D%22%2C%22last_name%22%3A%22%22%2C%22username%22%3A%22alex_sample%22%2C%22language_code%22%3A%22en%22%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2Fdemo.svg%22%7D`
	vector1    = `query_id=AAEqFpMvAgAAACoWky8demo1&` + vectorUser + `&auth_date=1790000000&hash=d214c1e6635f702bff95071981c963e8e92515043770a2576ffac9aad19710ae`
	vector2    = vectorUser + `&chat_instance=-4501234567890123456&chat_type=supergroup&start_param=ref_AbC-123&auth_date=1790000100&signature=WIo09w1OW4YyUYfbrPWjOwiU63DcbtosZdsWY_-dKIAXwmjcFsh-r1Ey0CBZ8lqydpWoA15SM1v4QgwEGSg6CQ&hash=` + vector2Hash

	vector2Hash = "2211141172e227410a677ff6fec921f54a6798be6e34adb4c7945f4e6bcea7fe"
	// wrongHash is what leaving the signature out of the HMAC would give.
	wrongHash = "d71e156d5bd77ee87653930a8e57f62e8ffc8a9123be1fab3034c5e85ece9dee"
)

var vectorTime = time.Unix(1790000200, 0)

func vectorKey() ed25519.PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	for i := range seed {
		seed[i] = byte(i)
	}
	return ed25519.NewKeyFromSeed(seed)
}

func TestSecretOfTheVectors(t *testing.T) {
	t.Parallel()
	secret := testToken.InitDataSecret()
	if got, want := hex.EncodeToString(secret[:]), "7d0fda3ae3c6ce879a17f933f683bf43192583a11e8501cdb1c6b5690a550f29"; got != want {
		t.Errorf("InitDataSecret() = %s, want %s", got, want)
	}
	raw, _ := json.Marshal(secret)
	if text := fmt.Sprintf("%v %s %#v %s", secret, secret, secret, raw); strings.Contains(text, "7d0f") || strings.Contains(text, "125") {
		t.Errorf("the secret shows in %s", text)
	}
}

func TestVectorsByHMAC(t *testing.T) {
	t.Parallel()
	secret := testToken.InitDataSecret()
	d, err := VerifyInitData(vector1, secret, vectorTime)
	if err != nil || d.User == nil || d.User.ID != 5100000042 || d.User.FirstName != "Zoë + 🍓 & =" || d.QueryID != "AAEqFpMvAgAAACoWky8demo1" {
		t.Errorf("VerifyInitData(1) = %+v, %v", d, err)
	}
	d, err = VerifyInitData(vector2, secret, vectorTime)
	if err != nil || d.StartParam != "ref_AbC-123" || d.ChatType != "supergroup" || d.Hash != vector2Hash || d.AuthDate.Unix() != 1790000100 {
		t.Errorf("VerifyInitData(2) = %+v, %v", d, err)
	}
	wrong := strings.Replace(vector2, vector2Hash, wrongHash, 1)
	if _, err := VerifyInitData(wrong, secret, vectorTime); !errors.Is(err, ErrInitDataForged) {
		t.Errorf("VerifyInitData(signature left out) = %v, want forged", err)
	}
}

func TestVectorBySignature(t *testing.T) {
	t.Parallel()
	public := vectorKey().Public().(ed25519.PublicKey)
	if got, want := hex.EncodeToString(public), "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"; got != want {
		t.Fatalf("public key = %s, want %s", got, want)
	}
	if d, err := VerifyInitDataSignature(vector2, 7000000001, vectorTime, TelegramKey, public); err != nil || d.User.ID != 5100000042 {
		t.Errorf("VerifyInitDataSignature = %+v, %v", d, err)
	}
	for name, check := range map[string]func() (InitData, error){
		"other bot":    func() (InitData, error) { return VerifyInitDataSignature(vector2, 7000000002, vectorTime, public) },
		"real key":     func() (InitData, error) { return VerifyInitDataSignature(vector2, 7000000001, vectorTime) },
		"no signature": func() (InitData, error) { return VerifyInitDataSignature(vector1, 7000000001, vectorTime, public) },
	} {
		if _, err := check(); !errors.Is(err, ErrInitDataForged) {
			t.Errorf("%s: %v, want forged", name, err)
		}
	}
}

func TestForgedInitData(t *testing.T) {
	t.Parallel()
	secret := testToken.InitDataSecret()
	for name, c := range map[string]struct {
		initData string
		want     error
	}{
		"empty":          {"", ErrInitDataForged},
		"no hash":        {strings.Split(vector1, "&hash=")[0], ErrInitDataForged},
		"short hash":     {vector1[:len(vector1)-2], ErrInitDataForged},
		"other person":   {strings.Replace(vector1, "5100000042", "5100000043", 1), ErrInitDataForged},
		"added field":    {vector1 + "&chat_type=private", ErrInitDataForged},
		"key twice":      {vector1 + "&auth_date=1790000000", ErrInitDataMalformed},
		"hash twice":     {vector1 + "&hash=00", ErrInitDataMalformed},
		"bad escape":     {vector1 + "&x=%zz", ErrInitDataMalformed},
		"semicolon":      {vector1 + ";x=1", ErrInitDataMalformed},
		"over the bound": {vector1 + "&x=" + strings.Repeat("y", MaxInitData), ErrInitDataMalformed},
	} {
		if _, err := VerifyInitData(c.initData, secret, vectorTime); !errors.Is(err, c.want) {
			t.Errorf("%s: VerifyInitData = %v, want %v", name, err, c.want)
		}
	}
	if _, err := VerifyInitData(vector1, Token("7000000002:"+testSecret).InitDataSecret(), vectorTime); !errors.Is(err, ErrInitDataForged) {
		t.Errorf("VerifyInitData(other token) = %v, want forged", err)
	}
}

func TestKeysNobodySetVerifyNothing(t *testing.T) {
	t.Parallel()
	var zero InitDataSecret
	fields, err := parseFields(vector1)
	if err != nil {
		t.Fatal(err)
	}
	forged := strings.Replace(vector1, fields["hash"], hex.EncodeToString(sum(zero[:], checkString(fields, "hash"))), 1)
	if _, err := VerifyInitData(forged, zero, vectorTime); !errors.Is(err, ErrInitDataForged) {
		t.Errorf("VerifyInitData(zero secret) = %v, want forged", err)
	}
	if _, err := VerifyInitDataSignature(vector2, 7000000001, vectorTime, nil); !errors.Is(err, ErrInitDataForged) {
		t.Errorf("VerifyInitDataSignature(nil key) = %v, want forged", err)
	}
}

func TestInitDataAge(t *testing.T) {
	t.Parallel()
	secret, signed := testToken.InitDataSecret(), time.Unix(1790000000, 0)
	for age, want := range map[time.Duration]error{
		0:                            nil,
		MaxInitDataAge:               nil,
		MaxInitDataAge + time.Second: ErrInitDataStale,
		-maxSkew:                     nil,
		-maxSkew - time.Second:       ErrInitDataStale,
	} {
		if _, err := VerifyInitData(vector1, secret, signed.Add(age)); !errors.Is(err, want) {
			t.Errorf("age %v: VerifyInitData = %v, want %v", age, err, want)
		}
	}
}

func TestSignedButUnfitInitData(t *testing.T) {
	t.Parallel()
	for name, fields := range map[string]map[string]string{
		"no date":      {"user": `{"id":1}`},
		"worded date":  {"auth_date": "today"},
		"user no JSON": {"auth_date": "1790000000", "user": `{"id":`},
		"chat no JSON": {"auth_date": "1790000000", "chat": `x`},
	} {
		_, err := VerifyInitData(SignInitData(testToken, fields, nil), testToken.InitDataSecret(), vectorTime)
		if !errors.Is(err, ErrInitDataMalformed) {
			t.Errorf("%s: VerifyInitData = %v, want malformed", name, err)
		}
	}
}

func TestSignInitDataIsWhatTelegramSigns(t *testing.T) {
	t.Parallel()
	values, err := url.ParseQuery(vector2)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]string{}
	for name := range values {
		if name != "hash" && name != "signature" {
			fields[name] = values.Get(name)
		}
	}
	got, err := url.ParseQuery(SignInitData(testToken, fields, vectorKey()))
	if err != nil || got.Get("hash") != values.Get("hash") || got.Get("signature") != values.Get("signature") {
		t.Errorf("SignInitData = %v, %v, want the vector's hash and signature", got, err)
	}
}

func FuzzVerifyInitData(f *testing.F) {
	f.Add(vector1)
	f.Add(vector2)
	f.Add("hash=&auth_date=1;&user=%00")
	secret := testToken.InitDataSecret()
	f.Fuzz(func(t *testing.T, initData string) {
		_, err := VerifyInitData(initData, secret, vectorTime)
		if err == nil && !strings.Contains(initData, "hash=") {
			t.Errorf("accepted without a hash: %q", initData)
		}
		_, _ = VerifyInitDataSignature(initData, 7000000001, vectorTime)
		// Signed anew, any set of fields has a right hash.
		if fields, err := parseFields(initData); err == nil {
			delete(fields, "hash")
			signed := SignInitData(testToken, fields, nil)
			if _, err := VerifyInitData(signed, secret, vectorTime); errors.Is(err, ErrInitDataForged) {
				t.Errorf("its own signature is refused: %q", signed)
			}
		}
	})
}
