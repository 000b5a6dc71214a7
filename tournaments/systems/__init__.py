"""Systems of tournaments, pure: whole numbers in, frozen values out; no rows, no clock, no Django (EVENTS.md)."""
