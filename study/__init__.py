"""Study games: players' trees of variations, which they can share after the game, readers' comments and variations, and
demonstration boards."""
