"""What every request passes, from the connection to the view."""
