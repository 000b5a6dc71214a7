"""Services of team matches."""
