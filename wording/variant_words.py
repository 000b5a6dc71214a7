"""What is said of a variant: its name, and what is different from ordinary Go, a sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from rules import Color, Variant
from rules.variants.presets import Fact, facts_of, preset_of
from rules.variants.starts import CROSSCUT

from .words import number

PRESET_NAMES: dict[str, Promise] = {
    "capture": gettext_lazy("Capture Go"),
    "no_pass": gettext_lazy("No-pass Go"),
    "one_color": gettext_lazy("One-colour Go"),
    "blind": gettext_lazy("Blind Go"),
    "pair": gettext_lazy("Pair Go"),
    "multi_color": gettext_lazy("Multi-colour Go"),
}
STOP_NAMES: dict[str, Promise] = {
    "most": gettext_lazy("the side that has captured more wins"),
    "count": gettext_lazy("the board is scored"),
    "no": gettext_lazy("nobody may pass"),
}
START_NAMES: dict[str, Promise] = {CROSSCUT: pgettext_lazy("start of a game", "Crosscut in the middle")}
_SENTENCES: dict[str, Promise] = {
    "first_to_each": gettext_lazy("Black wins by capturing %(first)s, White by capturing %(second)s."),
    "stop_most": gettext_lazy("If both pass, the side that has captured more wins; equal captures are a draw."),
    "stop_most_each": gettext_lazy("If both pass, the side nearer to that number wins; equally near is a draw."),
    "stop_count": gettext_lazy("If both pass, the board is scored."),
    "no_passing": gettext_lazy("Nobody may pass: the side that has no legal move loses."),
}


def name_of(variant: Variant) -> str:
    """What the variant is called, "" for ordinary Go."""
    key = preset_of(variant)
    return str(PRESET_NAMES[key]) if key else ""


def explained(variant: Variant) -> str:
    """What is different from ordinary Go, in sentences; "" for ordinary Go."""
    return " ".join(_sentences(variant))


def _sentences(variant: Variant) -> Iterator[str]:
    for fact in facts_of(variant):
        yield _first_to(fact.numbers[0]) if fact.key == "first_to" else str(_SENTENCES[fact.key]) % _numbers(fact)


def _numbers(fact: Fact) -> dict[str, str]:
    return dict(zip(("first", "second"), map(number, fact.numbers), strict=False))


def _first_to(stones: int) -> str:
    if stones == 1:
        return _("The first to capture a stone wins.")
    said = ngettext("The first to capture %(count)s stone wins.", "The first to capture %(count)s stones wins.", stones)
    return said % {"count": number(stones)}


def wins_with(variant: Variant, color: Color) -> str:
    """How many captured stones win for this side; "" where they do not decide."""
    needed = variant.goal_of(color)
    return "" if needed is None else _("wins with %(count)s") % {"count": number(needed)}
