"""Rules for valid names, and a comparison that finds names that look alike."""

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
"""Words that are reserved even as part of a longer name."""
_HUMPS = re.compile("[A-Z][a-z]+|[a-z]+|[A-Z]+(?![a-z])")
_WITH_MARKS = frozenset(
    {"THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL"}
    | {"TELUGU", "KANNADA", "MALAYALAM", "SINHALA"}
)
"""Scripts that write vowels and tones as marks (categories Mn and Mc) on their letters."""
_SCRIPTS = _WITH_MARKS | {
    "LATIN", "ARABIC", "CYRILLIC", "GREEK", "HEBREW", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO",
    "ARMENIAN", "GEORGIAN", "ETHIOPIC",
}  # fmt: skip
_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
_REPEATS = {
    "々": {"CJK"}, "ー": {"HIRAGANA", "KATAKANA"}, "ゝ": {"HIRAGANA"}, "ゞ": {"HIRAGANA"}, "ヽ": {"KATAKANA"},
    "ヾ": {"KATAKANA"}, "ๆ": {"THAI"}, "ໆ": {"LAO"}, "ៗ": {"KHMER"},
    "〇": {"CJK"}, "ʻ": {"LATIN"}, "ʼ": {"LATIN", "CYRILLIC"},
}  # fmt: skip
"""Letters of the categories Lm and Nl that names may have, each with the scripts of the letters that it can follow:
marks of repetition and length, the Chinese zero, and the apostrophes of Uzbek and Ukrainian. Other letters of these
categories, such as the Arabic tatweel, only stretch a word or look like a sign."""
_APOSTROPHES = "ʻʼ"
_ACCENTS = frozenset("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u030d")
_ACCENTS |= frozenset("\u0323\u0326\u0327\u0328\u0329\u0331\u0358")
"""Accents that names may have on letters for which Unicode has no composed form, such as the Yoruba Ẹ̀."""
_ACCENTED, _MOST_ACCENTS = frozenset({"LATIN", "CYRILLIC", "GREEK"}), 2
_KEPT = re.compile("[^ำຳໜໝև]+")
"""Text without the letters of Thai, Lao and Armenian that NFKC would take apart, although people write them."""
_OTHER_NAMES = {"IDEOGRAPHIC": "CJK", "KATAKANA-HIRAGANA": "KATAKANA"}
_NON_JOINER = "\u200c"
_NOT_JOINING = "ءآأؤإاةدذرزژوى"
"""Arabic letters that do not join the next one, so that a non-joiner after them would be invisible."""
_ARABIC = "[\u0620-\u064a\u066e-\u06d3]"
_VIRAMAS = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u0dca"
"""The signs of Indian scripts that join two letters."""
_JOINED = re.compile(
    f"(?<={_ARABIC})(?<![{_NOT_JOINING}]){_NON_JOINER}(?={_ARABIC})"
    f"|(?<=[{_VIRAMAS}])[{_NON_JOINER}\u200d](?=[\u0900-\u0dff])|(?<=[\u0930\u09b0\u0cb0])\u200d(?=[{_VIRAMAS}])"
)
"""A joiner with an effect: a non-joiner between two letters that would be joined, as in Persian names, or a joiner or
non-joiner that chooses the form of a pair of letters in Sinhala and other scripts of India (UAX 31)."""
JOINERS = str.maketrans("", "", f"{_NON_JOINER}\u200d")
"""Removes joiners."""
MOST_MARKS = 4
"""The largest number of marks in a row: two are usual, a Tibetan stack has four."""
_ONE_AS_A_DASH = re.compile("[ァ-ヺ]一")
"""The numeral one after a katakana letter, where it looks like the mark of a long vowel."""


def check_name(name: str) -> None:
    """Raise ValidationError unless the name is valid. A name has letters of one script and digits. The signs `-`, `_`
    and `.` are allowed, but not at the beginning or end.

    Does not check whether the name is taken; `Player.name_key` is unique.
    """
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("A name must have 2 to 30 characters."))
    if not uses_known_scripts(name):
        raise ValidationError(UNKNOWN_SCRIPT)
    if normalize_name(name) != name or not _has_valid_characters(name):
        raise ValidationError(_("Use letters and digits. You can also use - _ . but not at the start or end."))
    if name[0] in INSIDE or name[-1] in INSIDE or name[0] in _REPEATS or _is_mark(name[0]):
        raise ValidationError(_("A name must begin and end with a letter or a digit."))
    if not is_one_script(name):
        raise ValidationError(_("Use characters from one script only, such as Latin or Persian."))
    if is_reserved(name):
        raise ValidationError(_("This name is reserved. Choose another one."))


def normalize_name(name: str) -> str:
    """Return the name in Unicode's form NFKC, which composes letters with their accents and replaces full-width and
    half-width letters by ordinary ones. Letters that this form would take apart are kept."""
    return _KEPT.sub(lambda found: unicodedata.normalize("NFKC", found[0]), name)


def is_reserved(name: str) -> bool:
    """Return whether the name is reserved, because it could be mistaken for the server's or a moderator's.

    Reserved words are also reserved with digits and signs around them (moderator1). Staff words are reserved as a part
    of a name as well (Igo-team, aino.admin).
    """
    looks = lookalike_form(name)
    if (
        looks.startswith(_BEGINNINGS)
        or looks in _reserved_forms()
        or lookalike_form(_strip_signs(name)) in _reserved_forms_with_numbers()
    ):
        return True
    words = (_strip_signs(word) for part in re.split(r"[-_.]", name) for word in (part, *_HUMPS.findall(part)))
    return any(lookalike_form(word) in _staff_word_forms() for word in words if word)


def _strip_signs(word: str) -> str:
    """Return the word without digits and signs around it."""
    return word.strip("-_." + "".join(c for c in word if c.isdigit()))


@lru_cache(maxsize=1)
def _reserved_forms() -> frozenset[str]:
    return frozenset(map(lookalike_form, RESERVED))


@lru_cache(maxsize=1)
def _reserved_forms_with_numbers() -> frozenset[str]:
    return frozenset(map(lookalike_form, OFFICE | {"anonymous", "guest", "owner", "referee", "server"}))


@lru_cache(maxsize=1)
def _staff_word_forms() -> frozenset[str]:
    return frozenset(map(lookalike_form, OFFICE))


def lookalike_form(name: str) -> str:
    """Return the name's look-alike form, which is equal for names that could be confused (after UTS 39)."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    letters = unicodedata.normalize("NFKD", folded).translate(JOINERS)
    text = "".join(
        _plain_letter(c)
        for c in letters
        if c not in INSIDE + _APOSTROPHES and (_is_mark(c) or not unicodedata.combining(c))
    )
    alike = text.translate(_ALIKE).casefold()
    return alike.replace("rn", "m").replace("vv", "w")[:120]


@lru_cache(maxsize=4096)
def _plain_letter(character: str) -> str:
    """Return the plain letter or digit that a character of any script looks like, or the character itself if there is
    none."""
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


def _is_allowed(character: str) -> bool:
    if character in FILLERS:
        return False
    if character in INSIDE or character in _REPEATS or character in _ACCENTS or _is_mark(character):
        return True
    return unicodedata.category(character) in ("Lu", "Ll", "Lo", "Nd")


def _is_mark(character: str) -> bool:
    """Return whether the character is a vowel or tone mark of a script that writes vowels or tones as marks."""
    return unicodedata.category(character) in ("Mn", "Mc") and _script(character) in _WITH_MARKS


def _has_valid_characters(name: str) -> bool:
    """Return whether all characters are allowed in a name, and its marks, repetition signs and joiners are in valid
    positions."""
    last, marks = "", 0
    for character in _JOINED.sub("", name):
        is_accent = character in _ACCENTS
        is_mark = is_accent or _is_mark(character)
        marks = marks + 1 if is_mark else 0
        if not _is_allowed(character) or marks > (_MOST_ACCENTS if is_accent else MOST_MARKS):
            return False
        if is_mark and unicodedata.normalize("NFD", last)[-1:] == character:
            return False
        if is_accent and not (last in _ACCENTS or (last and _script(last) in _ACCENTED)):
            return False
        if last and character in _REPEATS and _script(last) not in _REPEATS[character]:
            return False
        last = character
    return _ONE_AS_A_DASH.search(name) is None


def _script(character: str) -> str:
    """Return the script of a letter or mark, from the first word of its Unicode name."""
    word = unicodedata.name(character, "").split(" ")[0]
    return _OTHER_NAMES.get(word, word)


UNKNOWN_SCRIPT = _("Names can't use this script. Use another script, such as Latin or Persian.")


def uses_known_scripts(name: str) -> bool:
    """Return whether each letter of this name is of a script that names may use."""
    plain = unicodedata.normalize("NFKC", name)
    return {_script(c) for c in plain if unicodedata.category(c) in ("Lu", "Ll", "Lo")} <= _SCRIPTS


def is_one_script(name: str) -> bool:
    """Return whether all letters belong to one script, or to scripts that are used together."""
    scripts = {_script(c) for c in name if (c.isalpha() and c not in _APOSTROPHES) or _is_mark(c)}
    known = scripts <= _SCRIPTS
    return known and (len(scripts) <= 1 or any(scripts <= group for group in _TOGETHER))


_BEGINNINGS = tuple(map(lookalike_form, ("admin", "moderator", "deleted")))
