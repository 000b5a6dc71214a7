"""Pairing systems as pure functions: whole numbers in, frozen values out; no rows, no clock, no Django."""
