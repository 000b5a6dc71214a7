"""Services of computer analyses."""
