package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// products are those that the catalogue shows, in its order.
func products(a *answer) string {
	var all []string
	for _, link := range a.find("#products .product a").EachIter() {
		all = append(all, strings.TrimPrefix(link.AttrOr("id", ""), "product-"))
	}
	return strings.Join(all, " ")
}

func TestProductsAreAddedEditedAndRemoved(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	list := home + "/catalog"
	w.get(list).has(".empty #add-product")
	w.get(list + "/new").has("#product [name=variant-2-price]")
	w.post(list, "name", "", "price", "дорого").wants(http.StatusUnprocessableEntity).has("#name[aria-invalid=true]").value("#price", "дорого").has("#price[aria-invalid=true]")
	w.post(list, "name", "Латте", "price", "1250,50", "description", "С молоком").goesTo(list + "/latte")
	w.post(list, "name", "Латте", "price", "1").goesTo(list + "/latte-2")
	w.post(list, "name", "new", "price", "1").goesTo(list + "/product")
	if got := products(w.get(list)); got != "latte latte-2 product" {
		t.Errorf("products = %s", got)
	}
	w.get(list+"/latte").value("#price", "1250.50").says("#description", "С молоком")
	if draft := w.get(home + "/draft").body; !strings.Contains(draft, `"price":125050`) {
		t.Errorf("the draft %s has not the price in kopecks", draft)
	}
	w.post(list+"/product/position", "to", "up").goesTo(list)
	w.post(list+"/product/position", "to", "up").goesTo(list)
	w.post(list+"/product/position", "to", "up").goesTo(list)
	if got := products(w.get(list)); got != "product latte latte-2" {
		t.Errorf("products after moving = %s", got)
	}
	w.post(list+"/product/position", "to", "aside").wants(http.StatusUnprocessableEntity)
	w.post(list + "/latte/removal").goesTo(list)
	w.get(list + "/latte").wants(http.StatusNotFound)
	w.post(list+"/latte", "name", "x", "price", "1").wants(http.StatusNotFound)
	w.post(home+"/restorations", formOf(w.get(list), "#toast form")...).goesTo(list)
	if got := products(w.get(list)); got != "product latte latte-2" {
		t.Errorf("products after putting one back = %s", got)
	}
}

func TestVariantsKeepTheirNames(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	list := home + "/catalog"
	w.post(list, "name", "Tea", "variant-0-name", "Big", "variant-0-price", "320", "variant-2-name", "Small", "variant-2-price", "250.5").goesTo(list + "/tea")
	w.get(list+"/tea").value("#variant-0-name", "Big").value("#variant-1-price", "250.50")
	edited := []string{"name", "Tea", "variant-0-id", "big", "variant-0-name", "Huge", "variant-0-price", "400", "variant-1-name", "Big", "variant-1-price", "1"}
	w.post(list+"/tea", edited...).goesTo(list + "/tea")
	draft := w.get(home + "/draft").body
	if !strings.Contains(draft, `{"id":"big","name":"Huge","price":40000},{"id":"big-2","name":"Big","price":100}`) {
		t.Errorf("the draft %s lacks the variants as edited", draft)
	}
	w.post(list+"/tea", "name", "Tea", "variant-0-name", "Big", "variant-0-price", "").wants(http.StatusUnprocessableEntity).has("#variant-0-price[aria-invalid=true]").value("#variant-0-name", "Big")
	if got := w.get(list).find("#products").Text(); !strings.Contains(got, "from") || !strings.Contains(got, "2 sorts") {
		t.Errorf("list = %q, want the lowest price and how many sorts", got)
	}
}

func TestProductsAreNotOverwrittenUnseen(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	list := home + "/catalog"
	w.post(list, "name", "Tea", "price", "1").goesTo(list + "/tea")
	stale := w.get(list+"/tea").find("#product-revision").AttrOr("value", "")
	w.post(list+"/tea", "name", "Green tea", "price", "2", "revision", stale).goesTo(list + "/tea")
	a := w.post(list+"/tea", "name", "Black tea", "price", "3", "revision", stale).wants(http.StatusConflict).value("#name", "Black tea")
	w.post(list+"/tea", filled(a, "#product")...).goesTo(list + "/tea")
	w.get(list+"/tea").value("#name", "Black tea")
}

func TestCategoriesKeepTheirProducts(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	list, settings := home+"/catalog", home+"/catalog-settings"
	w.post(settings, "categories", "Coffee\r\n\r\n Tea \r\nTea", "currency", "EUR").goesTo(list)
	w.get(settings).says("#categories", "Coffee\nTea").has("#currency option[value=EUR][selected]")
	w.post(list, "name", "Latte", "price", "3", "category", "coffee").goesTo(list + "/latte")
	w.post(list, "name", "X", "price", "3", "category", "none").wants(http.StatusUnprocessableEntity).has("#category[aria-invalid=true]")
	w.post(settings, "categories", "Drinks\nTea", "currency", "EUR").goesTo(list)
	if got := w.get(list).find("#products h2").Text(); got != "Drinks" {
		t.Errorf("the category is called %q, want Drinks: a new name keeps the products", got)
	}
	w.post(settings, "categories", "Tea", "currency", "EUR").goesTo(list)
	w.get(list + "/latte").has("#category option[value=''][selected]")
	w.post(settings, "categories", strings.Repeat("x", 101), "currency", "XXX").wants(http.StatusUnprocessableEntity).has("#categories[aria-invalid=true]")
	w.post(settings, "categories", "Tea", "currency", "XXX").wants(http.StatusUnprocessableEntity).has("#currency[aria-invalid=true]")
}

func TestProductsHavePhotos(t *testing.T) {
	t.Parallel()
	w, home, _ := editing(t)
	list := home + "/catalog"
	w.post(list, "name", "Tea", "price", "1").goesTo(list + "/tea")
	w.upload(list+"/tea/photo", "file", picture(t, 60, 40)).goesTo(list + "/tea")
	w.get(list + "/tea").has("#photo-field img")
	w.upload(list+"/tea/photo", "file", []byte("no picture")).wants(http.StatusUnprocessableEntity).has("#photo-mistake .mistake")
	w.upload(list+"/none/photo", "file", picture(t, 60, 40)).wants(http.StatusNotFound)
	// Saving the words keeps the photo.
	w.post(list+"/tea", "name", "Green tea", "price", "1").goesTo(list + "/tea")
	w.get(list + "/tea").has("#photo-field img")
	w.get(list).has("#products .product img")
}
