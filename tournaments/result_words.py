"""Results in tables: the sign that is shown and the words that screen readers get."""

from __future__ import annotations

from django.utils.translation import pgettext, pgettext_lazy

from rules.color import Color
from wording.words import COLOR_NAMES, localized_number

MARKS = {
    "won": ("+", pgettext_lazy("game in a table", "won")),
    "lost": ("−", pgettext_lazy("game in a table", "lost")),
    "drawn": ("=", pgettext_lazy("game in a table", "drawn")),
    "void": ("=", pgettext_lazy("game in a table", "void")),
    "struck": ("×", pgettext_lazy("game in a table, not counted", "void")),
    "open": ("…", pgettext_lazy("game in a table", "in progress")),
}
"""The sign and the word for each result of a game."""
BY_FORFEIT = {
    "won": pgettext_lazy("game in a table", "won by forfeit"),
    "lost": pgettext_lazy("game in a table", "lost by forfeit"),
}


def result_name(how: str, *, by_default: bool) -> str:
    """Return the word for a result."""
    name = MARKS[how][1]
    return str(BY_FORFEIT.get(how, name) if by_default else name)


def cell_words(result: str, opponent: int, color: str, handicap: int) -> str:
    """Return the words for a game in a cross table: result, opponent's line, colour ("b" or "w"), handicap."""
    values = {
        "result": result,
        "number": localized_number(opponent),
        "stone": COLOR_NAMES[Color.from_letter(color.upper())],
        "handicap": localized_number(handicap),
    }
    if handicap:
        return pgettext("game in a table", "%(result)s, opponent %(number)s, %(stone)s, handicap %(handicap)s") % values
    return pgettext("game in a table", "%(result)s, opponent %(number)s, %(stone)s") % values
