"""Openings: what was played from a position in the finished public games of this server, and what came of it."""
