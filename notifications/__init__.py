"""Notifications: the bell in the header and its page. Knows nothing of games."""
