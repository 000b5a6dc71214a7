"""Following games in progress: sockets, and the cursors that sockets and event streams share."""
