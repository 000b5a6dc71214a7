"""The base of all apps, independent of Go and of accounts: time, limits, errors, stored text."""
