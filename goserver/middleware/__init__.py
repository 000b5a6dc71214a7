"""The middleware of every request, from the connection to the view."""
