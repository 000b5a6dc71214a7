"""Services of leagues."""
