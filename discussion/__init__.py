"""Discussions of clubs and of the whole server."""
