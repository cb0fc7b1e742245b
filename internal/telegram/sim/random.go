package sim

import (
	"crypto/ed25519"
	crand "crypto/rand"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"
)

// random is a source of chance that several goroutines share, repeatable when
// it has a seed.
type random struct {
	mu sync.Mutex
	r  *rand.Rand
}

func newRandom(seed uint64) *random {
	var key [32]byte
	if seed == 0 {
		_, _ = crand.Read(key[:]) // never fails
	}
	binary.LittleEndian.PutUint64(key[:], binary.LittleEndian.Uint64(key[:])+seed)
	return &random{r: rand.New(rand.NewChaCha8(key))}
}

// between is a number from lo to hi, both included.
func (r *random) between(lo, hi int64) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return lo + r.r.Int64N(hi-lo+1)
}

const idAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

// text is n characters of those that tokens and file ids are made of.
func (r *random) text(n int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := make([]byte, n)
	for i := range b {
		b[i] = idAlphabet[r.r.IntN(len(idAlphabet))]
	}
	return string(b)
}

// digits is an id like that of a callback query.
func (r *random) digits() string {
	return strconv.FormatInt(r.between(1e17, 9e18), 10)
}

func (r *random) signKey() ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed([]byte(r.text(ed25519.SeedSize)))
}

// latency spreads d: the median stays, one in a hundred takes five times as long.
func (r *random) latency(d time.Duration) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	const sigma = 0.69 // e^(2.33·0.69) ≈ 5
	return time.Duration(float64(d) * math.Exp(sigma*math.Min(r.r.NormFloat64(), 2.5)))
}
