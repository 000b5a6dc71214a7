"""The operations of moderation: reporting, reading decisions, appealing."""
