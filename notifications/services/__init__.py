"""The steps after a notice is written: who wants it, on which channel, and when an e-mail is sent."""
