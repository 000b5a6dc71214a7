"""What is whose own: blocking, taking the data along, deleting the account."""
