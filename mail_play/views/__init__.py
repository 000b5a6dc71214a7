"""The page of an e-mail's link, and the webhook of mail services."""
