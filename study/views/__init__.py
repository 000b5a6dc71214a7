"""The pages for studying games."""
