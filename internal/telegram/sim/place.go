package sim

import (
	"strconv"
	"strings"

	"botyard/internal/telegram"
)

func sendLocation(c *call) (any, error) {
	at, err := c.location()
	if err != nil {
		return nil, err
	}
	return c.send(telegram.Message{Location: &at})
}

func sendVenue(c *call) (any, error) {
	at, err := c.location()
	switch {
	case err != nil:
		return nil, err
	case !c.params.has("title"), !c.params.has("address"):
		return nil, badRequest("VENUE_TITLE_OR_ADDRESS_EMPTY")
	}
	v := telegram.Venue{Location: at, Title: c.params.text("title"), Address: c.params.text("address")}
	return c.send(telegram.Message{Venue: &v, Location: &at})
}

func (c *call) location() (telegram.Location, error) {
	latitude, err := strconv.ParseFloat(c.params.text("latitude"), 64)
	longitude, err2 := strconv.ParseFloat(c.params.text("longitude"), 64)
	if err != nil || err2 != nil || latitude < -90 || latitude > 90 || longitude < -180 || longitude > 180 {
		return telegram.Location{}, badRequest("wrong location specified")
	}
	return telegram.Location{Latitude: latitude, Longitude: longitude}, nil
}

func sendContact(c *call) (any, error) {
	card := telegram.Contact{
		PhoneNumber: c.params.text("phone_number"), FirstName: c.params.text("first_name"), LastName: c.params.text("last_name"),
	}
	switch {
	case strings.TrimSpace(card.PhoneNumber) == "":
		return nil, badRequest("phone number is empty")
	case strings.TrimSpace(card.FirstName) == "":
		return nil, badRequest("first name is empty")
	}
	return c.send(telegram.Message{Contact: &card})
}
