"""Playing by e-mail: links and replies."""
