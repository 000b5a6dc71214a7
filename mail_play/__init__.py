"""Playing moves from e-mails, by a link in them or by a reply."""
