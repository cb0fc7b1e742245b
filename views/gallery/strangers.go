package gallery

import (
	"strings"
	"time"

	"botyard/internal/lang"
	"botyard/views/page"
	"botyard/views/settings"
)

func (s sample) sessions() settings.Sessions {
	return settings.Sessions{All: []settings.Session{
		{Device: "Chrome, Android", Began: now.AddDate(0, 0, -3), Seen: now, This: true},
		{Device: "Samsung Internet, Windows", Began: now.AddDate(0, -1, 0), Seen: now.AddDate(0, 0, -1)},
		{Began: now.AddDate(0, 0, -20), Seen: now.AddDate(0, 0, -19)},
	}}
}

func (s sample) invitations() settings.Invitations {
	used := now.Add(-time.Hour)
	return settings.Invitations{
		Link: "https://bots.example.org/signup?invitation=" + strings.Repeat("x", 43), Until: now.AddDate(0, 0, 7),
		Mistakes: page.Mistakes{{Key: "invitations.many", Args: lang.Args{"n": 20}}},
		All: []settings.Invitation{
			{ID: 3, Made: now, Ends: now.AddDate(0, 0, 7), Open: true},
			{ID: 2, Made: now.AddDate(0, 0, -2), Ends: now.AddDate(0, 0, 5), Used: &used},
			{ID: 1, Made: now.AddDate(0, 0, -9), Ends: now.AddDate(0, 0, -2)},
		},
	}
}
