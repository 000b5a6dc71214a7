"""What is said of games: values of the rules in words of the reader's language, and boards as pictures. No rows."""
