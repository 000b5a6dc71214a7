"""Computer analysis of finished games: an engine evaluates every position. Games in progress are never analysed."""
