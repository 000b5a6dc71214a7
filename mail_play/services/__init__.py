"""What playing from e-mails does: links, and what plays by them."""
