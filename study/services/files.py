"""Import trees from SGF files, and write them into the SGF records of games (C36)."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count, takewhile
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from challenges.sgf_import import BadSgf, check_file_size
from foundation.cpu_slots import cpu_slot
from foundation.text import clean_text
from games import events
from games.models import Game
from rules import Color, Setup, sgf
from rules.board import Board
from rules.sgf.properties import board_size, parse_move
from study import access
from study.core import files, merging
from study.core.nodes import ROOT
from study.core.record import RecordMoves
from study.core.shape import make_shape
from study.core.tree import Operation, SetAnnotations, TreeValue
from study.errors import BadBoard, BoardDoesNotMatch, TreeFull

from . import trees

if TYPE_CHECKING:
    from games.access import Viewer

MOST_NODES = 5_000
LEFT_OUT: dict[str, Promise] = {
    "illegal": _("Illegal moves, with the moves after them: %(n)s"),
    "setup": _("Set-up positions, with the moves after them: %(n)s"),
    "shortened": _("Comments shortened to 2,000 characters: %(n)s"),
    "marks": _("Labels longer than one character or three digits: %(n)s"),
    "unknown": _("Other SGF properties: %(n)s"),
    "games": _("Other games in the file: %(n)s"),
    "terms": _("Invalid komi, handicap or player to move: %(n)s"),
}
"""Descriptions of what was left out of a file."""


def tree_writer_for(game: Game, viewer: Viewer) -> Callable[[sgf.SgfNode], None]:
    """Return a function that writes the trees that the viewer may see into a record. If there are several, texts have
    their authors' names."""
    seen = access.visible_trees(viewer, game)
    record = trees.trunk_of_game(game) if seen else None

    def add(root: sgf.SgfNode) -> None:
        for row in seen:
            author = row.seat.player.shown_name if len(seen) > 1 or row.seat.player_id != viewer.pk else ""
            assert record is not None
            files.add_tree_to_record(root, make_shape(row.value, record), row.value, author)

    return add


def import_file_into_tree(player: Player, game_id: int, data: str, now: datetime) -> tuple[int, Mapping[str, int]]:
    """Add a file's first game to the player's tree. Return the number of added moves, and the numbers of things left
    out, by the keys of LEFT_OUT.

    Raises NoSuchTree, AnalysisNotAllowed, Suspended, BadSgf, BoardDoesNotMatch, TreeFull, TooBusy.
    """
    game, seat = access.seat_for_analysis(player, game_id)
    check_allowed(player, now)
    record = trees.trunk_of_game(game)
    with cpu_slot():
        roots = _parse_matching_file(data, record)
        with transaction.atomic():
            row = trees.lock_or_create_tree(seat)
            tree = row.value
            found = _operations_from_file(roots, tree, record)
            found.left_out["terms"] += len(sgf.read_game(roots[0]).ignored)
            before = len(merging.added_nodes(tree, record))
            tree.apply(map(_with_clean_text, found.operations))
            _check_limits(tree, record)
            trees.store_tree_and_operations(row, tree, [], now)
            events.signal_player_lists_changed(player.pk)
    return len(merging.added_nodes(tree, record)) - before, {
        word: number for word, number in Counter(found.left_out).items() if number
    }


@dataclass(frozen=True, slots=True)
class TreeFromFile:
    """A file read as a new tree. `root` is the game's first position as the text of an SGF file without moves. `tree`
    has the moves and annotations that follow. `left_out` counts what was left out, by the keys of LEFT_OUT."""

    root: str
    tree: TreeValue
    left_out: Mapping[str, int]


def tree_from_file(data: str) -> TreeFromFile:
    """Return a file's first game as a tree that starts from the game's first position. Raises BadSgf,
    BadBoard, TreeFull, TooBusy."""
    check_file_size(data)
    with cpu_slot():
        try:
            roots = _parse_roots(data)
            _move_root_move_to_child(roots[0])
            _set_up_played_handicap(roots[0])
            setup = _setup_from_root(roots[0])
        except sgf.SgfError as error:
            raise BadSgf(sgf=error.code, line=error.line) from error
        tree, record = TreeValue(), RecordMoves(setup, ())
        found = _operations_from_file(roots, tree, record)
        tree.apply(map(_with_clean_text, found.operations))
        _check_limits(tree, record)
    left_out = {word: number for word, number in found.left_out.items() if number}
    return TreeFromFile(sgf.serialize([sgf.write_game(setup, ())]), tree, left_out)


def _move_root_move_to_child(root: sgf.SgfNode) -> None:
    """Give a move that is in the root a node of its own, because the root of a tree is a position without a move."""
    moves = {name: root.properties.pop(name) for name in ("B", "W") if name in root}
    if moves:
        root.children = [sgf.SgfNode(moves, root.line, root.children)]


def _set_up_played_handicap(root: sgf.SgfNode) -> None:
    """Turn Black's first moves, if there are several in a row, into setup stones of the root. Their nodes keep comments
    and marks. Handicap stones can be written as moves, but the moves of a tree alternate."""
    size = board_size(root)
    nodes = list(takewhile(lambda node: _adds_at_most_black(node, size), root.main_line()))
    stones = [node for node in nodes if "B" in node]
    before_last = takewhile(lambda node: node is not stones[-1], nodes)
    if len(stones) < 2 or any(len(node.children) > 1 for node in before_last):
        return
    root.properties["AB"] = [raw for node in stones for raw in node.properties.pop("B")]


def _adds_at_most_black(node: sgf.SgfNode, size: tuple[int, int]) -> bool:
    """Return whether the node has no move and no setup stones, or only a stone played by Black; a pass by Black does
    not count. `size` is the width and height of the board. Raises SgfError."""
    is_pass = "B" in node and parse_move(node.raw("B") or "", *size, node.line) is None
    return not is_pass and not any(name in node for name in ("W", "AB", "AW", "AE"))


def _setup_from_root(root: sgf.SgfNode) -> Setup:
    """Return a file's first position, with its handicap stones, as a setup. Raises SgfError,
    BadBoard."""
    read = sgf.read_game(root)
    if len(read.setup.order.colors) > 2:
        raise BadBoard(
            sentence=_("This board supports only two colours. Start from an empty board or a two-colour game.")
        )
    at, setup = sgf.position_after(read, 0), read.setup
    rows = tuple(at.board.rows()) if at.board.key else ()
    return Setup(setup.width, setup.height, setup.ruleset, setup.komi, 0, rows, at.to_play, variant=setup.variant)


def _check_limits(tree: TreeValue, record: RecordMoves) -> None:
    try:
        merging.check_limits(tree, record)
    except merging.TreeFull:
        raise TreeFull from None


def _with_clean_text(operation: Operation) -> Operation:
    if isinstance(operation, SetAnnotations) and operation.text is not None:
        return replace(operation, text=clean_text(operation.text))
    return operation


def _parse_matching_file(data: str, record: RecordMoves) -> list[sgf.SgfNode]:
    check_file_size(data)
    try:
        roots = _parse_roots(data)
        if record.awaits_handicap or _first_board(roots[0]) != record.states[ROOT].board:
            raise BoardDoesNotMatch
    except sgf.SgfError as error:
        raise BadSgf(sgf=error.code, line=error.line) from error
    return roots


def _parse_roots(data: str) -> list[sgf.SgfNode]:
    roots = sgf.parse(data, 2 * MOST_NODES)
    if sum(1 for _ in roots[0].walk()) > MOST_NODES:
        raise sgf.SgfError("sgf_too_long", f"more than {MOST_NODES} nodes")
    return roots


def _first_board(root: sgf.SgfNode) -> Board:
    """Return the board before the first move, including free handicap stones. Raises SgfError."""
    found = sgf.read_game(root)
    return found.setup.board().with_stones((Color.BLACK, point) for point in found.free_handicap)


def _operations_from_file(roots: list[sgf.SgfNode], tree: TreeValue, record: RecordMoves) -> files.ImportedOperations:
    numbers, name = count(), secrets.token_hex(6)
    try:
        return files.tree_operations_from_sgf(roots, tree, record, lambda: f"sgf-{name}-{next(numbers)}")
    except sgf.SgfError as error:
        raise BadSgf(sgf=error.code, line=error.line) from error
