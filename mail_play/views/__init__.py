"""The page behind the link of an e-mail."""
