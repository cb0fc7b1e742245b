package project

// OffersStep tells whether a step of a kind can be published, so that an
// editor may offer it.
func OffersStep(kind string) bool { return !unperformedSteps[kind] }

// OffersTrigger tells whether a trigger of a kind can be published.
func OffersTrigger(kind string) bool { return !unperformedTriggers[kind] }
