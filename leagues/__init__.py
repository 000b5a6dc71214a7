"""Leagues."""
