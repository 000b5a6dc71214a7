"""Classes: a teacher and pupils."""
