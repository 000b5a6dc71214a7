"""Computer analysis of finished games, in which an engine evaluates every position. Games in progress are never
analysed."""
