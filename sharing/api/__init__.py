"""The operations of the API about games shown elsewhere."""
