"""The pages of players' own accounts."""
