"""What all operations of the REST API share, /api/v1/, and those about people alone; nothing of games."""
