package layout

// deskPlaces are the sections in the desk's bar.
var deskPlaces = []struct{ section, url, key string }{
	{"queues", "/support", "desk.queues"},
	{"undelivered", "/support/undelivered", "desk.undelivered"},
}
