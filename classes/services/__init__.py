"""Services of classes."""
