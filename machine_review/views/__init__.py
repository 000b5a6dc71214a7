"""The pages of computer analyses."""
