"""Services of searches: create, widen, cancel, match."""
