"""Follow games in progress: WebSockets, and the reading of new actions that WebSockets and event streams share."""
