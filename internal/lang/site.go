package lang

// What all pages share: their preview, their look, their menu.
func init() {
	add(words{
		"preview.as":     {"Где", "Where"},
		"preview.site":   {"Сайт", "Site"},
		"preview.app":    {"В Telegram", "In Telegram"},
		"preview.scheme": {"Свет", "Light"},
		"preview.light":  {"День", "Day"},
		"preview.dark":   {"Ночь", "Night"},

		"site.ways":  {"Страницы и всё вместе", "The pages and the whole"},
		"site.pages": {"Страницы", "Pages"},
		"site.menu":  {"Меню", "Menu"},
		"site.theme": {"Оформление", "Look"},

		"theme.title":            {"Оформление", "Look"},
		"theme.accent":           {"Цвет", "Colour"},
		"theme.accent_hint":      {"Кнопки и ссылки на сайте. В Telegram страницы берут цвета самого Telegram", "Buttons and links of the site. In Telegram pages take the colours of Telegram itself"},
		"theme.own":              {"Свой цвет", "A colour of your own"},
		"theme.sample":           {"Заказать", "Order"},
		"theme.samples":          {"Так цвета выглядят днём и ночью", "How the colours look by day and by night"},
		"theme.legible":          {"Этот цвет хорошо читается днём и ночью", "This colour is easy to read by day and by night"},
		"theme.faint":            {"Слова этого цвета на светлой странице читать трудно: контраст {ratio}, а нужно 4,5. Поэтому ссылки на сайте будут темнее", "Words in this colour are hard to read on a light page: the contrast is {ratio}, and 4.5 is needed. So links of the site will be darker"},
		"theme.better":           {"Взять похожий, который читается", "Take a similar one that can be read"},
		"theme.corners":          {"Углы", "Corners"},
		"theme.corners.plain":    {"Круглые", "Round"},
		"theme.corners.soft":     {"Чуть скруглённые", "Slightly round"},
		"theme.corners.square":   {"Прямые", "Square"},
		"theme.face":             {"Шрифт", "Typeface"},
		"theme.face.plain":       {"Обычный", "Plain"},
		"theme.face.headings":    {"Заголовки с засечками", "Headings with serifs"},
		"theme.face.serif":       {"С засечками", "With serifs"},
		"theme.colour.verdigris": {"Медная зелень", "Verdigris"},
		"theme.colour.forest":    {"Лесной", "Forest"},
		"theme.colour.sea":       {"Морской", "Sea"},
		"theme.colour.ink":       {"Чернильный", "Ink"},
		"theme.colour.plum":      {"Сливовый", "Plum"},
		"theme.colour.cherry":    {"Вишнёвый", "Cherry"},
		"theme.colour.brick":     {"Кирпичный", "Brick"},
		"theme.colour.coffee":    {"Кофейный", "Coffee"},
		"theme.colour.graphite":  {"Графитовый", "Graphite"},
	})
}
