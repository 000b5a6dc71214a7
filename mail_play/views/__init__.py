"""The page behind the link of an e-mail, and the door for mail services."""
