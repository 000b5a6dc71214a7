"""Commands about problems."""
