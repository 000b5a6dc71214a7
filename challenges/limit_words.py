"""The limits of an offer as text, for its creator and for other players."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from challenges.limits import OpponentLimits, SameOpponent
from foundation.languages import END, LTR
from ratings.ranks import Rank
from wording import words


def limit_sentences(limits: OpponentLimits, own: Rank | None, *, left: int = 0) -> Iterator[str]:
    """Yield a sentence for each limit. `own` is the rank of the offer's creator, and `left` the number of games that
    may still start."""
    if limits.requires_rank:
        yield from _rank_limits_text(limits, own)
    if limits.established:
        yield _("established ranks only")
    if limits.same_opponent == SameOpponent.AFTER:
        yield _("one game at a time against the same player")
    elif limits.same_opponent != SameOpponent.ALWAYS:
        yield _("new opponents only")
    if limits.games > 1:
        yield _games_text(left or limits.games)
    if limits.simul_places is not None:
        places = {"left": words.localized_number(left), "places": words.localized_number(limits.simul_places)}
        yield _("simultaneous games: %(left)s of %(places)s places free") % places


def _rank_limits_text(limits: OpponentLimits, own: Rank | None) -> Iterator[str]:
    if limits.span is not None and own is None:
        text = ngettext("up to %(n)s rank apart", "up to %(n)s ranks apart", limits.span)
        yield text % {"n": words.localized_number(limits.span)}
        return
    lowest, highest = (rank and f"{LTR}{rank}{END}" for rank in limits.range_around(own))
    if lowest and highest:
        yield _("%(lowest)s to %(highest)s") % {"lowest": lowest, "highest": highest}
    elif lowest:
        yield _("%(rank)s or stronger") % {"rank": lowest}
    elif highest:
        yield _("%(rank)s or weaker") % {"rank": highest}


def _games_text(count: int) -> str:
    text = ngettext("up to %(n)s player", "up to %(n)s players", count)
    return text % {"n": words.localized_number(count)}
