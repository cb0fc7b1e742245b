package project

// OffersStep tells whether a step of a kind can be published, so that an
// editor may offer it.
func OffersStep(kind string) bool { return !unperformedSteps[kind] }
