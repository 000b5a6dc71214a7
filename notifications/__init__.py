"""Notifications: the bell in the header, its page, and e-mails. This app does not depend on the games app."""
