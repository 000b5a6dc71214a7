"""The pages of machine reviews."""
