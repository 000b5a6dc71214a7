"""Offers in the API."""
