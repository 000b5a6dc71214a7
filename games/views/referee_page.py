"""The page on which a moderator makes a ruling. It has the board, on which the moderator marks dead stones, and a form
for each kind of ruling."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from games.action_forms import AddTimeRulingForm, ResumePlayRulingForm, RulingDeadStonesForm, RulingForm
from games.models import Game
from games.verbs.rulings import can_add_time
from rules import Phase, Point, RulesError, Score, score_of
from rules.estimate import toggle_marking
from wording.refusals import SENTENCES

from .game_page import GamePage

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player


@dataclass(frozen=True, slots=True)
class RefereeMarking:
    """The dead stones that the moderator has marked so far, as text, and the stone that was just clicked (`tapped`). If
    `marked` is None, the marking begins with the stones of the open proposal, or else with the server's suggestion."""

    marked: str | None
    tapped: str = ""


class RefereePage(GamePage):
    """The game page for a moderator who may make a ruling."""

    def __init__(self, game: Game, viewer: Player | AnonymousUser, now: datetime, marking: RefereeMarking) -> None:
        super().__init__(game, viewer, now)
        self.marked = self._default_marking() if marking.marked is None else self._read_points(marking.marked)
        if marking.tapped:
            point = self._read_points(marking.tapped[:3])
            self.marked = self._toggle_point(next(iter(point))) if point else self.marked

    def _default_marking(self) -> frozenset[Point]:
        proposal = self.present.proposal
        return self._parse_points(self.suggested) if proposal is None else proposal.dead

    def _read_points(self, text: str) -> frozenset[Point]:
        """Return the points in this text, a list of vertices, that have a stone. If a vertex is not valid, set
        `refusal` and return no points."""
        try:
            points = self._parse_points(text.split()[: self.game.width * self.game.height])
        except RulesError as error:
            self.refusal = str(SENTENCES[error.code])
            return frozenset()
        return frozenset(point for point in points if self.present.board[point] is not None)

    def _toggle_point(self, point: Point) -> frozenset[Point]:
        return toggle_marking(self.present.board, self.marked, point, whole_region=True)

    @property
    def is_play_stopped(self) -> bool:
        """Return whether play has stopped for scoring, so that the moderator can set a marking or resume play."""
        return self.present.phase is Phase.STONE_REMOVAL

    @cached_property
    def dead(self) -> frozenset[Point]:
        """Return the stones marked as dead."""
        return self.marked if self.is_play_stopped else frozenset()

    @cached_property
    def score(self) -> Score | None:
        """Return the score that would be the result with these stones dead, or None if play has not stopped."""
        return score_of(self.present, self.dead) if self.is_play_stopped else None

    @property
    def marking_form(self) -> RulingDeadStonesForm:
        """Return the form to set the marking."""
        return RulingDeadStonesForm(initial={"dead": self.dead_vertices})

    @property
    def resumption_form(self) -> ResumePlayRulingForm:
        """Return the form to resume play."""
        sides = [color for color in self.present.setup.order.colors if color not in self.present.course.out]
        return ResumePlayRulingForm(sides=sides, auto_id="resume_%s")

    @property
    def clock_form(self) -> AddTimeRulingForm | None:
        """Return the form to add time to a clock, or None if no side has a clock."""
        sides = [color for color in self.game.agreed_setup.order.colors if can_add_time(self.game, color)]
        return AddTimeRulingForm(sides=sides, auto_id="clock_%s") if sides else None

    @property
    def ruling_form(self) -> RulingForm:
        """Return the form to end the game by a ruling. With more than two colours, its initial values are the places of
        the current score."""
        score = self.score
        standing = () if score is None else score.ranking
        ahead = [sum(map(len, standing[:number])) for number in range(len(standing))]
        places = {
            f"place_{color.letter}": before + 1
            for before, place in zip(ahead, standing, strict=True)
            for color in place
        }
        return RulingForm(order=self.present.setup.order, initial=places, auto_id="ruling_%s")
