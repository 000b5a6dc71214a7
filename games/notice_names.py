"""The names in a notice about a game. In a team game these are the names of all opponents, never a partner's name
alone."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import pgettext

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
"""Kinds of notices in which `%(name)s` is the opponent or opponents (notifications.models.notice.KINDS); in others it
is the author of the event."""


def name_for_notice(notice: Notice, opponents: Sequence[str]) -> str:
    """Return the name to use in the sentence of this notice. `opponents` are the names of the reader's opponents in the
    game, empty without a game or a seat."""
    if notice.by is not None and not (notice.kind in OF_OPPONENTS and opponents):
        return notice.by.shown_name
    return joined_names(opponents)


def joined_names(opponents: Sequence[str]) -> str:
    """Return these names as a localized list, or "Your opponent" if there are none."""
    return words.join_as_list(opponents) if opponents else pgettext("text", "Your opponent")


def opponent_names_in(game: Game, seat: Seat | None) -> list[str]:
    """Return the names of this seat's opponents, starting with the one who acts next. Empty for spectators."""
    return [] if seat is None else [other.player.shown_name for other in game.opponents(seat)]


def joined_opponent_names(game: Game, seat: Seat | None) -> str:
    """Return the names of this seat's opponents as a localized list."""
    return joined_names(opponent_names_in(game, seat))
