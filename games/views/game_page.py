"""What the page of a game shows, from a game, its state and who is looking: one panel a file."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits
from games import access, event_names
from games.event_names import EventOfGame, Ruling
from games.models import Game
from rules import Color, Stage, vertex
from rules.plan import PASSED
from wording import color_words, words
from wording.refusals import SENTENCES

from .game_panels.board import BoardPanel
from .game_panels.first import FirstGamePanel
from .game_panels.hidden import HiddenPanel
from .game_panels.others import OthersPanel
from .game_panels.planned import PlannedPanel
from .game_panels.record import RecordPanel
from .game_panels.requests import RequestsPanel
from .game_panels.sides import SidesPanel

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player


@dataclass(frozen=True, slots=True)
class Chosen:
    """What of a game was chosen to look at: the position after move `shown` (None: the present), and what is not sent
    yet: the `point` of a move, the points of handicap stones that are `placed`."""

    point: str = ""
    shown: int | None = None
    placed: Iterable[str] = ()


THE_PRESENT = Chosen()
_YOUR_MOVE = gettext_lazy("Your move")
_HEADINGS = {Stage.MARKING: gettext_lazy("Mark the dead stones"), Stage.DECIDING: gettext_lazy("Do you agree?")}
"""What the viewer is asked for, where it is no move."""


class GamePage(
    FirstGamePanel, SidesPanel, BoardPanel, RecordPanel, RequestsPanel, PlannedPanel, OthersPanel, HiddenPanel
):
    """The data of the page; templates read its attributes."""

    def __init__(self, game: Game, viewer: Player | AnonymousUser, now: datetime, chosen: Chosen = THE_PRESENT) -> None:
        super().__init__(game, viewer, now, shown=chosen.shown)
        self.key = uuid.uuid4().hex
        self.placed = self._chosen(chosen.placed) if self.places_handicap else []
        self.pending = self._pending(chosen.point or self._waiting_answer)

    @property
    def _waiting_answer(self) -> str:
        """What conditional moves would have played, to be seen before it is sent (C15)."""
        return self.held if self.can_play and self.held != PASSED else ""

    @property
    def heading(self) -> str:
        """What is the matter now, as the page's headline; a name in it runs in its own direction."""
        if self.present.outcome is not None:
            return words.result(self.present.outcome)
        color = self.present.to_play
        assert color is not None
        if self.my_turn:
            return str(_HEADINGS.get(self.stage, _YOUR_MOVE))
        if self.me is None and not self.is_scoring:
            return words.to_play(color)
        said = _("{name} has run out of time") if "claim_win" in self.may else _("Waiting for {name}")
        return format_html(said, name=format_html("<bdi>{}</bdi>", self._who_acts))

    @property
    def _who_acts(self) -> str:
        return self.game.seat_on_turn().player.shown_name

    @property
    def step_words(self) -> str:
        """Which step of the scoring this is, "" before and after."""
        if self.present.outcome is not None or not self.is_scoring:
            return ""
        return _("Scoring, step 1 of 2") if self.stage is Stage.MARKING else _("Scoring, step 2 of 2")

    @property
    def layout(self) -> str:
        """The classes that the layout goes by: an earlier position, a finished game, a tall board, marking, somebody
        with other games."""
        of = {
            "earlier": not self.is_present,
            "over": self.game.is_finished,
            "sealed": self.has_hidden_info,
            "tall": self.game.height > self.game.width,
            "marking": self.can_mark,
            "railed": self.me is not None,
        }
        return " ".join(name for name, holds in of.items() if holds)

    @property
    def acts(self) -> bool:
        """Whether the viewer is asked for something that the bar has a button for."""
        return self.is_present and (self.can_play or self.places_handicap or self.can_mark or self.must_decide)

    @property
    def waits(self) -> bool:
        """Whether one of the players looks at a game in which somebody else has to act."""
        return self.me is not None and not self.acts and not self.game.is_finished

    @property
    def may_analyse(self) -> bool:
        """Whether the viewer has an analysis board of this game now (C31, V3)."""
        return self.me is not None and access.analysis_allowed(self.game)

    @cached_property
    def event(self) -> EventOfGame | None:
        """The event that the game belongs to; None for none."""
        return event_names.event_of(self.game)

    @cached_property
    def ruling(self) -> Ruling | None:
        """Return the event's ruling on the game; None where the game's own result counts (E4)."""
        return event_names.ruling_of(self.game)

    @property
    def has_time_page(self) -> bool:
        """Whether there is anything to do about the time of this game."""
        if self.is_first_board:
            return False
        return "request_pause" in self.may or (self.me is not None and self.game.deadline is not None)

    @property
    def last_point(self) -> str:
        """The point of the last move, "" when there is none or it was a pass."""
        move = self.last_move
        if move is None or move.point is None:
            return ""
        return vertex(move.point, self.game.height)

    @property
    def last_words(self) -> str:
        """Return the last move in words; "" where play has been resumed since."""
        move = self.last_move
        if move is None or (self.is_present and self.present.is_resumed):
            return ""
        if move.point is None:
            return words.passed(move.color)
        return words.played(move.color, vertex(move.point, self.game.height))

    @property
    def dialogue(self) -> SafeString:
        """The sentences that the page's script needs, as an element of the page."""
        return _dialogue(get_language(), wants_latin_digits(), self.game.agreed_setup.order.colors)


@lru_cache(maxsize=16)
def _dialogue(language: str | None, latin_digits: bool, colors: tuple[Color, ...]) -> SafeString:
    """In this language and these digits, which are the current ones, for a game of these colours."""
    said = {
        "submit": _("Play the move"),
        "submitPoint": _("Play %s"),
        "submitWithMessage": _("Play %s and send this"),
        "placed": _("%s placed, not sent. Play it or cancel."),
        "noPoint": str(SENTENCES["bad_vertex"]),
        "chain": _("%(point)s. Chain of %(stones)s, liberties: %(liberties)s."),
        "stones": [_("empty"), *(str(color_words.STONE_NAMES[color]) for color in colors)],
        "last": _("last move"),
        "played": {color.letter: words.played(color, "%(point)s") for color in colors},
        "passed": {color.letter: words.passed(color) for color in colors},
        "move": _("move %(n)s"),
        "after": _("after %(time)s"),
        "earlier": _("an earlier position, not the current one"),
        "digits": "".join(map(words.number, range(10))),
        "lost": _("Connection lost, trying again"),
        "recorded": _("Recorded."),
        "failed": _("Not sent: no connection. Your move is kept here; press Play to try again."),
        "time": {
            "days": _("%(days)s d %(hours)s h"),
            "hours": _("%(hours)s h %(minutes)s min"),
            "minutes": _("%(minutes)s min"),
            "under": _("less than 10 min"),
            "over": _("time has run out"),
        },
    }
    return json_script(said, "words")
