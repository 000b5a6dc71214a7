"""Turns moves that are marked as conditional in a tree into the plan of the game (C30)."""

from __future__ import annotations

from collections.abc import Collection

from foundation import timesource
from games import access
from games.models import Seat
from games.services import plans
from games.services.record import Actor
from rules import Color, RulesError
from rules.plan import Branch, Plan, point_of, read_plan, with_answer, without
from study.core.marks import Asked, Move, is_planned, path_to, take_off_old
from study.core.record import Record
from study.core.tree import Tree as TreeValue
from study.errors import IllegalVariation, NotAnAnswer
from study.models import Tree
from study.services.trees import record_of

Path = list[Move]


def keep_plan(row: Tree, before: Collection[str]) -> None:
    """Add to the plan the answers that are marked now and were not `before`, and remove those whose mark was removed.
    Answers that no tree has stay. Must run in the transaction of the change; locks the game.

    Raises NotAnAnswer for a move that is not an answer of the owner from the current position, and the errors of
    `plans.arm_plan`; errors of the rules are wrapped in IllegalVariation.
    """
    seat, now = row.seat, timesource.now()
    nodes, marked = row.value.nodes, set(row.armed)
    game, own = access.locked_game_for(seat.player, seat.game_id)
    record = record_of(game)
    branches = changed = _armed_plan(own).plan
    for name in before:
        if name not in marked:
            changed = _without_last_answer(changed, path_to(name, nodes, record), record)
    for name in row.armed:
        if name not in before:
            changed = _with_answer(changed, path_to(name, nodes, record), record, Color(own.color))
    if changed != branches:
        _save(Actor(game, own, seat.player, now), changed)


def forget_marks(tree: TreeValue, seat: Seat, record: Record) -> list[str]:
    """Remove the marks of moves that are not conditional any more, because the game went another way or the plan was
    changed elsewhere. Return the names of moves that stay marked. A finished game keeps the marks of unplayed moves
    (C34)."""
    marked = [name for name, node in tree.shown().items() if node.is_armed]
    if not marked or seat.game.is_finished:
        return marked
    return take_off_old(tree, marked, record, _armed_plan(seat))


def _armed_plan(seat: Seat) -> Asked:
    kept = plans.find_plan(seat)
    if kept is None or not kept.is_armed:
        return Asked()
    return Asked(read_plan(kept.branches, seat.game.agreed_setup), kept.held)


def _save(actor: Actor, branches: Plan) -> None:
    try:
        plans.arm_plan(actor, branches)
    except RulesError as error:
        raise IllegalVariation(error, index=0, point=error.data.get("point", "")) from None


def _with_answer(plan: Plan, path: Path, record: Record, owner: Color) -> Plan:
    """Return the plan with the answers on this path, the last of them the owner's."""
    if len(path) % 2 or not path or path[-1].color != owner.letter:
        raise NotAnAnswer
    theirs, mine = path[::2], path[1::2]
    for depth, answer in enumerate(mine):
        line = [point_of(node.move, record.setup) for node in theirs[:depth]]
        branch = Branch(point_of(theirs[depth].move, record.setup), point_of(answer.move, record.setup))
        plan = with_answer(plan, line, branch)
    return plan


def _without_last_answer(plan: Plan, path: Path, record: Record) -> Plan:
    """Return the plan without the last answer on this path, if it has it."""
    theirs = [point_of(node.move, record.setup) for node in path[::2]]
    return without(plan, theirs) if is_planned(path, plan, record) else plan
