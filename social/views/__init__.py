"""The pages of messages, follows, comments and bulletins."""
