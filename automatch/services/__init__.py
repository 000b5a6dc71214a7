"""What is done with searches: made, widened, cancelled, matched."""
