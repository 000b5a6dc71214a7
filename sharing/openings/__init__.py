"""Openings: the moves played from a position in the finished public games of this server, and their results."""
