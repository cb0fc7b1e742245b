package miniapp

// drawnRow is one of a list as the runtime gets it: a sign or a picture,
// words, and where they lead.
type drawnRow struct {
	Icon     string        `json:"icon,omitempty"`
	Picture  *drawnPicture `json:"picture,omitempty"`
	Label    string        `json:"label,omitempty"`
	To       string        `json:"to,omitempty"`
	Note     string        `json:"note,omitempty"`
	Category string        `json:"category,omitempty"`
}

// drawnRows is a list under a title.
type drawnRows struct {
	Title string     `json:"title,omitempty"`
	Look  string     `json:"look,omitempty"`
	Items []drawnRow `json:"items"`
}
