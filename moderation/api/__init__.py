"""The operations of keeping order: reporting, reading decisions, appealing."""
