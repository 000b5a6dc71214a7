"""Clubs: founded, joined and run by players."""
