"""The viewer's conditional moves, which nobody else is shown (C1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Plan
from games.services import plans
from rules import Point, Stage
from rules.plan import Branch, move_word, read_plan
from rules.plan import Plan as Branches

from .panel import Panel

BETWEEN = ","
"""What stands between the moves of a line in an address."""
DEEPEST = 8
"""So far rows are moved in."""


@dataclass(frozen=True, slots=True)
class Row:
    """One answer: how it is said, the opponent's moves that lead to it, and how far the row is moved in."""

    text: SafeString
    at: str
    depth: int


class PlannedPanel(Panel):
    """What is answered to the opponent's next moves."""

    @property
    def can_plan(self) -> bool:
        """Whether an opponent has to play, so that there is something to answer."""
        may = self.game.analysis and self.stage is Stage.PLAY and len(self.game.seat_list()) == 2
        return self.me is not None and may and not self.my_turn and not self.game.is_finished

    @cached_property
    def kept(self) -> Plan | None:
        """The conditional moves that are asked; None without a statement when there are none."""
        if self.me is None or not self.game.armed & 1 << self.me.index:
            return None
        return plans.plan_of(self.me)

    @property
    def held(self) -> str:
        """The answer that waits for the viewer, who has to read something first (C15); "" when none does."""
        return "" if self.kept is None else self.kept.held

    @cached_property
    def planned_moves(self) -> int:
        """How many conditional moves of the viewer's were played since their last move by hand (C19)."""
        return 0 if self.me is None or not self.game.has_planned_moves else plans.played_for(self.me)

    @cached_property
    def rows(self) -> list[Row]:
        """All answers, each before those that follow it."""
        return [] if self.kept is None else self.rows_of(self.kept)

    def rows_of(self, kept: Plan) -> list[Row]:
        """The answers of these conditional moves."""
        return list(self._rows(read_plan(kept.branches, self.game.agreed_setup), "", 1))

    def _rows(self, branches: Branches, above: str, depth: int) -> Iterator[Row]:
        for branch in branches:
            at = f"{above}{self._word(branch.theirs)}"
            yield Row(self._said(branch, follows=depth > 1), at, min(depth, DEEPEST))
            yield from self._rows(branch.then, f"{at}{BETWEEN}", depth + 1)

    def _said(self, branch: Branch, *, follows: bool) -> SafeString:
        """One answer in words; `follows`: after another one of its chain."""
        they_pass, i_pass = branch.theirs is None, branch.mine is None
        if follows:
            sentence = _then_if(they_pass=they_pass, i_pass=i_pass)
        elif they_pass:
            sentence = _("If {name} passes, you pass") if i_pass else _("If {name} passes, you play {mine}")
        elif i_pass:
            sentence = _("If {name} plays {theirs}, you pass")
        else:
            sentence = _("If {name} plays {theirs}, you play {mine}")
        moves = (self._word(branch.theirs), self._word(branch.mine))
        theirs, mine = (format_html('<bdi class="ltr">{}</bdi>', move) for move in moves)
        return format_html(sentence, name=self.opponent_name, theirs=theirs, mine=mine)

    @property
    def opponent_name(self) -> SafeString:
        """Whose moves are answered."""
        assert self.opponent is not None
        return format_html("<bdi>{}</bdi>", self.opponent.player.shown_name)

    def _word(self, point: Point | None) -> str:
        return move_word(point, self.game.agreed_setup)


def _then_if(*, they_pass: bool, i_pass: bool) -> str:
    """The sentence of an answer that follows another one."""
    if they_pass:
        return _("Then, if {name} passes, you pass") if i_pass else _("Then, if {name} passes, you play {mine}")
    if i_pass:
        return _("Then, if {name} plays {theirs}, you pass")
    return _("Then, if {name} plays {theirs}, you play {mine}")
