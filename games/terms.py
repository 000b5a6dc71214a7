"""What two people agree on before a game, and whether that can be rated."""

from __future__ import annotations

from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import RuleSet

OFFERED_SIZES = (9, 13, 19)
SMALLEST_SIZE, LARGEST_SIZE = 5, 25
SMALLEST_KOMI, LARGEST_KOMI = Decimal(-50), Decimal(150)
OFFERED_DAYS = (1, 2, 3, 5, 7, 14)
LONGEST_DAYS = 60

UNRATED_REASONS: dict[str, Promise] = {
    "handicap": _("Handicap games are always unrated."),
    "size": _("Only 9×9, 13×13 and 19×19 are rated."),
    "komi": _("Only the rule set's own komi is rated."),
    "no_clock": _("Games without a clock are unrated."),
    "chosen": _("The players chose an unrated game."),
    "too_short": _("The game ended before each side had played twice."),
    "cancelled": _("The game was cancelled."),
    "position": _("Games from a position of one's own are unrated."),
    "no_result": _("The game ended without a result."),
}


def unrated_reason(
    *,
    width: int,
    height: int,
    ruleset: RuleSet,
    komi: Decimal,
    handicap: int,
    timed: bool,
    wanted: bool,
    from_position: bool = False,
) -> str:
    """Return why a game on these terms is unrated (a key of UNRATED_REASONS), "" if it is rated.

    R43: no handicap game is ever rated, whatever else was agreed.
    """
    if handicap:
        return "handicap"
    if from_position:
        return "position"
    if width != height or width not in OFFERED_SIZES:
        return "size"
    if komi != ruleset.default_komi(width, height, 0):
        return "komi"
    if not timed:
        return "no_clock"
    return "" if wanted else "chosen"
