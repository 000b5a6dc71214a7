"""Services of clubs."""
