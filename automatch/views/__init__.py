"""The pages of searches."""
