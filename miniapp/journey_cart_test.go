package miniapp

import (
	"fmt"
	"testing"
)

func TestCart(t *testing.T) {
	s, b := newShop(t)
	b.open(at("pages.test", "/s/par"))
	b.want(`getComputedStyle(document.querySelector(".bar")).display`, "none")
	b.press(`[name=":latte/l"][value="1"]`)
	b.press(`[name=":tea"][value="1"]`)
	b.press(`[name=":tea"][value="1"]`)
	b.says(".bar", "В корзине 3 товара590,50\u00a0₽")
	b.want(`getComputedStyle(document.querySelector(".bar")).display`, "block")
	b.press(`[name=":tea"][value="-1"]`)
	b.says(".bar", "В корзине 2 товара440,50\u00a0₽")
	b.eval(`(() => { const c = document.querySelector("input[name=':cake']"); c.value = "500"; c.dispatchEvent(new Event("input", { bubbles: true })); })()`)
	b.says(".bar", "В корзине 101 товар124\u00a0190,50\u00a0₽")
	b.eval(`(() => { const c = document.querySelector("input[name=':cake']"); c.value = ""; c.dispatchEvent(new Event("input", { bubbles: true })); c.value = "1"; c.dispatchEvent(new Event("input", { bubbles: true })); })()`)
	b.says(".bar", "1\u00a0690,50\u00a0₽")

	// Chips show one category; the cart does not mind.
	b.eval(`(() => { const c = document.querySelector("[role=group] [value=food]"); c.click(); })()`)
	b.want(`[...document.querySelectorAll(".products li:not([hidden]) h3")].map((h) => h.textContent).join()`, "Чизкейк")
	b.press("[role=group] [value='']")
	b.want(`document.querySelectorAll(".products li:not([hidden])").length`, "3")

	// It is there on the next page, after a reload, and in the next tab.
	b.press(".bar .main")
	b.want(`location.pathname + document.title`, "/s/par/orderЗаказ · Пар")
	b.want(`[...document.querySelectorAll(".order li")].map((l) => l.querySelector("input").value).join()`, "0,1,1,1")
	b.want(`getComputedStyle(document.querySelector(".order li")).display`, "none")
	b.open(at("pages.test", "/s/par/order"))
	b.says(".order .sum", "1\u00a0690,50\u00a0₽")

	// What the shop has no more leaves the cart.
	s.manifest.Catalog.Products = s.manifest.Catalog.Products[:2]
	b.open(at("pages.test", "/s/par/order"))
	b.says(".order .sum", "440,50\u00a0₽")
	b.want(`localStorage.getItem("par:cart")`, `{":latte/l":1,":tea":1}`)
	b.clean()
}

func TestOrderJourney(t *testing.T) {
	s, b := newShop(t)
	b.open(at("pages.test", "/s/par"))
	b.press(`[name=":latte/l"][value="1"]`)
	b.press(`[name=":tea"][value="1"]`)
	b.press(".bar .main")
	b.fillOrder()

	// The tea is sold out meanwhile: it is named, and nothing is lost.
	all := s.manifest.Catalog
	s.mu.Lock()
	s.manifest.Catalog.Products = all.Products[:1]
	s.mu.Unlock()
	b.press(".order .main")
	b.says(status0, "tea: больше не\u00a0продаётся")
	b.want(`document.getElementById("order.b.name").value`, "Анна")
	b.press(`[name=":tea"][value="-1"]`)
	b.press(".order .main")
	b.says(".done b", "Заказ №\u00a01 · 290,50\u00a0₽")
	b.want(`localStorage.getItem("par:cart") + document.body.dataset.n`, "{}0")
	came, kept := s.came()
	if want := `{"values":{"name":"Анна","phone":"+79000000000","time":"","comment":"","consent":"on","website":""},"lines":[{"item":"latte/l","quantity":1}]}`; came[1].body != want {
		t.Errorf("the body = %s, want %s", came[1].body, want)
	}
	if len(kept) != 1 || kept[0].Total != 29050 {
		t.Errorf("kept %+v, want one order of 290.50", kept)
	}
	b.clean()
}

// TestMore has more goods than come with a page.
func TestMore(t *testing.T) {
	s, b := newShop(t)
	s.more = "/goods.json"
	s.manifest.Catalog.Products = nil
	for i := range 60 {
		s.manifest.Catalog.Products = append(s.manifest.Catalog.Products, Product{ID: fmt.Sprint("p", i), Name: fmt.Sprint("Товар ", i), Price: 100})
	}
	for path, drawn := range map[string]string{"/m/par": "24", "/s/par": "60"} {
		b.open(at("pages.test", path+"?v=bare"))
		b.want(`document.querySelectorAll(".products li").length`, drawn)
		b.want(`JSON.parse(document.getElementById("m.").textContent).goods.length`, "24")
	}
	b.open(at("pages.test", "/m/par"))
	b.wait(`document.querySelectorAll(".products li").length === 60`)
	b.press(`[name=":p59"][value="1"]`)
	b.open(at("pages.test", "/m/par?page=order"))
	b.says(".order .sum", "1\u00a0₽")

	// An order does not wait for goods that do not come.
	b.open(at("pages.test", "/m/par?page=policy"))
	b.eval(`(window.offline = true, document.querySelector("nav a:nth-child(2)").click())`)
	b.fillOrder()
	b.eval(`window.offline = false`)
	b.press(".order .main")
	b.says(".done b", "Заказ №\u00a01 · 1\u00a0₽")
	b.clean()
}
