"""The pages about offers."""
