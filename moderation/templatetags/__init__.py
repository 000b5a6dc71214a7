"""What the pages of games need to know of moderation."""
