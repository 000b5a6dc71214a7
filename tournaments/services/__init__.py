"""What may be done with tournaments: one function for each verb."""
