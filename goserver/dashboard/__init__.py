"""The start page of the admin site: what waits, what runs, what is wrong (docs/administration.md)."""
