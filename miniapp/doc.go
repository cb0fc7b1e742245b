// Package miniapp is what a project shows to its visitors: the manifest of
// pages with its strict checks, one file per block kind, and the renderer
// that draws a page with the same bundle that runs in the browser (runtime/).
package miniapp
