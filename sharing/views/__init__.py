"""The pages that other sites fetch."""
