"""Following games while they go on: sockets, and the cursors that sockets and streams share."""
