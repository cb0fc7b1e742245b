package miniapp

import (
	"testing"
	"time"
)

// samples are publishable blocks of each kind, one for each look and more.
var samples = map[string][]string{
	"button":    {`{"id":"b","kind":"button","label":"Позвонить","to":"tel:+70000000000"}`},
	"divider":   {`{"id":"b","kind":"divider"}`},
	"text":      {`{"id":"b","kind":"text","text":["а ",{"bold":["б ",{"italic":"в"}]},{"code":"г"},{"link":"https://x.example/","text":["д"]},"\n\nе"]}`},
	"image":     {`{"id":"b","kind":"image","media":"` + key + `","alt":"Чашка"}`},
	"heading":   {`{"id":"b","kind":"heading","text":"Меню"}`, `{"id":"b","kind":"heading","look":"plain","text":"Меню","lead":"Сегодня до 22:00"}`, `{"id":"b","kind":"heading","look":"cover","text":"Кофе готов","lead":"Соберите заказ","media":"` + key + `","alt":"Чашка","label":"Выбрать","to":"page:home"}`},
	"gallery":   {`{"id":"b","kind":"gallery","title":"Зал","items":[{"media":"` + key + `","alt":"Зал"},{"media":"` + key + `","alt":"Окно","name":"Окно","about":"На улицу"}]}`, `{"id":"b","kind":"gallery","look":"grid","items":[{"media":"` + key + `","alt":"Зал"}]}`, `{"id":"b","kind":"gallery","look":"team","items":[{"media":"` + key + `","name":"Аня","about":"Бариста"}]}`},
	"links":     {`{"id":"b","kind":"links","title":"Ещё","items":[{"label":"Бот","to":"https://t.me/par_bot","note":"Отвечает сразу","media":"` + key + `"},{"label":"Меню","to":"page:home"}]}`, `{"id":"b","kind":"links","look":"list","items":[{"label":"Бот","to":"https://t.me/par_bot"}]}`, `{"id":"b","kind":"links","look":"benefits","items":[{"label":"Свежее","note":"Печём с семи утра"}]}`},
	"faq":       {`{"id":"b","kind":"faq","title":"Вопросы","items":[{"title":"Есть овсяное молоко?","text":["Да, ",{"bold":"плюс 40 ₽"},". ",{"link":"page:home","text":"Меню"}]}]}`, `{"id":"b","kind":"faq","look":"faq","items":[{"title":"А","text":"Б"}]}`, `{"id":"b","kind":"faq","look":"programme","items":[{"title":"Сбор","text":"Кофе","when":"10:00"}]}`},
	"video":     {`{"id":"b","kind":"video","title":"Как мы варим","film":"` + key + `","media":"` + key + `","alt":"Кофе"}`, `{"id":"b","kind":"video","film":"` + key + `","alt":"Кофе"}`, `{"id":"b","kind":"video","to":"https://video.example/1","media":"` + key + `","alt":"Кофе"}`},
	"map":       {`{"id":"b","kind":"map","title":"Где мы","address":"Пушкина, 12"}`, `{"id":"b","kind":"map","address":"Пушкина, 12","point":"55.7558, 37.6176","media":"` + key + `","alt":"Схема"}`},
	"contacts":  {`{"id":"b","kind":"contacts","title":"Где мы","look":"full","address":"Пушкина, 12","to":"https://maps.example/","phone":"+7 900 000-00-00","email":"a@b.example","telegram":"@par_cafe","hours":["Пн–Пт 8:00–22:00","Сб 10:00–20:00"]}`, `{"id":"b","kind":"contacts","look":"hours","phone":"+7 900 000-00-00","hours":["Каждый день 8:00–22:00"]}`},
	"quote":     {`{"id":"b","kind":"quote","text":"Лучший раф в городе"}`, `{"id":"b","kind":"quote","title":"Отзывы","text":"Лучший раф","name":"Ольга","about":"Гость","media":"` + key + `","stars":"4"}`},
	"countdown": {`{"id":"b","kind":"countdown","title":"До открытия","until":"2099-12-31T18:00"}`, `{"id":"b","kind":"countdown","until":"2020-01-01T00:00","over":"Мы открылись"}`},
	"form":      {form, `{"id":"b","kind":"form","fields":[{"id":"q","type":"short","label":"Вопрос"}]}`},
	"order":     {order, `{"id":"b","kind":"order","name":"off","phone":"optional","time":"off","comment":"off"}`},
	"products":  {`{"id":"b","kind":"products","title":"Меню"}`, `{"id":"b","kind":"products","look":"cards","category":"coffee"}`, `{"id":"b","kind":"products","look":"list","products":["tea","latte"]}`},
}

// form has a field of each type.
const form = `{"id":"b","kind":"form","title":"Запись","text":"Ответим за час","submit":"Записаться","thanks":"Ждём вас!","fields":[
 {"id":"name","type":"name","label":"Как вас зовут","required":true},
 {"id":"phone","type":"phone","label":"Телефон","hint":"Чтобы подтвердить","required":true},
 {"id":"email","type":"email","label":"Почта"},
 {"id":"topic","type":"short","label":"Тема"},
 {"id":"text","type":"long","label":"Вопрос"},
 {"id":"guests","type":"number","label":"Сколько вас"},
 {"id":"day","type":"date","label":"День"},
 {"id":"hour","type":"time","label":"Час"},
 {"id":"hall","type":"choice","label":"Зал","options":["Большой","Малый"]},
 {"id":"news","type":"checkbox","label":"Присылать новости"},
 {"id":"agree","type":"consent","label":"Согласен на обработку данных","to":"page:home"}]}`

const order = `{"id":"b","kind":"order","title":"Ваш заказ","to":"page:home","submit":"Заказать","thanks":"Ждём вас!","note":"Оплата на месте."}`

// shop is a small catalogue.
const shop = `{"currency":"RUB","categories":[{"id":"coffee","name":"Кофе"},{"id":"food","name":"Еда"}],"products":[
 {"id":"latte","name":"Латте","description":"Двойной эспрессо, молоко","photo":"` + key + `","category":"coffee","price":0,"variants":[{"id":"s","name":"Малый","price":24000},{"id":"l","name":"Большой","price":29050}]},
 {"id":"tea","name":"Чай","category":"coffee","price":15000},
 {"id":"cake","name":"Чизкейк","description":"Вишнёвый соус","category":"food","price":125000}]}`

func parseShop(t testing.TB) Catalog {
	t.Helper()
	c, problems := ParseCatalog([]byte(shop), "/catalog")
	if problems != nil {
		t.Fatalf("ParseCatalog = %v, want none", problems)
	}
	return c
}

// onPage is a project with one page that has one block, and the shop.
func onPage(t testing.TB, blocks string) Manifest {
	t.Helper()
	return Manifest{
		Name: "Пар", Slug: "par", Lang: "ru", Zone: time.FixedZone("", 3*3600), Catalog: parseShop(t), Sizes: map[string][2]int{key: {800, 600}},
		Pages: parsePages(t, `[{"id":"home","title":"Меню","blocks":[`+blocks+`]},{"id":"other","title":"Другая"},{"id":"policy","title":"Политика","foot":true}]`),
	}
}
