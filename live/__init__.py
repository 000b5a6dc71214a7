"""Follow games in progress: WebSockets, and the reading of new actions for both WebSockets and event streams."""
