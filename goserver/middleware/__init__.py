"""Middleware for every request, from the connection to the view."""
