// Package secret keeps what must not be read by others: ciphertexts of the
// database, signatures, random tokens, and a log without either.
package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"
)

const (
	version   = 1
	keyBytes  = 32
	idBytes   = 4
	separator = 0
)

// ErrOpen means that a ciphertext is broken, was moved from another place, or
// was sealed with a key that is not here.
var ErrOpen = errors.New("the ciphertext cannot be opened with this key")

// Place is where a ciphertext lies. It is bound into it, so that one copied
// into another row, column or project cannot be opened.
type Place struct {
	Table, Column string
	// Project and Bot are the ids of the project and of the Telegram bot.
	Project, Bot int64
}

// Keyring seals and opens the secrets of an installation. It holds one key or,
// while keys are being rotated, several: the present one seals and signs, all
// of them open. Keys can be changed while others use the ring.
type Keyring struct{ now atomic.Pointer[held] }

// held are the keys of a moment, the newest last.
type held struct {
	keys    []key
	present key
}

type key struct {
	bytes       []byte
	fingerprint [sha256.Size]byte
	aead        cipher.AEAD
}

// New makes a keyring of 32-byte keys, the newest last, which is the present one.
func New(keys ...[]byte) (*Keyring, error) {
	if len(keys) == 0 {
		return nil, errors.New("the keyring is empty")
	}
	var all []key
	for _, b := range keys {
		k, err := newKey(b)
		if err != nil {
			return nil, err
		}
		all = append(all, k)
	}
	ring := &Keyring{}
	ring.now.Store(&held{all, all[len(all)-1]})
	return ring, nil
}

func newKey(b []byte) (key, error) {
	if len(b) != keyBytes {
		return key{}, fmt.Errorf("a key has %d bytes instead of %d", len(b), keyBytes)
	}
	block, err := aes.NewCipher(b)
	if err != nil {
		return key{}, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return key{}, err
	}
	return key{bytes: b, fingerprint: sha256.Sum256(derive(b, "fingerprint")), aead: aead}, nil
}

// Fingerprint identifies the present key without telling it: 32 bytes.
func (r *Keyring) Fingerprint() []byte { return r.now.Load().present.identity() }

// Newest is the fingerprint of the newest key.
func (r *Keyring) Newest() []byte {
	keys := r.now.Load().keys
	return keys[len(keys)-1].identity()
}

// KeyID is what a ciphertext of the present key bears after its first byte: 4 bytes.
func (r *Keyring) KeyID() []byte { return r.Fingerprint()[:idBytes] }

// Learn takes the keys of another ring in place of its own. The present key
// stays when it is among them, else their newest is the present one.
func (r *Keyring) Learn(other *Keyring) {
	present, keys := r.now.Load().present, other.now.Load().keys
	if !other.Holds(present.identity()) {
		present = keys[len(keys)-1]
	}
	r.now.Store(&held{keys, present})
}

// Use makes the key with this fingerprint the present one; false when the ring
// does not hold it.
func (r *Keyring) Use(fingerprint []byte) bool {
	now := r.now.Load()
	for _, k := range now.keys {
		if hmac.Equal(k.fingerprint[:], fingerprint) {
			r.now.Store(&held{now.keys, k})
			return true
		}
	}
	return false
}

// Holds tells whether the key with this fingerprint is one of the ring's.
func (r *Keyring) Holds(fingerprint []byte) bool {
	for _, k := range r.now.Load().keys {
		if hmac.Equal(k.fingerprint[:], fingerprint) {
			return true
		}
	}
	return false
}

// Seal encrypts plain for its place: version, key id, nonce, AES-256-GCM.
func (r *Keyring) Seal(plain []byte, at Place) []byte {
	k := r.now.Load().present
	head := append([]byte{version}, k.fingerprint[:idBytes]...)
	nonce := make([]byte, k.aead.NonceSize())
	rand.Read(nonce)
	head = append(head, nonce...)
	return k.aead.Seal(head, nonce, plain, at.bytes())
}

// Open decrypts what Seal made for the same place, or answers ErrOpen.
func (r *Keyring) Open(sealed []byte, at Place) ([]byte, error) {
	const head = 1 + idBytes
	if len(sealed) < head || sealed[0] != version {
		return nil, ErrOpen
	}
	for _, k := range r.now.Load().keys {
		n := head + k.aead.NonceSize()
		if string(k.fingerprint[:idBytes]) != string(sealed[1:head]) || len(sealed) < n {
			continue
		}
		if plain, err := k.aead.Open(nil, sealed[head:n], sealed[n:], at.bytes()); err == nil {
			return plain, nil
		}
	}
	return nil, ErrOpen
}

// Sign makes a 32-byte signature of data that is good for one purpose only.
func (r *Keyring) Sign(purpose string, data []byte) []byte {
	return r.now.Load().present.sign(purpose, data)
}

// Verify tells whether signature is a Sign of the same purpose and data by any
// of the keys.
func (r *Keyring) Verify(purpose string, data, signature []byte) bool {
	for _, k := range r.now.Load().keys {
		if hmac.Equal(k.sign(purpose, data), signature) {
			return true
		}
	}
	return false
}

func (k key) identity() []byte { return append([]byte(nil), k.fingerprint[:]...) }

func (k key) sign(purpose string, data []byte) []byte {
	mac := hmac.New(sha256.New, derive(k.bytes, "sign "+purpose))
	mac.Write(data)
	return mac.Sum(nil)
}

// derive makes a key of its own for each use, so that no two uses share one.
func derive(b []byte, use string) []byte {
	out, err := hkdf.Key(sha256.New, b, nil, "botyard "+use, keyBytes)
	if err != nil {
		panic(err) // only for a length beyond HKDF's limit
	}
	return out
}

// bytes writes the place unambiguously: names hold no NUL.
func (p Place) bytes() []byte {
	out := append([]byte(p.Table), separator)
	out = append(append(out, p.Column...), separator)
	out = binary.BigEndian.AppendUint64(out, uint64(p.Project))
	return binary.BigEndian.AppendUint64(out, uint64(p.Bot))
}
