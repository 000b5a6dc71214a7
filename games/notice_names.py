"""The names in a notice about a game: in a team game those of all opponents, never a partner's alone."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Game, Seat
from notifications.kinds import CLOCK_KINDS
from notifications.models import Notice
from wording import words

OF_OPPONENTS = frozenset(
    {
        "game_started", "game_finished", "match_found", *CLOCK_KINDS, "result_asked", "grace", "paused_by_staff",
        "game_decided", "resumption_ruled", "clock_adjusted", "game_annulled", "game_unrated",
    }
)  # fmt: skip
"""Kinds whose `%(name)s` is who the game is played against (notifications.models.notice.KINDS); of others it is who did
it."""


def named_in(notice: Notice, opponents: Sequence[str]) -> str:
    """Return the name for the sentence of this notice; `opponents` are those of its player in the game, none without a
    game or a seat."""
    if notice.by is not None and not (notice.kind in OF_OPPONENTS and opponents):
        return notice.by.shown_name
    return names_of(opponents)


def names_of(opponents: Sequence[str]) -> str:
    """Return the names as a list in words."""
    return words.listed(opponents) if opponents else _("Your opponent")


def names_in(game: Game, seat: Seat | None) -> list[str]:
    """Return the opponents of this seat, the one who acts next first; none for spectators."""
    return [] if seat is None else [other.player.shown_name for other in game.opponents(seat)]


def opponents_of(game: Game, seat: Seat | None) -> str:
    """Return the opponents of this seat as a list in words."""
    return names_of(names_in(game, seat))
