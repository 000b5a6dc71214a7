"""Instants as programs read them."""

from __future__ import annotations


def in_utc(text: str | None) -> str | None:
    """A moment as clients get all of them, with a Z."""
    return None if text is None else text.replace("+00:00", "Z")
