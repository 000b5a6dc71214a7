"""What a process does before it serves, and what runs alongside its requests."""
