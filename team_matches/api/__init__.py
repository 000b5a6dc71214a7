"""The API of team matches."""
