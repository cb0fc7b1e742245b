package account

import "errors"

// outcome names how an attempt ended, for the metrics.
func outcome(err error) string {
	var invalid *InvalidError
	switch {
	case err == nil:
		return "done"
	case errors.Is(err, ErrWrongLogin), errors.As(err, &invalid) && invalid.Code == "password_wrong":
		return "wrong"
	case invalid != nil, errors.Is(err, ErrTaken), errors.Is(err, ErrInvitation):
		return "refused"
	case errors.As(err, new(*ThrottledError)):
		return "throttled"
	case errors.Is(err, ErrBusy):
		return "busy"
	}
	return "failed"
}
