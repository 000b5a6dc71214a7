"""The tree as a value: nodes, operations that merge, what the rules say of its moves. No rows, no Django."""
