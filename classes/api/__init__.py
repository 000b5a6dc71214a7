"""The API of classes."""
