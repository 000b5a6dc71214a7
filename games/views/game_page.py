"""What the page of a game shows, from a game, its state and who is looking: one panel a file."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from games.models import Game
from rules import Stage, vertex
from wording import words
from wording.refusals import SENTENCES

from .game_panels.board import BoardPanel
from .game_panels.record import RecordPanel
from .game_panels.requests import RequestsPanel
from .game_panels.sides import SidesPanel

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player


class GamePage(SidesPanel, BoardPanel, RecordPanel, RequestsPanel):
    """The data of the page; templates read its attributes. `point` is chosen and not sent yet."""

    def __init__(
        self,
        game: Game,
        viewer: Player | AnonymousUser,
        now: datetime,
        *,
        point: str = "",
        shown: int | None = None,
        placed: Iterable[str] = (),
    ) -> None:
        super().__init__(game, viewer, now, shown=shown)
        self.key = uuid.uuid4().hex
        self.placed = self._chosen(placed) if self.places_handicap else []
        self.pending = self._pending(point)

    @property
    def heading(self) -> str:
        """What this page is about, now."""
        if self.present.outcome is not None:
            return words.result(self.present.outcome)
        color = self.present.to_play
        assert color is not None
        if self.my_turn:
            return str(words.STAGE_HEADINGS.get(self.stage) or words.your_turn(color))
        if self.stage is Stage.MARKING:
            return _("Scoring: waiting for the marking of dead stones")
        if self.stage is Stage.DECIDING:
            return _("Scoring: waiting for the answer to the proposal")
        return words.to_play(color)

    @property
    def last_point(self) -> str:
        """The point of the last move, "" when there is none or it was a pass."""
        move = self.last_move
        if move is None or move.point is None:
            return ""
        return vertex(move.point, self.game.height)

    @property
    def last_words(self) -> str:
        """What happened last."""
        move = self.last_move
        if move is None:
            return ""
        if move.point is None:
            return words.passed(move.color)
        return words.played(move.color, vertex(move.point, self.game.height))

    @property
    def dialogue(self) -> dict[str, Any]:
        """The sentences that the page's script needs."""
        return {
            "submit": _("Submit move"),
            "submitPoint": _("Submit %s"),
            "placed": _("%s placed, not sent. Submit or cancel."),
            "noPoint": str(SENTENCES["bad_vertex"]),
            "chain": _("%(point)s. Chain of %(stones)s, liberties: %(liberties)s."),
            "lost": _("Connection lost, trying again"),
            "recorded": _("Recorded."),
            "failed": _("Not sent: no connection. Your move is kept here; press Submit to try again."),
            "time": {
                "days": _("%(days)s d %(hours)s h"),
                "hours": _("%(hours)s h %(minutes)s min"),
                "minutes": _("%(minutes)s min"),
                "under": _("under 10 min"),
                "over": _("time has run out"),
            },
        }
