"""Translations of texts that players wrote."""

from typing import TypedDict


class Translation(TypedDict):
    """The translated text."""

    text: str
    """The translation."""
    language: str
    """The language of the translation: its code."""
    source: str | None
    """The language of the text, as far as the program can tell; null if it cannot."""
