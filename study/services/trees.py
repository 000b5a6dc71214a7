"""Read a player's analysis tree, apply operations to it, and delete old operations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from foundation.hook import Hook
from foundation.text import clean_text
from games import events
from games.models import Game, Seat
from games.models.action import rules_actions
from study import access
from study.core import merging
from study.core.nodes import PASS
from study.core.reading import OperationUnreadable, parse_operation
from study.core.record import RecordMoves
from study.core.tree import AddMove, HideBranch, Operation, SetAnnotations, TreeValue
from study.errors import BadOperation, IllegalVariation, TreeChanged, TreeFull
from study.models import Operation as OperationRow
from study.models import Tree

KEPT = timedelta(days=30)
"""How long a retry is recognised and a cut can be undone."""
MOST_AT_ONCE = 500
"""The largest number of operations in one request."""


def _default_update_plan(row: Tree, marked_before: Collection[str]) -> None: ...


def _default_unmark_outdated_moves(tree: TreeValue, seat: Seat, record: RecordMoves) -> list[str]:
    return []


update_plan = Hook(_default_update_plan)
"""Hook that updates the game's plan from a tree whose `armed` has changed; it gets the row and the earlier `armed`, in
the transaction that has locked the tree."""
unmark_outdated_moves = Hook(_default_unmark_outdated_moves)
"""Hook that removes outdated marks of conditional moves from a tree, and returns the names of moves that stay
marked."""


def can_mark_conditional(game: Game) -> bool:
    """Return whether conditional moves can be used in this game now, so that marking a move as conditional has an
    effect."""
    return not game.is_finished


@dataclass(frozen=True, slots=True)
class OpenedTree:
    """A tree as its owner sees it: the database row (None if nothing was stored yet), the tree itself, and the record
    of its game."""

    game: Game
    seat: Seat
    row: Tree | None
    tree: TreeValue
    record: RecordMoves
    before: int = 0
    """The version before the last change."""

    @property
    def version(self) -> int:
        """Return the version of the tree, which is how often it was changed."""
        return 0 if self.row is None else self.row.version


def trunk_of_game(game: Game) -> RecordMoves:
    """Return the moves of a game as a record, from which the trees of its players and readers branch off."""
    return RecordMoves(game.agreed_setup, rules_actions(game))


def load_own_tree(player: Player, game_id: int) -> OpenedTree:
    """Return the player's own tree, which is empty if none is stored. Nothing is stored. Raises NoSuchTree,
    AnalysisNotAllowed."""
    game, seat = access.seat_for_analysis(player, game_id)
    row, record = Tree.objects.filter(seat=seat).first(), trunk_of_game(game)
    tree = TreeValue() if row is None else row.value
    unmark_outdated_moves(tree, seat, record)
    return OpenedTree(game, seat, row, tree, record)


@dataclass(frozen=True, slots=True)
class TreeChangeRequest:
    """A requested change of a tree: operations, as the client sent them, and the version that the tree must have. None
    means any version, because operations can be merged."""

    operations: Sequence[object]
    expected: int | None = None


def change_tree(player: Player, game_id: int, change: TreeChangeRequest, now: datetime) -> OpenedTree:
    """Apply operations to the player's tree, completely or not at all. Operations that were already applied change
    nothing. Return the changed tree.

    Raises NoSuchTree, AnalysisNotAllowed, Suspended, TreeChanged, BadOperation, IllegalVariation, TreeFull.
    """
    game, seat = access.seat_for_analysis(player, game_id)
    check_allowed(player, now)
    record = trunk_of_game(game)
    with transaction.atomic():
        row = lock_or_create_tree(seat)
        before = row.version
        if change.expected is not None and change.expected != row.version:
            raise TreeChanged(version=row.version)
        tree = row.value
        row.armed = unmark_outdated_moves(tree, seat, record)
        fresh = _new_operations(row, read_operations(change.operations, record, tree))
        if fresh:
            merge_operations(tree, record, fresh)
            store_tree_and_operations(row, tree, fresh, now)
            events.signal_player_lists_changed(player.pk)
    return OpenedTree(game, seat, row, tree, record, before)


def lock_or_create_tree(seat: Seat) -> Tree:
    """Return the row of the seat's tree, locked and created if necessary. The game is not locked, so that analysis
    delays no moves."""
    Tree.objects.get_or_create(seat=seat)
    return Tree.objects.select_for_update().get(seat=seat)


def read_operations(sent: Sequence[object], record: RecordMoves, tree: TreeValue) -> list[tuple[int, Operation]]:
    """Return the parsed operations with their positions in the request. Raises BadOperation.

    Each is parsed against a copy of the tree to which the previous ones were applied, because an operation that cuts
    off a branch lists all nodes of the branch.
    """
    if len(sent) > MOST_AT_ONCE:
        raise BadOperation(MOST_AT_ONCE, f"at most {MOST_AT_ONCE} operations at a time")
    found, copy = [], TreeValue.from_json(tree.to_json())
    for index, data in enumerate(sent):
        try:
            operation = _with_clean_text(parse_operation(data, record.setup, copy))
        except OperationUnreadable as error:
            raise BadOperation(index, str(error), error.field) from error
        copy.apply([operation])
        found.append((index, operation))
    return found


def _with_clean_text(operation: Operation) -> Operation:
    if isinstance(operation, SetAnnotations) and operation.text is not None:
        return replace(operation, text=clean_text(operation.text))
    return operation


def _new_operations(row: Tree, read: list[tuple[int, Operation]]) -> list[tuple[int, Operation]]:
    """Return the operations that were not applied before, without duplicates."""
    known = set(row.operations.filter(name__in=[one.id for _, one in read]).values_list("name", flat=True))
    found = []
    for index, operation in read:
        if operation.id not in known:
            known.add(operation.id)
            found.append((index, operation))
    return found


def merge_operations(tree: TreeValue, record: RecordMoves, fresh: list[tuple[int, Operation]]) -> None:
    """Apply these operations to the tree. Raises BadOperation, IllegalVariation, TreeFull."""
    if record.awaits_handicap:
        raise BadOperation(0, "the handicap stones are not placed yet")
    try:
        merging.apply_operations(tree, record, [operation for _, operation in fresh])
    except merging.TreeFull:
        raise TreeFull from None
    except merging.OperationRefused as error:
        raise _to_game_error(error, fresh[error.index][0]) from None


def _to_game_error(error: merging.OperationRefused, index: int) -> BadOperation | IllegalVariation:
    if error.error is None or not isinstance(error.operation, AddMove):
        return BadOperation(index, error.why, error.field)
    move = error.operation.move
    return IllegalVariation(error.error, index=index, point="" if move == PASS else move)


def store_tree_and_operations(row: Tree, tree: TreeValue, fresh: list[tuple[int, Operation]], now: datetime) -> None:
    OperationRow.objects.bulk_create(OperationRow(tree=row, name=one.id, at=now) for _, one in fresh)
    before = row.armed
    store_tree_keeping_plan(row, tree, now)
    if before != row.armed:
        update_plan(row, before)


def store_tree_keeping_plan(row: Tree, tree: TreeValue, now: datetime) -> None:
    """Store the tree without updating the player's conditional moves in the game."""
    row.armed = [name for name, node in tree.visible_nodes().items() if node.is_armed]
    row.nodes = tree.to_json()
    row.version += 1
    row.changed_at = now
    row.save(update_fields=["nodes", "armed", "version", "changed_at"])


def undoable_cuts(opened: OpenedTree) -> list[HideBranch]:
    """Return the operations that cut off branches and can still be undone, the newest last."""
    if opened.row is None:
        return []
    holding = opened.tree.active_cuts()
    names = opened.row.operations.filter(name__in=holding).order_by("at", "pk").values_list("name", flat=True)
    return [HideBranch(name, 0, dict.fromkeys(holding[name], ())) for name in names]


def delete_old_operations(*, now: datetime, most: int = 200, **_: object) -> int:
    """Delete operations older than 30 days, and the data that trees store only for them. Return the number of changed
    trees."""
    old = OperationRow.objects.filter(at__lt=now - KEPT)
    trees = list(old.values_list("tree_id", flat=True).order_by().distinct()[:most])
    for tree_id in trees:
        with transaction.atomic():
            row = Tree.objects.select_for_update().get(pk=tree_id)
            rows = row.operations.filter(at__lt=now - KEPT)
            tree = row.value
            tree.forget_operations(set(rows.values_list("name", flat=True)))
            rows.delete()
            row.nodes = tree.to_json()
            row.save(update_fields=["nodes"])
    return len(trees)
