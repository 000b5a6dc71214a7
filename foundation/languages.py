"""The languages of the pages: English, which is in the code, and each folder of locale/ with a catalog.

`locale/LANGUAGE/language.toml` has the properties of a language that Django does not know (docs/translating.md). Most
languages need no such file.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import get_language_info, to_language
from django.utils.translation import gettext_lazy as _

LONGEST_CODE = 12
"""The largest number of characters of a language code, such as zh-hans, es-419, sr-latn-rs."""
LTR, END = "\u2066", "\u2069"
"""Unicode marks that isolate left-to-right text, such as ranks, in every language."""


def languages_in(folder: Path) -> list[tuple[str, str]]:
    """Return the languages of a folder as pairs of code and own name, in the order of the names. English is always
    included.

    Also register languages that Django does not know. The installed package has only compiled catalogs. Raises
    ValueError for an incomplete language.toml.
    """
    codes = [to_language(path.name) for path in folder.iterdir() if any((path / "LC_MESSAGES").glob("django.[pm]o"))]
    for code in codes:
        _register_language(code, folder)
    found = [(code, str(get_language_info(code)["name_local"])) for code in {"en", *codes}]
    return sorted(found, key=lambda one: one[1].casefold())


def _register_language(code: str, folder: Path) -> None:
    path = next(path for path in folder.iterdir() if to_language(path.name) == code) / "language.toml"
    if path.is_file():
        options = tomllib.loads(path.read_text(encoding="utf-8"))
        LANG_INFO[code] = {"bidi": False, "code": code, **LANG_INFO.get(code, {}), **options}
    try:
        get_language_info(code)["name_local"]
    except KeyError:
        raise ValueError(f"{path}: Django does not know this language. Say its name and its name_local.") from None


def language_choices() -> list[tuple[str, str | Promise]]:
    """Return the language choices for an account. The first choice follows the browser."""
    return [("", _("same as my browser")), *settings.LANGUAGES]


@lru_cache(maxsize=32)
def digit_table(language: str) -> dict[int, str]:
    """Return a table for `str.translate` that replaces Latin digits by a language's digits, or {} if they are
    the same."""
    return str.maketrans(dict(zip("0123456789", get_language_info(language).get("digits", ""), strict=False)))


@lru_cache(maxsize=32)
def number_table(language: str) -> dict[int, str]:
    """Return a table for `str.translate` that replaces the digits and the decimal point by those of a language. If the
    language has its own digits, the minus sign is also replaced."""
    decimal = get_language_info(language).get("decimal") or formats.get_format("DECIMAL_SEPARATOR", language)
    minus = {"-": "−"} if digit_table(language) else {}
    return digit_table(language) | str.maketrans({".": decimal} | minus)
