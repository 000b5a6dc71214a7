"""What people should hear of: the bell in the header, and the page behind it. It knows nothing of games."""
