"""Services of messages, follows, comments and bulletins."""
