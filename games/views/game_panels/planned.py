"""The viewer's conditional moves, which no one else can see (C1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import access
from games.models import Plan
from games.services import plans
from rules import Point, Stage
from rules.plan import Branch, move_word, read_plan
from rules.plan import Plan as Branches

from .panel import GamePanel

BETWEEN = ","
"""The separator between the moves of a line in a URL."""
DEEPEST = 8
"""The largest indentation level of rows."""


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One conditional move of a plan as a row on the page: its text, the opponent's moves that lead to it, and its
    indentation."""

    text: SafeString
    at: str
    depth: int


class ConditionalMovesPanel(GamePanel):
    """The panel with the viewer's conditional moves."""

    @property
    def can_plan(self) -> bool:
        """Return whether the viewer can set conditional moves, because an opponent is to play."""
        may = self.game.analysis and self.stage is Stage.PLAY and len(self.game.seat_list()) == 2
        return self.me is not None and may and not self.my_turn and not self.game.is_finished

    @property
    def plans_on_board(self) -> bool:
        """Return whether the viewer can set conditional moves on the board of the game page itself, by a script."""
        return self.can_plan and access.analysis_allowed(self.game)

    @cached_property
    def armed_plan(self) -> Plan | None:
        """Return the viewer's active conditional moves, or None if there are none, which takes no query."""
        if self.me is None or not self.game.armed & 1 << self.me.index:
            return None
        return plans.find_plan(self.me)

    @property
    def waiting_answer_vertex(self) -> str:
        """Return the vertex of the conditional move that was not played, because the viewer first has to read a request
        or a message (C15). Return "" if there is none."""
        return "" if self.armed_plan is None else self.armed_plan.held

    @cached_property
    def planned_move_count(self) -> int:
        """Return how many of the viewer's conditional moves were played since their last move by hand (C19)."""
        return 0 if self.me is None or not self.game.has_planned_moves else plans.count_planned_actions(self.me)

    @cached_property
    def rows(self) -> list[PlanRow]:
        """Return the viewer's conditional moves as rows of text, each before its continuations."""
        return [] if self.armed_plan is None else self.rows_of(self.armed_plan)

    def rows_of(self, plan: Plan) -> list[PlanRow]:
        """Return this plan's conditional moves as rows of text, each before its continuations."""
        return list(self._walk_rows(read_plan(plan.branches, self.game.agreed_setup), "", 1))

    def _walk_rows(self, branches: Branches, above: str, depth: int) -> Iterator[PlanRow]:
        for branch in branches:
            at = f"{above}{self._move_text(branch.theirs)}"
            yield PlanRow(self._answer_text(branch, follows=depth > 1), at, min(depth, DEEPEST))
            yield from self._walk_rows(branch.then, f"{at}{BETWEEN}", depth + 1)

    def _answer_text(self, branch: Branch, *, follows: bool) -> SafeString:
        """Return a sentence for one conditional move. `follows` is whether it continues another conditional move."""
        they_pass, i_pass = branch.theirs is None, branch.mine is None
        if follows:
            sentence = _follow_up_sentence(they_pass=they_pass, i_pass=i_pass)
        elif they_pass:
            sentence = _("If {name} passes, you pass") if i_pass else _("If {name} passes, you play {mine}")
        elif i_pass:
            sentence = _("If {name} plays {theirs}, you pass")
        else:
            sentence = _("If {name} plays {theirs}, you play {mine}")
        moves = (self._move_text(branch.theirs), self._move_text(branch.mine))
        theirs, mine = (format_html('<bdi class="ltr">{}</bdi>', move) for move in moves)
        return format_html(sentence, name=self.opponent_name, theirs=theirs, mine=mine)

    @property
    def opponent_name(self) -> SafeString:
        """Return the name of the viewer's opponent as HTML."""
        assert self.opponent is not None
        return format_html("<bdi>{}</bdi>", self.opponent.player.shown_name)

    def _move_text(self, point: Point | None) -> str:
        return move_word(point, self.game.agreed_setup)


def _follow_up_sentence(*, they_pass: bool, i_pass: bool) -> str:
    """Return the sentence for a conditional move that continues another one, with the placeholders `{name}`, `{theirs}`
    and `{mine}`."""
    if they_pass:
        return _("Then, if {name} passes, you pass") if i_pass else _("Then, if {name} passes, you play {mine}")
    if i_pass:
        return _("Then, if {name} plays {theirs}, you pass")
    return _("Then, if {name} plays {theirs}, you play {mine}")
