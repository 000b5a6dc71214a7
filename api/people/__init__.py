"""The operations about people: oneself, one's sessions, blocks and notices."""
