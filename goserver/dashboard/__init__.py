"""The back office's own start page: what waits, what runs, what is wrong (docs/administration.md)."""
