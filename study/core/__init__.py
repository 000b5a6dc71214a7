"""The tree as a value: nodes, operations that can be merged, and the legality of moves. Without database and Django."""
