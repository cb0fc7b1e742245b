package project

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"botyard/miniapp"
)

// TestManyGoodsAreFetched: a page brings the first products, the rest has an
// address of its own.
func TestManyGoodsAreFetched(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("Shop")
	if _, err := b.Goods(t.Context(), b.address(id)); !errors.Is(err, ErrNoPage) {
		t.Errorf("Goods before publishing = %v, want ErrNoPage", err)
	}
	b.edit(id, func(d *Draft) {
		for i := range 30 {
			d.Catalog.Products = append(d.Catalog.Products, miniapp.Product{ID: fmt.Sprintf("p%d", i), Name: fmt.Sprintf("Thing%d.", i), Price: 100})
		}
	})
	b.publish(id)
	text := html(t, b.page(id, miniapp.App, ""))
	if !strings.Contains(text, `"more":"/goods/shop"`) || strings.Contains(text, "Thing29.") {
		t.Errorf("page = …%.200s, want the address of the other products and not the last of them", text[strings.Index(text, `id="m."`):])
	}
	for range 2 { // from the database, from memory
		goods, err := b.Goods(t.Context(), b.address(id))
		if err != nil {
			t.Fatal(err)
		}
		if text := html(t, goods); !strings.Contains(text, "Thing0.") || !strings.Contains(text, "Thing29.") || len(goods.ETag) < 10 {
			t.Errorf("Goods = %.100s… with %q, want all of them", text, goods.ETag)
		}
	}
	b.exec("UPDATE projects SET suspended_at = now()")
	if _, err := b.Goods(t.Context(), b.address(id)); !errors.Is(err, ErrNoPage) {
		t.Errorf("Goods of a suspended project = %v, want ErrNoPage", err)
	}
}

func (b *bench) address(project int64) Address {
	b.t.Helper()
	a, err := b.Resolve(b.t.Context(), b.slug(project))
	if err != nil {
		b.t.Fatal(err)
	}
	return a
}

func TestZones(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"Asia/Yekaterinburg": 5, "UTC": 0, "": 0, "Local": 0, "Nowhere/Land": 0, "../../etc/passwd": 0} {
		_, offset := time.Date(2026, 12, 1, 0, 0, 0, 0, Zone(name)).Zone()
		if offset != want*3600 {
			t.Errorf("Zone(%q) is %d seconds from UTC, want %d hours", name, offset, want)
		}
	}
}

// TestCountdownsGoByTheZone: the same words are another moment elsewhere, also
// on a page that was drawn before.
func TestCountdownsGoByTheZone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.blank("Event")
	b.edit(id, func(d *Draft) {
		d.Pages[0].Blocks = append(d.Pages[0].Blocks, miniapp.Block{ID: "c", Kind: "countdown", Config: &miniapp.Countdown{Until: "2026-12-31T20:00"}})
	})
	b.publish(id)
	b.page(id, miniapp.Site, "")
	b.exec(`UPDATE projects SET card = '{"zone":"Asia/Yekaterinburg"}'`)
	want := fmt.Sprintf(`"until":%d`, time.Date(2026, 12, 31, 15, 0, 0, 0, time.UTC).UnixMilli())
	if text := html(t, b.page(id, miniapp.Site, "")); !strings.Contains(text, want) {
		t.Errorf("the page has no %s", want)
	}
}
