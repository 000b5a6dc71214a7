"""What every room stands on, and what knows nothing of Go nor of people: time, limits, refusals, stored text."""
