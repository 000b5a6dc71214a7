"""What the forms about offers send."""
