"""What people do in clubs."""
