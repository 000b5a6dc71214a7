"""Submit the positions of an SGF collection as problems, each of which is published once it is proved (C36, C104).

Positions use the same properties as files exported by this server: `AB` and `AW` for the stones, `PL` for who plays
first, `GE` for the goal's name, `CR` for the stones that the goal is about, `VW` for the area.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.models import Player
from learn.forms import TWO, side_of_goal
from learn.models import OwnProblem
from learn.problems.goal_words import GOALS
from learn.problems.problem import Goal
from learn.services.own_problems import (
    PositionSource,
    ProblemQuestion,
    can_solver_read_area,
    one_of_each_chain,
    problem_submissions_left,
    submit_question,
)
from rules import Board, Color, sgf
from rules.sgf import SgfError, SgfNode
from rules.sgf.properties import board_size, parse_points, read_player_to_move

LEFT_OUT: dict[str, Promise] = {
    "goal": _("without a goal (GE) or player to move (PL)"),
    "position": _("with an impossible position"),
    "stones": _("without target stones (CR)"),
    "area": _("with no area, or too large an area (VW)"),
    "known": _("repeated in the file"),
    "day": _("over the daily limit"),
}
"""The messages about positions of a file that were left out, by code."""
GOALS_ASKED = frozenset(GOALS) - {"ladder"}


class _PositionLeftOut(Exception):
    """Raised if a position of the file cannot become a problem. The argument is the code of the reason."""


def submit_problems_in_file(player: Player, text: str) -> tuple[list[OwnProblem], Mapping[str, int]]:
    """Submit the positions of a file as problems. Return the new problems, and the number of positions left out by
    reason. Raises SgfError and NotForGuests."""
    check_not_guest(player)
    rows, left_out, left = list[OwnProblem](), Counter[str](), problem_submissions_left(player)
    seen = set[tuple[str, ...]]()
    for root in sgf.parse(text):
        try:
            asked = _question_from_sgf(root)
            if (*asked.board.rows(), asked.goal) in seen:
                raise _PositionLeftOut("known")
            if len(rows) == left:
                raise _PositionLeftOut("day")
        except (_PositionLeftOut, SgfError) as error:
            left_out[error.args[0] if isinstance(error, _PositionLeftOut) else "position"] += 1
            continue
        seen.add((*asked.board.rows(), asked.goal))
        rows.append(submit_question(PositionSource(player), asked))
    return rows, dict(left_out)


def _question_from_sgf(root: SgfNode) -> ProblemQuestion:
    """Return the question of the problem with this SGF root node. Raises _PositionLeftOut and SgfError."""
    width, height = board_size(root)
    if min(width, height) < 5:
        raise _PositionLeftOut("position")
    goal, first = root.simple_text("GE").strip(), read_player_to_move(root)
    if goal not in GOALS_ASKED or first is None:
        raise _PositionLeftOut("goal")

    def points(name: str, board: Board) -> list[int]:
        return [board.index(point) for point in parse_points(root.properties.get(name, []), width, height, root.line)]

    empty = Board.empty(width, height)
    black, white = points("AB", empty), points("AW", empty)
    if set(black) & set(white):
        raise _PositionLeftOut("position")
    cells = {**dict.fromkeys(black, Color.BLACK), **dict.fromkeys(white, Color.WHITE)}
    board = empty.with_stones([(color, empty.point(at)) for at, color in cells.items()])
    if any(not board.chain_at(board.point(at)).liberties for at in cells):
        raise _PositionLeftOut("position")
    ringed, area = points("CR", board), points("VW", board)
    marks = one_of_each_chain(board, [at for at in ringed if board.cells[at]])
    if len(marks) != (2 if goal in TWO else 1) or len(ringed) != len([at for at in ringed if board.cells[at]]):
        raise _PositionLeftOut("stones")
    if any(board.cells[at] != side_of_goal(goal, first.letter) for at in marks):
        raise _PositionLeftOut("stones")
    if not can_solver_read_area(board, area):
        raise _PositionLeftOut("area")
    return ProblemQuestion(board, cast(Goal, goal), first, marks, area)
