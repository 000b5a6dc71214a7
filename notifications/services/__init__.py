"""Process new notices: which players want them, on which channel, and when an e-mail is sent."""
