"""Follow games in progress: WebSockets, and the cursors that sockets and event streams share."""
