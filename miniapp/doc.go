// Package miniapp is what a project shows to its visitors, and what they send
// back: the manifest of pages and the catalogue with their strict checks, one
// file per block kind; the renderer that draws a page with the same bundle
// that runs in the browser (runtime/); and submissions of forms and orders,
// checked and priced by the release that the visitor saw. It does no I/O.
//
// docs/pages.md has the formats.
package miniapp
