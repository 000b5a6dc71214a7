"""Text that people may store for others to read: `check_text` refuses bad characters, `clean_text` removes them (B02,
B14)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST_MARKS = 6
"""The largest number of combining marks in a row: vowelled Persian has up to three, text that overflows its line has
dozens."""

_LINE_BREAKS = frozenset("\n\r\t")
_JOINERS = frozenset("\u200c\u200d\u200e\u200f")
"""Allowed invisible characters: Persian needs the non-joiner, emoji the joiner, and marks of direction are
harmless."""
_EMOJI = ("So", "Sk", "Cn")
"""Unicode categories of emoji; Cn contains those that are newer than Python's tables."""
_SEPARATE = ("LATIN", "CYRILLIC", "GREEK", "HEBREW", "CJK", "HANGUL", "HIRAGANA", "KATAKANA")
"""Scripts whose letters are not joined, so that a joiner between them only hides something."""
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters that are invisible (Unicode's Default_Ignorable_Code_Point)."""
_NO_CHARACTERS = re.compile("[\ufdd0-\ufdef\u2065\ufff0-\ufff8\U000e0000-\U000e0fff]")
"""Code points that never become visible characters: noncharacters, and code points that Unicode reserves for invisible
characters (Default_Ignorable_Code_Point). Every other code point that is unassigned here may be an emoji that is newer
than Python's tables."""
_LATER_MARKS = re.compile("[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
"""The blocks of combining marks, with those of their marks that are newer than Python's tables."""
_FLAG = re.compile("(\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f)")
"""The flag of a part of a country (Scotland): a black flag, with its code in characters that otherwise only hide."""
_BLANK = _JOINERS | frozenset("\u2800\u034f\u17b4\u17b5")


def whole_number(text: str | None, digits: int) -> int | None:
    """Return the number if the text consists of ASCII digits, at most this many, or None for any other text."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= digits else None


def whole_numbers(texts: Iterable[str], digits: int) -> list[int]:
    """Return the numbers of these texts as `whole_number` reads them, without the texts that are none."""
    return [number for text in texts if (number := whole_number(text, digits)) is not None]


def check_text(text: str) -> None:
    """Raise ValidationError for characters that are invisible, reverse text, or overflow their line, and for text that
    looks empty. Use it for form input: labels, reasons, profiles."""
    if _shows_nothing(text) or len(text) != sum(1 for _kept in _allowed_characters(text)):
        raise ValidationError(_("The text contains characters that can't be displayed. Remove them."), code="invisible")


def drop_invisible_characters(text: str) -> str:
    """Return the text without invisible characters, such as direction marks and variation selectors, which mail
    programs and copying add to moves and numbers."""
    return "".join(
        c for c in text if unicodedata.category(c) != "Cf" and c not in _BLANK and not _is_variation_selector(c)
    )


def check_single_line(text: str) -> None:
    """Raise ValidationError as `check_text` does, and also for line breaks."""
    check_text(text)
    if not _LINE_BREAKS.isdisjoint(text):
        raise ValidationError(_("The text contains characters that can't be displayed. Remove them."), code="invisible")


def clean_text(text: str) -> str:
    """Return the text without the characters that `check_text` refuses, in NFC, stripped, or "" if no visible character
    is left. Use it for messages, so that no one has to retype a message because of an invisible character in a copied
    word."""
    kept = "".join(_allowed_characters(unicodedata.normalize("NFC", text))).strip()
    return "" if _shows_nothing(kept) else kept


def _allowed_characters(text: str) -> Iterator[str]:
    """Yield the allowed characters: joiners only where they have an effect, and only the first combining marks on each
    letter."""
    for number, piece in enumerate(_FLAG.split(text)):
        yield from piece if number % 2 else _allowed_outside_flags(piece)


def _allowed_outside_flags(text: str) -> Iterator[str]:
    last, marks = "", 0
    for character in text:
        marks = marks + 1 if _is_combining_mark(character) else 0
        if marks > MOST_MARKS or not _is_allowed(character):
            continue
        if character in "\u200c\u200d" and not _can_be_joined(last):
            continue
        last = character
        yield character


def _can_be_joined(character: str) -> bool:
    """Return whether a joiner after this character has an effect, because the character is part of an emoji, or of a
    script whose letters join."""
    if character == "" or unicodedata.name(character, "").startswith(_SEPARATE):
        return False
    category = unicodedata.category(character)
    return category[0] in "LM" or category in _EMOJI


def _is_combining_mark(character: str) -> bool:
    return unicodedata.combining(character) != 0 or _LATER_MARKS.match(character) is not None


def _is_allowed(character: str) -> bool:
    if character in _LINE_BREAKS or character in _JOINERS:
        return True
    if character in FILLERS:
        return False
    category = unicodedata.category(character)
    if category == "Cn":
        return not _is_noncharacter(character)
    return category not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def _is_noncharacter(character: str) -> bool:
    """Return whether this code point will never be assigned (The Unicode Standard, 23.7: also the last two of every
    plane)."""
    return ord(character) & 0xFFFE == 0xFFFE or _NO_CHARACTERS.match(character) is not None


def _shows_nothing(text: str) -> bool:
    text = text.strip()
    return text != "" and all(c in _BLANK or c.isspace() or _is_variation_selector(c) for c in text)


def _is_variation_selector(character: str) -> bool:
    """Return whether the character is a variation selector, which only selects the appearance of the previous
    character."""
    return unicodedata.name(character, "").startswith(("VARIATION SELECTOR", "MONGOLIAN FREE VARIATION"))
