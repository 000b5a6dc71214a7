"""The viewer's other games. Games in which the viewer has to act come first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.safestring import SafeString

from accounts.models import PageAfterMove, Player
from games import reading
from games.models.event_ref import SIMUL
from games.thumbnails import thumbnails
from wording import words

from .panel import GamePanel

MOST_SHOWN = 3
MOST_OF_SIMUL = 50


@dataclass(frozen=True, slots=True)
class OtherGame:
    """Another game of the viewer: its URL, its picture, the opponent, and whether the viewer has to act (`waits`)."""

    path: str
    picture: SafeString
    opponent: str
    width: int
    height: int
    deadline: datetime | None
    left: str
    soon: bool
    waits: bool


class OtherGamesPanel(GamePanel):
    """The panel with the viewer's other games. For the host of a simul these are the games of the simul, while the host
    has to act in one of them (C211)."""

    @cached_property
    def _running_games(self) -> list[reading.OwnRunningGame]:
        if not isinstance(self.viewer, Player):
            return []
        most = MOST_SHOWN if self.me is not None else 1
        if self.me is not None and self.game.event_kind == SIMUL:
            found = reading.other_running_games(self.viewer, self.game.pk, MOST_OF_SIMUL, self.game.event_ref)
            if any(one.waits for one in found):
                return found
        return reading.other_running_games(self.viewer, self.game.pk, most)

    @cached_property
    def other_games(self) -> list[OtherGame]:
        """Return some of the viewer's other games. Games in which the viewer has to act come first. Takes one query, or
        two queries if any picture is not drawn yet."""
        pictures = thumbnails([(one.pk, one.number, one.color) for one in self._running_games], self.viewer)
        return [
            OtherGame(
                path=f"/g/{one.pk}/",
                picture=pictures[one.pk],
                opponent=one.opponent,
                width=one.width,
                height=one.height,
                deadline=one.deadline,
                left=words.time_left_text(one.deadline, self.now),
                soon=words.is_running_short(one.deadline, self.now),
                waits=one.waits,
            )
            for one in self._running_games
        ]

    @property
    def page_after_move(self) -> str:
        """Return which page the viewer wants to open after a move, a value of PageAfterMove."""
        return self.viewer.after_sending if isinstance(self.viewer, Player) else PageAfterMove.STAY

    @property
    def next_game(self) -> OtherGame | None:
        """Return the next game in which the viewer has to act, in the order that they chose and beginning after this
        game. Return None if there is none."""
        return self.other_games[0] if self.other_games and self.other_games[0].waits else None

    @property
    def more_waiting_count(self) -> int:
        """Return the number of other games in which the viewer has to act, without the next one."""
        return max(0, self._running_games[0].waiting - 1) if self._running_games else 0

    @property
    def has_no_turns(self) -> bool:
        """Return whether the viewer, a player of this game, has to act neither in it nor in any other game."""
        return self.me is not None and not self.my_turn and self.next_game is None
