"""What the pages of games need to know of how order is kept."""
