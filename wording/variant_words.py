"""Texts about a variant: its name, and a sentence for each difference from standard Go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from rules import Color, Variant
from rules.variants.presets import VariantDifference, differences_from_standard, preset_of
from rules.variants.starts import CROSSCUT

from .words import localized_number

PRESET_NAMES: dict[str, Promise] = {
    "capture": pgettext_lazy("variant", "Capture Go"),
    "no_pass": pgettext_lazy("variant", "No-pass Go"),
    "one_color": pgettext_lazy("variant", "One-colour Go"),
    "blind": pgettext_lazy("variant", "Blind Go"),
    "pair": pgettext_lazy("variant", "Pair Go"),
    "multi_color": pgettext_lazy("variant", "Multi-colour Go"),
    "zen": pgettext_lazy("variant", "Zen Go"),
    "torus": pgettext_lazy("variant", "Torus Go"),
}
STOP_NAMES: dict[str, Promise] = {
    "most": gettext_lazy("the player with more captures wins"),
    "count": gettext_lazy("the game is scored"),
    "no": gettext_lazy("passing is not allowed"),
}
HIDDEN_FROM_NAMES: dict[str, Promise] = {
    "": pgettext_lazy("variant", "both players"),
    "B": pgettext_lazy("from whom stones are hidden", "Black"),
    "W": pgettext_lazy("from whom stones are hidden", "White"),
}
TEAM_CLOCK_NAMES: dict[str, Promise] = {
    "team": gettext_lazy("the team loses"),
    "member": gettext_lazy("that player is out, and their teammates play on"),
}
START_NAMES: dict[str, Promise] = {CROSSCUT: pgettext_lazy("start of a game", "Crosscut in the middle")}
_SENTENCES: dict[str, Promise] = {
    "teams": gettext_lazy("%(first)s against %(second)s. Teammates take turns and must not talk about the game."),
    "clock_team": gettext_lazy("Each team shares one clock."),
    "clock_member": gettext_lazy("A player who runs out of time is out, and the teammates play on."),
    "any_captor": gettext_lazy(
        "A chain without liberties is captured, whatever colours surround it. The player who moved keeps the prisoners."
    ),
    "no_repetition": gettext_lazy("No position may be repeated (positional superko)."),
    "leavers": gettext_lazy(
        "A side that resigns or runs out of time is out, but its stones stay on the board. Chat is public, and "
        "agreements are not binding."
    ),
    "first_to_own": gettext_lazy("The first side to reach its capture target wins."),
    "first_to_each": gettext_lazy("Black wins by capturing %(first)s, White by capturing %(second)s."),
    "stop_most": gettext_lazy(
        "If both players pass, the player with more captures wins. If captures are equal, the game is a draw."
    ),
    "stop_most_each": gettext_lazy(
        "If both players pass, the player closer to their own target number of captures wins. If both are equally "
        "close, the game is a draw."
    ),
    "stop_count": gettext_lazy("If both players pass, the game is scored."),
    "view_one_color": gettext_lazy("All stones look alike until play stops for the first time."),
    "view_none": gettext_lazy("Until play stops for the first time, only the last move is shown."),
    "hidden_from_B": gettext_lazy("Only Black's view is limited. White sees the whole board."),
    "hidden_from_W": gettext_lazy("Only White's view is limited. Black sees the whole board."),
    "no_passing": gettext_lazy("Passing is not allowed. A player without a legal move loses."),
    "no_winner": gettext_lazy("Black's and White's scores are counted, but there is no winner."),
    "one_leaves": gettext_lazy(
        "All players must agree on the dead stones. If a player resigns or runs out of time, the game "
        "ends without a result for everyone."
    ),
    "wraps": gettext_lazy("The left edge is joined to the right, and the top edge to the bottom."),
}


def variant_name(variant: Variant) -> str:
    """Return the name of the variant, or "" for standard Go."""
    key = preset_of(variant)
    return str(PRESET_NAMES[key]) if key else ""


def variant_sentences(variant: Variant) -> str:
    """Return sentences on the differences from standard Go, or "" for standard Go."""
    return " ".join(_variant_sentences(variant))


def _variant_sentences(variant: Variant) -> Iterator[str]:
    for fact in differences_from_standard(variant):
        counted = _COUNTED.get(fact.key)
        yield str(_SENTENCES[fact.key]) % _placeholder_numbers(fact) if counted is None else counted(fact.numbers[0])


def _placeholder_numbers(fact: VariantDifference) -> dict[str, str]:
    return dict(zip(("first", "second"), map(localized_number, fact.numbers), strict=False))


def _capture_to_win_sentence(stones: int) -> str:
    if stones == 1:
        return _("The first to capture a stone wins.")
    text = ngettext("The first to capture %(count)s stone wins.", "The first to capture %(count)s stones wins.", stones)
    return text % {"count": localized_number(stones)}


def _colors_sentence(count: int) -> str:
    return _("%(count)s colours, one player each.") % {"count": localized_number(count)}


def _shared_colors_sentence(players: int) -> str:
    text = _("%(count)s players take turns, and stones alternate between black and white. Everyone plays both colours.")
    return text % {"count": localized_number(players)}


def _fading_sentence(turns: int) -> str:
    text = ngettext(
        "Until play stops for the first time, only the stone of the last turn is shown.",
        "Until play stops for the first time, only the stones of the last %(count)s turns are shown.",
        turns,
    )
    return text % {"count": localized_number(turns)}


def _illegal_moves_sentence(tries: int) -> str:
    text = ngettext(
        "Each turn allows %(count)s illegal move without penalty. The next one costs the turn.",
        "Each turn allows %(count)s illegal moves without penalty. The next one costs the turn.",
        tries,
    )
    return text % {"count": localized_number(tries)}


_COUNTED: dict[str, Callable[[int], str]] = {
    "first_to": _capture_to_win_sentence,
    "colors": _colors_sentence,
    "shared": _shared_colors_sentence,
    "view_fading": _fading_sentence,
    "tries": _illegal_moves_sentence,
}


def captures_to_win_text(variant: Variant, color: Color) -> str:
    """Return how many stones this side must capture to win, as text, or "" if the game is not decided by captures."""
    needed = variant.captures_to_win(color)
    return "" if needed is None else _("needs %(count)s captures") % {"count": localized_number(needed)}
