"""The operations of the API about lessons."""
