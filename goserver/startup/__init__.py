"""The steps of a process before it serves requests, and its background threads."""
