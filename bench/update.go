package main

import "fmt"

// projects is how many bots the updates are for.
const projects = 1000

// updateJSON is a message as Telegram sends it, some 450 bytes, from a chat
// of its own. No scenario of the bots knows its words.
func updateJSON(n int) []byte {
	chat := 6_000_000_000 + n
	return fmt.Appendf(nil, `{"update_id":%d,"message":{"message_id":%d,"from":{"id":%d,"is_bot":false,"first_name":"Visitor %d","last_name":"Surname","username":"visitor_%d","language_code":"ru"},`+
		`"chat":{"id":%d,"first_name":"Visitor %d","last_name":"Surname","username":"visitor_%d","type":"private"},"date":1780000000,`+
		`"text":"Добрый день! Подскажите, пожалуйста, открыто ли у вас сегодня вечером и есть ли места?"}}`,
		n, n%1000+1, chat, n, n, chat, n, n)
}
