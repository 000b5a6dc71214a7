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
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters by their category that show nothing (Unicode's Default_Ignorable_Code_Point)."""
_BLANK = _JOINERS | frozenset("\u2800\u034f\u17b4\u17b5")


def check_text(text: str) -> None:
    """Raise ValidationError for characters that are invisible, turn text around, or climb out of their line; and for
    text that looks empty and is not."""
    if not all(map(_may_stay, text)) or _shows_nothing(text):
        raise ValidationError(_("The text holds characters that cannot be shown."), code="invisible")
    run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run > MOST_MARKS:
            raise ValidationError(_("The text holds characters that cannot be shown."), code="invisible")


def _may_stay(character: str) -> bool:
    if character in _LINE_BREAKS or character in _JOINERS:
        return True
    if character in FILLERS:
        return False
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _shows_nothing(text: str) -> bool:
    text = text.strip()
    return text != "" and all(c in _BLANK or c.isspace() or _is_selector(c) for c in text)


def _is_selector(character: str) -> bool:
    """Whether it only chooses how the character before it looks."""
    return unicodedata.name(character, "").startswith(("VARIATION SELECTOR", "MONGOLIAN FREE VARIATION"))
