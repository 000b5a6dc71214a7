"""The tree as a value: nodes, operations that merge, the legality of its moves. No database rows, no Django."""
