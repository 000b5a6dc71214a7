"""The base of all apps, independent of Go and of people: time, limits, errors, stored text."""
