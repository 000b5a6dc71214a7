"""Services of tournaments: one function for each action."""
