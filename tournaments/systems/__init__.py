"""Pairing systems as pure functions of whole numbers and frozen values, without database, clock or Django."""
