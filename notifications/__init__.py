"""Notifications: the bell in the header, its page, and e-mails. Independent of the games app."""
