"""Which text people may store about themselves."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST_MARKS = 6
"""Combining marks in a row: vowelled Persian has up to three, text that climbs over its neighbours has dozens."""

_LINE_BREAKS = frozenset("\n\r\t")
_JOINERS = frozenset("\u200c\u200d\u200e\u200f")
"""Persian needs the non-joiner, emoji the joiner; marks of direction are harmless."""


def check_text(text: str) -> None:
    """Raise ValidationError for characters that are invisible, turn text around, or climb out of their line."""
    if not all(map(_may_stay, text)):
        raise ValidationError(_("The text holds characters that cannot be shown."), code="invisible")
    run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run > MOST_MARKS:
            raise ValidationError(_("The text holds characters that cannot be shown."), code="invisible")


def _may_stay(character: str) -> bool:
    if character in _LINE_BREAKS or character in _JOINERS:
        return True
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
