"""Convert moves that are marked as conditional in a tree to the plan of the game (C30)."""

from __future__ import annotations

from collections.abc import Collection

from foundation import timesource
from games import access
from games.models import Seat
from games.services import plans
from games.services.record import Actor
from rules import Color, RulesError
from rules.plan import Branch, Plan, parse_move, read_plan, with_answer, without_answer
from study.core.marks import CurrentPlan, MoveLike, is_planned, path_from_current_position, unmark_unplanned_moves
from study.core.record import RecordMoves
from study.core.tree import TreeValue
from study.errors import IllegalVariation, NotAConditionalReply
from study.models import Tree
from study.services.trees import trunk_of_game

Path = list[MoveLike]


def update_plan(row: Tree, marked_before: Collection[str]) -> None:
    """Update the player's conditional moves in the game after a change of the tree: add replies that are newly marked
    as conditional, and remove those whose mark was removed. `marked_before` are the names of the nodes that were marked
    before the change. Planned replies that are not in the tree stay. Must run in the transaction of the change, and
    locks the game.

    Raises NotAConditionalReply for a move that is not a reply by the owner from the current position, and the errors of
    `plans.arm_plan`. Errors of the rules are wrapped in IllegalVariation.
    """
    seat, now = row.seat, timesource.now()
    nodes, marked = row.value.nodes, set(row.armed)
    game, own = access.locked_game_for(seat.player, seat.game_id)
    record = trunk_of_game(game)
    branches = changed = _current_plan(own).plan
    for name in marked_before:
        if name not in marked:
            changed = _without_last_reply(changed, path_from_current_position(name, nodes, record), record)
    for name in row.armed:
        if name not in marked_before:
            changed = _with_replies_on_path(
                changed, path_from_current_position(name, nodes, record), record, Color(own.color)
            )
    if changed != branches:
        _arm_plan(Actor(game, own, seat.player, now), changed)


def unmark_outdated_moves(tree: TreeValue, seat: Seat, record: RecordMoves) -> list[str]:
    """Remove the marks of moves that are no longer conditional, because the game took another course or the plan was
    changed on another page. Return the node names of moves that stay marked. A finished game keeps the marks of
    unplayed moves (C34)."""
    marked = [name for name, node in tree.visible_nodes().items() if node.is_armed]
    if not marked or seat.game.is_finished:
        return marked
    return unmark_unplanned_moves(tree, marked, record, _current_plan(seat))


def _current_plan(seat: Seat) -> CurrentPlan:
    kept = plans.find_plan(seat)
    if kept is None or not kept.is_armed:
        return CurrentPlan()
    return CurrentPlan(read_plan(kept.branches, seat.game.agreed_setup), kept.held)


def _arm_plan(actor: Actor, branches: Plan) -> None:
    try:
        plans.arm_plan(actor, branches)
    except RulesError as error:
        raise IllegalVariation(error, index=0, point=error.data.get("point", "")) from None


def _with_replies_on_path(plan: Plan, path: Path, record: RecordMoves, owner: Color) -> Plan:
    """Return the plan with all replies of the owner on this path added. Raises NotAConditionalReply if the path does
    not end with a reply of the owner."""
    if len(path) % 2 or not path or path[-1].color != owner.letter:
        raise NotAConditionalReply
    theirs, mine = path[::2], path[1::2]
    for depth, answer in enumerate(mine):
        line = [parse_move(node.move, record.setup) for node in theirs[:depth]]
        branch = Branch(parse_move(theirs[depth].move, record.setup), parse_move(answer.move, record.setup))
        plan = with_answer(plan, line, branch)
    return plan


def _without_last_reply(plan: Plan, path: Path, record: RecordMoves) -> Plan:
    """Return the plan without the reply at the end of this path. A plan that does not have it is returned unchanged."""
    theirs = [parse_move(node.move, record.setup) for node in path[::2]]
    return without_answer(plan, theirs) if is_planned(path, plan, record) else plan
