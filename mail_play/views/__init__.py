"""The page behind the link of an e-mail, and the webhook of mail services."""
