"""What is said to people about games, in their language and digits, and boards as pictures. Nothing of rows."""
