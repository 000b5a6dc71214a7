"""The pages of moderation."""
