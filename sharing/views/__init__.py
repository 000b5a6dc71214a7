"""The addresses that other sites ask."""
