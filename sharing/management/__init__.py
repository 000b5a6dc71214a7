"""Commands of an administrator."""
