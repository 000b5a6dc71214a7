"""Playing from e-mails: by a link in them, or by an answer to them."""
