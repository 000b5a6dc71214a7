"""Translations of texts that players wrote."""

from typing import TypedDict


class Translation(TypedDict):
    """The translated text."""

    text: str
    """The translation."""
    language: str
    """The language of the translation: its code."""
    source: str | None
    """The detected language of the text; null if it could not be detected."""
