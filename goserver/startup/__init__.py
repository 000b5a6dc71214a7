"""The steps of a process before it serves requests, and the background work alongside them."""
