"""The pages about programs."""
