package ui

// Preview is what a screen needs to show pages beside their editor.
type Preview struct {
	// Site and App are the addresses of the page as a site and as a Mini App.
	Site, App string
	// Page is the id of the page.
	Page string
	// Live tells that clients see the same.
	Live bool
	// Blocks is the path below which the pages' editors are, "" when a tap on a
	// block opens nothing.
	Blocks string
}
