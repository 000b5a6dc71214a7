"""The pages and pictures that other sites fetch."""
