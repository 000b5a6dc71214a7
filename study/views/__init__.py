"""The pages about studying."""
