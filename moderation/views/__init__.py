"""The pages of keeping order."""
