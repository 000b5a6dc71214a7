"""Which names there can be, and when two of them look alike."""

from __future__ import annotations

import unicodedata

from confusable_homoglyphs import confusables
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 30
INSIDE = "-_."
RESERVED = frozenset(
    {"admin", "administrator", "moderator", "moderators", "root", "system", "server", "igo", "staff", "support"}
    | {"help", "deleted", "anonymous", "everybody", "nobody", "null", "none", "undefined", "me", "api"}
)
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
    if not _one_script(name):
        raise ValidationError(_("Use the letters of one script only."))
    if skeleton(name) in {skeleton(word) for word in RESERVED}:
        raise ValidationError(_("This name is reserved."))


def skeleton(name: str) -> str:
    """What the name looks like: equal for names that can be taken for each other (after UTS 39)."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    found = confusables.is_confusable(folded, greedy=True, preferred_aliases=["latin"]) or []
    looks = {entry["character"]: _latin(entry["homoglyphs"]) for entry in found}
    text = "".join(looks.get(c) or c for c in unicodedata.normalize("NFKD", folded))
    kept = (c for c in text if not unicodedata.combining(c) and c not in INSIDE)
    return "".join(kept).translate(_ALIKE).casefold()[:120]


_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "ı": "l"})


def _latin(homoglyphs: list[dict[str, str]]) -> str:
    plain = (h["c"] for h in homoglyphs if h["c"].isascii() and h["c"].isalpha())
    return next(plain, "")


def _allowed(character: str) -> bool:
    return character in INSIDE or unicodedata.category(character) in ("Lu", "Ll", "Lo", "Nd")


def _one_script(name: str) -> bool:
    letters = (unicodedata.name(c, "").split(" ")[0] for c in name if c.isalpha())
    scripts = set(letters)
    known = scripts <= set(_SCRIPTS)
    return known and (len(scripts) <= 1 or any(scripts <= group for group in _TOGETHER))
