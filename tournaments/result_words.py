"""Results in tables: the sign that is shown and the words that screen readers get."""

from __future__ import annotations

from django.utils.translation import npgettext, pgettext, pgettext_lazy

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
    """Return the name of a player's result in the reader's language. `how` is won, lost, drawn, void, struck or open.
    With `by_default`, a win or a loss is named as one by forfeit."""
    name = MARKS[how][1]
    return str(BY_FORFEIT.get(how, name) if by_default else name)


def handicap_text(handicap: int, komi: int) -> str:
    """Return the stones of a handicap, or its komi (given in halves) if it has no stones (E139); "" for an even
    game."""
    if handicap > 1:
        stones = npgettext("number", "%(shown)s stone", "%(shown)s stones", handicap)
        return stones % {"shown": localized_number(handicap)}
    return pgettext("terms of a game", "komi %(komi)s") % {"komi": _komi_text(komi)} if handicap else ""


def _komi_text(komi: int) -> str:
    return localized_number(f"{komi / 2:g}")


def cross_table_cell_words(result: str, opponent: int, color: str, handicap: tuple[int, int]) -> str:
    """Return a game in a cross table as text for screen readers. `result` is the result's name, `opponent` the number
    of the opponent's line, `color` "b" or "w", and `handicap` stones and komi, as in `handicap_text`."""
    stones, komi = handicap
    values = {
        "result": result,
        "number": localized_number(opponent),
        "stone": COLOR_NAMES[Color.from_letter(color.upper())],
        "handicap": localized_number(stones),
        "komi": _komi_text(komi),
    }
    if stones == 1:
        return pgettext("game in a table", "%(result)s, opponent %(number)s, %(stone)s, komi %(komi)s") % values
    if stones:
        return pgettext("game in a table", "%(result)s, opponent %(number)s, %(stone)s, handicap %(handicap)s") % values
    return pgettext("game in a table", "%(result)s, opponent %(number)s, %(stone)s") % values
