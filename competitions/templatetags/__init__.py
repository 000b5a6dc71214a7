"""Tags of this room."""
