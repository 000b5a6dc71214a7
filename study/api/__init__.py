"""The operations of the API about studying."""
