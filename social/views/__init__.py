"""The pages of this app."""
