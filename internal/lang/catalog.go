package lang

// The catalogue: products, categories, the currency.
func init() {
	add(words{
		"nav.catalog":             {"Каталог", "Catalogue"},
		"catalog.settings":        {"Категории и валюта", "Categories and currency"},
		"catalog.add":             {"Добавить товар", "Add a product"},
		"catalog.none":            {"В каталоге пока пусто", "The catalogue is empty so far"},
		"catalog.none_hint":       {"Добавьте первый товар или услугу: название и цену. Потом поставьте на страницу блок «Товары».", "Add the first product or service: a name and a price. Then put the block “Products” on a page."},
		"catalog.new":             {"Новый товар", "New product"},
		"catalog.nameless":        {"Без названия", "No name"},
		"catalog.back":            {"Весь каталог", "The whole catalogue"},
		"catalog.name":            {"Название", "Name"},
		"catalog.price":           {"Цена, {sign}", "Price, {sign}"},
		"catalog.price_hint":      {"Например, 1250 или 1250,50", "Such as 1250 or 1250.50"},
		"catalog.price_bad":       {"Напишите цену цифрами, например 1250,50", "Write the price in digits, such as 1250.50"},
		"catalog.description":     {"Описание", "Description"},
		"catalog.category":        {"Категория", "Category"},
		"catalog.no_category":     {"Без категории", "No category"},
		"catalog.has_variants":    {"Несколько видов: размер, объём, вкус", "Several sorts: size, volume, taste"},
		"catalog.variants_hint":   {"У каждого вида своя цена. Пустые строки не считаются, стёртый вид исчезнет.", "Each sort has a price of its own. Empty lines do not count, one that you clear is gone."},
		"catalog.variant":         {"Вид {n}", "Sort {n}"},
		"catalog.variants":        {"{n} вид|{n} вида|{n} видов", "{n} sort|{n} sorts"},
		"catalog.from":            {"от {price}", "from {price}"},
		"catalog.photo":           {"Фотография", "Photo"},
		"catalog.photo_later":     {"Фотографию можно добавить после сохранения", "A photo can be added once it is saved"},
		"catalog.remove":          {"Удалить товар", "Remove the product"},
		"catalog.up":              {"Выше: {name}", "Up: {name}"},
		"catalog.down":            {"Ниже: {name}", "Down: {name}"},
		"catalog.full":            {"В каталоге помещается {max} товаров", "A catalogue holds {max} products"},
		"catalog.categories":      {"Категории", "Categories"},
		"catalog.categories_hint": {"По одной в строке, в том порядке, в котором их увидят клиенты", "One a line, in the order in which clients see them"},
		"catalog.categories_bad":  {"Не больше {max} категорий, до 100 знаков каждая", "At most {max} categories of up to 100 characters"},
		"catalog.currency":        {"Валюта", "Currency"},
		"catalog.currency_hint":   {"Все цены в ней. Сами числа не пересчитываются", "All prices are in it. The numbers themselves are not converted"},
		"toast.product_removed":   {"Товар «{name}» удалён", "Product “{name}” removed"},
	})
}
