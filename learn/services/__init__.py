"""What changes what is kept of lessons and problems."""
