"""Whom a notice about a game names: of a team game all opponents, never a partner as one."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Game, Seat
from notifications.models import Notice
from wording import words

OF_OPPONENTS = frozenset(
    {
        "game_started", "game_finished", "match_found", "clock_day", "clock_hours", "grace", "paused_by_staff",
        "game_decided", "resumption_ruled", "clock_adjusted", "game_annulled", "game_unrated",
    }
)  # fmt: skip
"""Kinds whose `%(name)s` is who the game is played against (notifications.models.notice.KINDS); of others it is who did
it."""


def named_in(notice: Notice, opponents: Sequence[str]) -> str:
    """The name for the sentence of this notice; `opponents` are those of its player in the game, none without a game or
    a seat."""
    if notice.by is not None and not (notice.kind in OF_OPPONENTS and opponents):
        return notice.by.shown_name
    return names_of(opponents)


def names_of(opponents: Sequence[str]) -> str:
    """All of them, as a list."""
    return words.listed(opponents) if opponents else _("Your opponent")


def names_in(game: Game, seat: Seat | None) -> list[str]:
    """The opponents of this seat, who acts next first; none for who watches."""
    return [] if seat is None else [other.player.shown_name for other in game.opponents(seat)]


def opponents_of(game: Game, seat: Seat | None) -> str:
    """All of them, as a list."""
    return names_of(names_in(game, seat))
