"""The operations of this room."""
