"""Rules for valid club names, a comparison of similar names, and the letters of emblems (E75)."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names import OFFICE, RESERVED, UNKNOWN_SCRIPT, is_one_script, lookalike_form, uses_known_scripts
from foundation.text import check_single_line

SIGNS = frozenset(" -_.,'&+:()/!#’‘“”„«»–—・·「」『』（）、，。：！،؛№×")
TATWEEL = "\u0640"
"""A letter, by its Unicode category, that only stretches a word: a name could look like another club's with it."""
ORDINARY = frozenset({"igo", "black", "white", "me", "none", "null", "api", "help", "support", "security"})
"""Words that are reserved for names of players, but allowed in the name of a club."""


def check_club_name(name: str, shortest: int, longest: int) -> None:
    """Raise ValidationError unless the name is valid for a club. A name has letters, digits and a few signs, each word
    in one script, and no word reserved for the server and moderators. Does not check whether the name is taken."""
    if not shortest <= len(name) <= longest or len(lookalike_key(name)) < 2:
        raise ValidationError(_("The club's name must be 3 to 60 characters long."))
    check_single_line(name)
    if unicodedata.normalize("NFC", name) != name or name != " ".join(name.split()):
        raise ValidationError(_("The name contains characters that are not allowed. Remove them."))
    if not uses_known_scripts(name):
        raise ValidationError(UNKNOWN_SCRIPT)
    for sign in name:
        if sign not in SIGNS and not _is_letter(sign):
            message = _("A club's name can't contain “%(sign)s”. Use letters, digits, spaces and common punctuation.")
            raise ValidationError(message, params={"sign": sign})
    parts = _split_words(name)
    if not all(map(is_one_script, parts)):
        raise ValidationError(_("Don't mix alphabets within a word."))
    forbidden = {lookalike_form(word) for word in (OFFICE | RESERVED) - ORDINARY}
    if any(lookalike_form(part.strip("0123456789")) in forbidden for part in parts):
        raise ValidationError(_("The name contains a word reserved for staff. Choose another name."))


def _is_letter(character: str) -> bool:
    if character == TATWEEL:
        return False
    letters = ("Lu", "Ll", "Lt", "Lo", "Lm", "Mn", "Mc", "Nd")
    return unicodedata.category(character) in letters or character in "\u200c\u200d〇"


def _split_words(text: str) -> list[str]:
    return "".join(" " if character in SIGNS else character for character in text).split()


def lookalike_key(name: str) -> str:
    """Return the look-alike form of the name without spaces and signs, which is equal for names that could be
    confused."""
    return lookalike_form("".join(_split_words(name)))


def search_words(text: str) -> list[str]:
    """Return the words of a text's first 200 characters in their look-alike form, in which searches compare words."""
    return [looks for part in _split_words(text[:200]) if (looks := lookalike_form(part))]


def initials_of(name: str) -> str:
    """Return the first letters of the first two words, which are the emblem's letters if none are chosen."""
    return "".join(part[0] for part in _split_words(name)[:2]).upper()


def are_letters_of_name(letters: str, name: str) -> bool:
    """Return whether the name contains these letters in this order, which is required of an emblem's letters."""
    left = iter("".join(_split_words(name)).casefold())
    return all(character in left for character in letters.casefold())
