"""What a process does before it serves requests, and the background work alongside them."""
