package gallery

import (
	"botyard/views/submissions"
	"botyard/views/ui"
)

func (s sample) orders() []Screen {
	found, conflict := s.orderList(), s.order()
	found.Query, found.Status, found.Rows, found.Newest = s.in("пирог", "pie"), "work", nil, "?"
	theirs := s.in("Позвонить после шести", "Call after six")
	conflict.Note.Theirs, conflict.Status = &theirs, "rejected"
	return []Screen{
		{"orders", submissions.ListPage(s.orderList())},
		{"orders-none", submissions.ListPage(submissions.List{Project: s.fresh()})},
		{"orders-not-found", submissions.ListPage(found)},
		{"order", submissions.SubmissionPage(s.order())},
		{"order-conflict", submissions.SubmissionPage(conflict)},
	}
}

func (s sample) orderList() submissions.List {
	p := s.project(3)
	p.Fresh = 2
	return submissions.List{
		Project: p, Counts: map[string]int{"new": 2, "work": 1, "done": 118, "rejected": 6}, Older: "?before=124",
		Rows: []submissions.Row{
			s.order().Row,
			{Number: 126, Person: s.in("Ольга Титова", "Olga Titova"), Gist: s.in("Столик на четверых сегодня в 19:30. У окна, если можно, будем с ребёнком и тортом на день рождения", "A table for four at 19:30. By the window if we may, there will be a child and a birthday cake"), At: now.AddDate(0, 0, -1), Status: "new", Kind: "booking"},
			{Number: 125, Person: s.in("Дмитрий Волков", "Dmitri Volkov"), Gist: s.in("Торт «Наполеон» на 3 кг", "A Napoleon cake of 3 kg"), At: now.AddDate(0, 0, -2), Status: "work", Kind: "order", Sum: s.in("4 500 ₽", "₽4,500")},
			{Number: 124, Gist: s.in("Есть ли безлактозное молоко?", "Is there milk without lactose?"), At: now.AddDate(0, 0, -3), Status: "done", Kind: "request"},
			{Number: 123, Person: s.in("Елена", "Elena"), Gist: s.in("Хочу провести мастер-класс в вашем зале", "I would like to give a class at your place"), At: now.AddDate(-1, 0, 0), Status: "rejected", Kind: "request"},
		},
	}
}

func (s sample) order() submissions.Submission {
	p := s.project(3)
	p.Fresh = 2
	return submissions.Submission{
		Project: p, Title: s.in("Меню", "Menu"), Source: "app", Username: "ilya_k",
		Row: submissions.Row{Number: 127, Person: s.in("Илья", "Ilya"), Gist: s.in("Капучино, Круассан с миндалём × 2", "Cappuccino, Almond croissant × 2"), At: now, Status: "new", Kind: "order", Sum: s.in("640 ₽", "₽640")},
		Lines: []submissions.Line{
			{Name: s.in("Капучино, большой", "Cappuccino, big"), Quantity: 1, Sum: s.in("240 ₽", "₽240")},
			{Name: s.in("Круассан с миндалём", "Almond croissant"), Quantity: 2, Sum: s.in("400 ₽", "₽400")},
		},
		Fields: []submissions.Field{
			{Label: s.in("Телефон", "Phone"), Value: "+79120000000", Link: "tel:+79120000000"},
			{Label: s.in("Ко времени", "For what time"), Value: "12:30"},
			{Label: s.in("Комментарий", "Comment"), Value: s.in("Без сахара,\nстакан с крышкой", "No sugar,\na cup with a lid")},
		},
		Consent: s.in("Согласен на обработку данных", "I agree to the use of my data"),
		Note:    submissions.Note{Text: s.in("Постоянный гость", "A regular guest"), Revision: "2", Saved: ui.Saved{At: now}},
	}
}
