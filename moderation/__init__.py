"""Moderation: reports, cases, decisions about people and games, appeals."""
