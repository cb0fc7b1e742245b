package flow

import (
	"strings"
	"testing"
)

func TestCommand(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, name, payload string }{
		{"/start", "start", ""},
		{"/START", "start", ""},
		{"/start  a_1-b ", "start", "a_1-b"},
		{"/start\nпривет", "start", "привет"},
		{"/start\tx", "start", "x"},
		{"/start, пожалуйста", "start", "пожалуйста"},
		{"/start!", "start", ""},
		{"/start@CoffeeBot", "start", ""},
		{"/start@coffeebot ref", "start", "ref"},
		{"/start@TeaBot", "", ""},
		{"/start@", "", ""},
		{"/start@Coffee", "", ""},
		{"/start@CoffeeBotX", "", ""},
		{"/startуем", "", ""},
		{"/start/now", "", ""},
		{"/старт", "", ""},
		{"/", "", ""},
		{"/ start", "", ""},
		{"start", "", ""},
		{" /start", "", ""},
		{"", "", ""},
		{"/a\xff", "a", ""},
	}
	for _, tt := range tests {
		e := said(tt.text)
		name, payload := e.command()
		if name != tt.name || payload != tt.payload {
			t.Errorf("command(%q) = %q, %q, want %q, %q", tt.text, name, payload, tt.name, tt.payload)
		}
	}
}

func TestCommandIsSaid(t *testing.T) {
	t.Parallel()
	e := Event{Kind: Pressed, Text: "/start x"}
	if name, payload := e.command(); name != "" || payload != "" {
		t.Errorf("command of a press = %q, %q, want none", name, payload)
	}
}

func TestSource(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("я", 40)
	for text, want := range map[string]string{
		"/start":                "",
		"/start ads-1":          "ads-1",
		"/Start@CoffeeBot app":  "app",
		"/start@TeaBot ads":     "",
		"/help ads":             "",
		"начать":                "",
		"/start " + long:        long[:64],
		"/start x" + long + "y": "x" + long[:62],
	} {
		e := said(text)
		if got := e.Source(); got != want {
			t.Errorf("Source(%q) = %q, want %q", text, got, want)
		}
	}
}
