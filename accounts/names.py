"""Which names there can be, and when two of them look alike."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from foundation.text import FILLERS

SHORTEST, LONGEST = 2, 30
INSIDE = "-_."
RESERVED = frozenset(
    {"admin", "administrator", "moderator", "moderators", "root", "system", "server", "igo", "staff", "support"}
    | {"help", "deleted", "anonymous", "everybody", "nobody", "null", "none", "undefined", "me", "api"}
    | {"black", "white", "guest", "official", "owner", "postmaster", "referee", "security", "superuser", "webmaster"}
)
OFFICE = frozenset(
    {"admin", "admins", "administrator", "administrators", "igo", "mod", "mods", "moderator", "moderators", "official"}
    | {"postmaster", "root", "security", "staff", "superuser", "support", "sysadmin", "sysop", "system", "webmaster"}
)
"""Reserved as one word among others, too."""
_HUMPS = re.compile("[A-Z][a-z]+|[a-z]+|[A-Z]+(?![a-z])")
_SCRIPTS = ("LATIN", "ARABIC", "CYRILLIC", "GREEK", "HEBREW", "CJK", "HIRAGANA", "KATAKANA", "HANGUL")
_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"})


def check_name(name: str) -> None:
    """Raise ValidationError unless this can be a name: letters of one script, digits, - _ . inside.

    Whether it is taken is not checked here: `Player.name_key` is unique.
    """
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("A name has 2 to 30 characters."))
    if unicodedata.normalize("NFKC", name) != name or not all(map(_allowed, name)):
        raise ValidationError(_("Use letters, digits, and - _ . inside the name."))
    if name[0] in INSIDE or name[-1] in INSIDE:
        raise ValidationError(_("A name begins and ends with a letter or a digit."))
    if not is_one_script(name):
        raise ValidationError(_("Use the letters of one script only."))
    if is_reserved(name):
        raise ValidationError(_("This name is reserved."))


def is_reserved(name: str) -> bool:
    """Whether others could take the name for one of the server or of a moderator: a reserved word, alone or
    with digits and signs around it (moderator1), a name that begins with what they are called, and a word of theirs
    among others (Igo-team, aino.admin)."""
    looks = skeleton(name)
    if looks.startswith(_BEGINNINGS) or looks in _reserved_looks() or skeleton(_bare(name)) in _numbered_looks():
        return True
    words = (_bare(word) for part in re.split(r"[-_.]", name) for word in (part, *_HUMPS.findall(part)))
    return any(skeleton(word) in _office_looks() for word in words if word)


def _bare(word: str) -> str:
    """Without the digits and signs around it."""
    return word.strip("-_." + "".join(c for c in word if c.isdigit()))


@lru_cache(maxsize=1)
def _reserved_looks() -> frozenset[str]:
    return frozenset(map(skeleton, RESERVED))


@lru_cache(maxsize=1)
def _numbered_looks() -> frozenset[str]:
    return frozenset(map(skeleton, OFFICE | {"anonymous", "guest", "owner", "referee", "server"}))


@lru_cache(maxsize=1)
def _office_looks() -> frozenset[str]:
    return frozenset(map(skeleton, OFFICE))


def skeleton(name: str) -> str:
    """What the name looks like: equal for names that can be taken for each other (after UTS 39)."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    letters = unicodedata.normalize("NFKD", folded)
    text = "".join(_looks(c) for c in letters if not unicodedata.combining(c) and c not in INSIDE)
    alike = text.translate(_ALIKE).casefold()
    return alike.replace("rn", "m").replace("vv", "w")[:120]


@lru_cache(maxsize=4096)
def _looks(character: str) -> str:
    """The plain letter or digit that a character of any script looks like; itself if there is none."""
    if character.isascii():
        return character
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    # Names are the same in capitals, and other scripts' capitals have the most doubles in Latin.
    return _homoglyph(character.upper()) or _homoglyph(character) or character


def _homoglyph(character: str) -> str:
    from confusable_homoglyphs import confusables  # a twentieth of every start, and ASCII needs none of it

    found = confusables.is_confusable(character, greedy=True, preferred_aliases=[]) or []
    plain = (h["c"] for entry in found for h in entry["homoglyphs"] if h["c"].isascii() and h["c"].isalpha())
    return next(plain, "")


_ALIKE = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "5": "s", "ı": "l"}
    # Arabic and Persian write the same letters with different code points.
    | {"ي": "ی", "ى": "ی", "ك": "ک", "ة": "ه", "ە": "ه", "ھ": "ه"}
)


_BEGINNINGS = tuple(map(skeleton, ("admin", "moderator", "deleted")))


def _allowed(character: str) -> bool:
    if character in FILLERS:
        return False
    return character in INSIDE or unicodedata.category(character) in ("Lu", "Ll", "Lo", "Nd")


def is_one_script(name: str) -> bool:
    """Whether all letters are of one script, or of those that are written together."""
    letters = (unicodedata.name(c, "").split(" ")[0] for c in name if c.isalpha())
    scripts = set(letters)
    known = scripts <= set(_SCRIPTS)
    return known and (len(scripts) <= 1 or any(scripts <= group for group in _TOGETHER))
