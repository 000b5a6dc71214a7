"""Copy conditional moves made on the game's page into the player's tree (C16, C30). A player then has only one tree,
and unplayed lines can be shown after the game (C34)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping

from django.db import transaction

from foundation import timesource
from games import events
from games.models import Seat
from games.services import plans
from rules import Color
from rules.plan import Plan, move_word, read_plan
from study.core import merging
from study.core.nodes import TreeNode, node_name
from study.core.record import RecordMoves
from study.core.tree import AddMove, Operation, SetAnnotations, TreeValue
from study.services import trees


def copy_plan_to_tree(seat_id: int, **_: object) -> None:
    """Copy the current plan of this seat into its tree: mark the plan's moves as conditional, and unmark other moves
    after the current position.

    Does nothing if the plan is too large for the tree, or out of date because of a move. The game is not locked,
    because changes of a tree lock the tree first and the game second.
    """
    seat = Seat.objects.select_related("game").get(pk=seat_id)
    with transaction.atomic():
        row = trees.lock_or_create_tree(seat)
        record, tree = trees.trunk_of_game(seat.game), row.value
        plan = plans.find_plan(seat)
        branches = () if plan is None or not plan.is_armed else read_plan(plan.branches, seat.game.agreed_setup)
        operations = list(_plan_operations(branches, record, tree, Color(seat.color)))
        try:
            merging.apply_operations(tree, record, operations)
        except (merging.OperationRefused, merging.TreeFull):
            return
        if operations:
            trees.store_tree_keeping_plan(row, tree, timesource.now())
            events.signal_player_lists_changed(seat.player_id)


def unplayed_plan_lines(shown: Mapping[str, TreeNode], record: RecordMoves) -> list[list[tuple[str, TreeNode]]]:
    """Return the lines of conditional moves in a tree that were not played, each as a list of node names with nodes. A
    line starts where it leaves the record, and ends with its last conditional move."""
    armed = {name for name, node in shown.items() if node.is_armed and node.parent and not record.knows_move(name)}
    before = {shown[name].parent for name in armed}
    before |= {shown[name].parent for name in before if name in shown}
    return [_path_from_record(name, shown, record) for name in sorted(armed - before)]


def _path_from_record(name: str, shown: Mapping[str, TreeNode], record: RecordMoves) -> list[tuple[str, TreeNode]]:
    way = []
    while name in shown and shown[name].parent and not record.knows_move(name):
        way.append((name, shown[name]))
        name = shown[name].parent
    return way[::-1]


def _plan_operations(branches: Plan, record: RecordMoves, tree: TreeValue, owner: Color) -> Iterator[Operation]:
    key, at, wanted = secrets.token_hex(6), tree.clock, set[str]()
    for name, add in _plan_moves(branches, record, record.head, owner):
        at += 1
        if not (name in tree.nodes and tree.nodes[name].parent) and not record.knows_move(name):
            yield AddMove(f"plan-{key}-{at}", at, *add)
        if add[1] == owner.letter:
            wanted.add(name)
            if name not in tree.nodes or not tree.nodes[name].is_armed:
                yield SetAnnotations(f"plan-{key}-{at}a", at, name, armed=True)
    for name in tree.subtree_names(record.head):
        if name in tree.nodes and tree.nodes[name].is_armed and name not in wanted:
            at += 1
            yield SetAnnotations(f"plan-{key}-{at}", at, name, armed=False)


def _plan_moves(
    branches: Plan, record: RecordMoves, parent: str, owner: Color
) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Yield the moves of a plan, each after its parent, as a node name with the parent's name, the colour and the
    move."""
    for branch in branches:
        theirs = parent, owner.opponent.letter, move_word(branch.theirs, record.setup)
        name = node_name(*theirs)
        yield name, theirs
        mine = name, owner.letter, move_word(branch.mine, record.setup)
        yield node_name(*mine), mine
        yield from _plan_moves(branch.then, record, node_name(*mine), owner)
