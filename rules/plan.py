"""Conditional moves: one player's replies to the opponent's next moves, and to the moves that follow (C10 to C16).

A plan is a tree that starts from a position in which the opponent is to play. As JSON it is a list of branches, each
`[theirs, mine]` or `[theirs, mine, branches]` with vertices such as "Q16", or "pass". A fourth value `true` means that
the owner's pass may end play. Other code decides when a plan is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .actions import KINDS, Pass, Play, apply
from .board import Point
from .color import Color
from .errors import (
    NotYourTurn,
    PlanActionNotAllowed,
    PlanAmbiguous,
    PlanIllegal,
    PlanTooLarge,
    PlanUnreadable,
    RulesError,
    WrongPhase,
)
from .notation import parse_vertex, vertex
from .state import GameState, Phase, Setup, Stage

MOST_NODES = 200
DEEPEST = 30
"""The largest number of replies in a plan, and of replies in one line (C11)."""
PASSED = "pass"


@dataclass(frozen=True, slots=True)
class Branch:
    """One reply of a plan: if the opponent plays `theirs`, the owner plays `mine`, and then the plan `then` applies.
    None stands for a pass.

    With `may_end_play`, the owner's pass may be the pass that stops play (C16).
    """

    theirs: Point | None
    mine: Point | None
    then: Plan = ()
    may_end_play: bool = False


Plan = tuple[Branch, ...]


def read_plan(data: Any, setup: Setup) -> Plan:
    """Return the plan from its JSON, as written by write_plan() or sent by a client.

    Raises PlanUnreadable for a wrong structure, PlanActionNotAllowed for actions other than plays and passes, BadVertex
    or OffBoard for invalid points, and PlanTooLarge. Does not check that moves are legal.
    """
    return _PlanReader(setup).parse_branches(data, 1)


def write_plan(plan: Plan, setup: Setup) -> list[Any]:
    """Return the plan as JSON, without values that are the default."""
    return [_branch_json(branch, setup) for branch in plan]


def check_plan(state: GameState, owner: Color, plan: Plan) -> None:
    """Check every line of the plan by playing it from this position (C11).

    Raises WrongPhase if conditional moves are not possible: during the marking of dead stones, the placing of handicap
    stones or a play-out, and with more than two sides. Raises NotYourTurn if the owner is to play, and PlanAmbiguous
    for two replies to one move. Raises PlanIllegal for an illegal move, and for a pass that would end play without
    permission.
    """
    if state.stage is not Stage.PLAY or state.dispute is not None or len(state.setup.order.colors) != 2:
        raise WrongPhase
    if state.to_play is owner:
        raise NotYourTurn
    _check_branches(state, plan, ())


def find_answer(plan: Plan, theirs: Point | None) -> Branch | None:
    """Return the plan's reply to this move, or None if it has none."""
    return next((branch for branch in plan if branch.theirs == theirs), None)


def branches_along(plan: Plan, path: Sequence[Point | None]) -> tuple[Branch, ...]:
    """Return the branches along these moves of the opponent, until the plan has no reply."""
    line: tuple[Branch, ...] = ()
    for theirs in path:
        branch = find_answer(plan, theirs)
        if branch is None:
            break
        line, plan = (*line, branch), branch.then
    return line


def with_answer(plan: Plan, path: Sequence[Point | None], answer: Branch) -> Plan:
    """Return the plan with the reply `answer` after these moves of the opponent. An existing reply and its
    continuations are replaced; if the new reply is the same move, the continuations remain. Raises KeyError if the plan
    does not contain the moves in `path`."""
    if path:
        return _with_changed_branch(
            plan, path[0], lambda here: replace(here, then=with_answer(here.then, path[1:], answer))
        )
    there = find_answer(plan, answer.theirs)
    if there is None:
        return (*plan, answer)
    if there.mine == answer.mine:
        answer = replace(answer, then=there.then)
    return _with_changed_branch(plan, answer.theirs, lambda here: answer)


def without_answer(plan: Plan, path: Sequence[Point | None]) -> Plan:
    """Return the plan without its reply after these moves of the opponent, and without the continuations of that reply.
    Raises KeyError if there is no such reply."""
    if len(path) > 1:
        return _with_changed_branch(plan, path[0], lambda here: replace(here, then=without_answer(here.then, path[1:])))
    if find_answer(plan, path[0]) is None:
        raise KeyError(path[0])
    return tuple(branch for branch in plan if branch.theirs != path[0])


def _with_changed_branch(plan: Plan, theirs: Point | None, change: Callable[[Branch], Branch]) -> Plan:
    if find_answer(plan, theirs) is None:
        raise KeyError(theirs)
    return tuple(change(branch) if branch.theirs == theirs else branch for branch in plan)


def all_branches(plan: Plan) -> Iterator[Branch]:
    """Yield all branches of the plan, each before the branches of its continuation."""
    for branch in plan:
        yield branch
        yield from all_branches(branch.then)


def move_word(point: Point | None, setup: Setup) -> str:
    """Return the vertex of a point, or "pass" for None."""
    return PASSED if point is None else vertex(point, setup.height)


def parse_move(word: str, setup: Setup) -> Point | None:
    """Return the point of a text from move_word(), or None for a pass and for an empty text. Raises BadVertex,
    OffBoard."""
    return parse_vertex(word, setup.width, setup.height) if word and word.lower() != PASSED else None


class _PlanReader:
    """Parses one plan. Raises PlanTooLarge before too many branches have been created."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.count = setup, 0

    def parse_branches(self, data: Any, depth: int) -> Plan:
        if not isinstance(data, list):
            raise PlanUnreadable
        self.count += len(data)
        if self.count > MOST_NODES or (data and depth > DEEPEST):
            raise PlanTooLarge(nodes=MOST_NODES, deep=DEEPEST)
        return tuple(self._parse_branch(one, depth) for one in data)

    def _parse_branch(self, data: Any, depth: int) -> Branch:
        if not isinstance(data, list) or not 2 <= len(data) <= 4:
            raise PlanUnreadable
        theirs, mine = data[:2]
        then = data[2] if len(data) > 2 else []
        may_end_play = data[3] if len(data) > 3 else False
        if not isinstance(may_end_play, bool):
            raise PlanUnreadable
        return Branch(
            self._parse_planned_move(theirs),
            self._parse_planned_move(mine),
            self.parse_branches(then, depth + 1),
            may_end_play,
        )

    def _parse_planned_move(self, text: Any) -> Point | None:
        """Return the point of a planned move, or None for a pass. Raises PlanUnreadable, PlanActionNotAllowed,
        BadVertex, OffBoard."""
        if not isinstance(text, str) or not text:
            raise PlanUnreadable
        if text.lower() != PASSED and text.lower() in KINDS:
            raise PlanActionNotAllowed
        return parse_move(text, self.setup)


def _branch_json(branch: Branch, setup: Setup) -> list[Any]:
    text = [move_word(branch.theirs, setup), move_word(branch.mine, setup)]
    if branch.may_end_play:
        return [*text, write_plan(branch.then, setup), True]
    return [*text, write_plan(branch.then, setup)] if branch.then else text


def _check_branches(state: GameState, plan: Plan, path: tuple[str, ...]) -> None:
    setup, answered = state.setup, set()
    for branch in plan:
        theirs = move_word(branch.theirs, setup)
        if branch.theirs in answered:
            raise PlanAmbiguous(path=list(path), point=theirs)
        answered.add(branch.theirs)
        asked = _play_planned(state, branch.theirs, path)
        if asked.phase is not Phase.PLAY:
            raise PlanIllegal(path=list(path), point=theirs, reason="ends_play")
        here = (*path, theirs)
        after = _play_planned(asked, branch.mine, here)
        if after.phase is not Phase.PLAY and not branch.may_end_play:
            raise PlanIllegal(path=list(here), point=PASSED, reason="ends_play")
        if branch.then and after.phase is not Phase.PLAY:
            raise PlanIllegal(path=[*here, PASSED], point=move_word(branch.then[0].theirs, setup), reason="wrong_phase")
        _check_branches(after, branch.then, (*here, move_word(branch.mine, setup)))


def _play_planned(state: GameState, point: Point | None, path: tuple[str, ...]) -> GameState:
    color = state.to_play
    assert color is not None
    try:
        return apply(state, Pass(color) if point is None else Play(color, point))
    except RulesError as refusal:
        word = move_word(point, state.setup)
        raise PlanIllegal(path=list(path), point=word, reason=refusal.code) from refusal
