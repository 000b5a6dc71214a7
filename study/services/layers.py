"""The layers of a review: the players' shared trees, readers' variations, and the engine's lines (C35). The page shows
each layer, with its author, on top of the game's moves, and viewers can hide layers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import TYPE_CHECKING

from accounts.models import Player
from games.errors import GameError
from games.models import Game
from machine_review.models import ReviewJob
from machine_review.services import reviews
from machine_review.services.losses import MoveLoss, largest_losses
from rules import Color, RulesError, parse_vertex, vertex
from study import access
from study.core.nodes import PASS, ROOT, TreeNode, node_name
from study.core.record import RecordMoves
from study.core.shape import make_shape
from study.core.tree import AddMove, TreeValue
from study.models import ReaderTree, Tree

if TYPE_CHECKING:
    from games.access import Viewer


class LayerKind(StrEnum):
    """The kind of a layer. The names are part of the API."""

    PLAYER = "player"
    TEACHER = "teacher"
    READER = "reader"
    MACHINE = "machine"


@dataclass(frozen=True, slots=True)
class StudyLayer:
    """One layer in the analysis of a game: the variations of one author, or of the engine. `key` is its name in URLs,
    `tree` its variations, and `row` the database row. The engine's layer has no `row` and no `author`, but the name of
    the `engine` and, by node name, the largest `losses` of points (see MoveLoss)."""

    key: str
    kind: LayerKind
    tree: TreeValue
    author: Player | None = None
    engine: str = ""
    row: Tree | ReaderTree | None = None
    losses: dict[str, MoveLoss] | None = None


def visible_layers(viewer: Viewer, game: Game, record: RecordMoves, *, machine: bool = False) -> list[StudyLayer]:
    """Return the layers that the viewer may see: first the players', then teachers', then readers' and, with `machine`,
    the engine's. Checks neither access to the game nor that the game has ended."""
    found = [
        StudyLayer(f"player-{row.seat.index}", LayerKind.PLAYER, row.value, row.seat.player, row=row)
        for row in access.visible_trees(viewer, game)
    ]
    teachers = access.teacher_ids(game)
    readers = [
        StudyLayer(
            f"reader-{row.pk}",
            LayerKind.TEACHER if row.author_id in teachers else LayerKind.READER,
            row.value,
            row.author,
            row=row,
        )
        for row in access.visible_reader_variations(viewer, game)
    ]
    found += sorted(readers, key=lambda layer: layer.kind is not LayerKind.TEACHER)
    return found + _machine_layers(viewer, game, record) if machine else found


def depth_of_node(name: str, layers: Iterable[StudyLayer], record: RecordMoves) -> int | None:
    """Return the number of moves that lead to this node in one of the layers, None if no layer shows the node."""
    for layer in layers:
        shape = make_shape(layer.tree, record)
        if name in shape.places:
            return shape.places[name].number
    return None


def _machine_layers(viewer: Viewer, game: Game, record: RecordMoves) -> list[StudyLayer]:
    """Return a list with the engine's layer, which shows better moves than the moves with the largest losses. Return []
    if no position has been evaluated yet, if the analysis may not be shown now, or if the viewer hides computer
    analysis."""
    if reviews.are_reviews_hidden_for(viewer):
        return []
    try:
        job = reviews.find_review(game)
    except GameError:
        return []
    return [] if job is None or not job.done else [machine_layer(job, record)]


def machine_layer(job: ReviewJob, record: RecordMoves) -> StudyLayer:
    """Return the lines of a computer analysis as a layer of variations. A line ends before an illegal move."""
    line, tree, at = list(dict.fromkeys(record.line)), TreeValue(), count(1)
    losses = {}
    for loss in largest_losses(job):
        if loss.move >= len(line):
            continue
        losses[line[loss.move]] = loss
        parent, color = line[loss.move - 1], loss.color
        for word in loss.line:
            name = _add_move(tree, record, (parent, color.letter, word), next(at))
            if name is None:
                break
            parent, color = name, color.opponent
    return StudyLayer("machine", LayerKind.MACHINE, tree, engine=job.engine, losses=losses)


def _add_move(tree: TreeValue, record: RecordMoves, move: tuple[str, str, str], at: int) -> str | None:
    """Add this move to the tree and return its node's name. Return None if the move is illegal."""
    parent, color, word = move
    try:
        state = record.state_at(parent, tree.nodes)
        if word.lower() == PASS:
            word = PASS
        else:
            word = vertex(parse_vertex(word, record.setup.width, record.setup.height), record.setup.height)
        name = node_name(parent, color, word)
        if not record.knows_move(name):
            from_here = record.state_after(state, Color.from_letter(color), word)
            record.states.setdefault(name, from_here)
            tree.apply([AddMove(f"machine-{at}", at, parent, color, word)])
    except (RulesError, KeyError):
        return None
    return name


def all_nodes(layers: Iterable[StudyLayer]) -> dict[str, TreeNode]:
    """Return the visible nodes of all layers by name. Nodes that only annotate a move of the game are left out."""
    return {
        name: node
        for layer in layers
        for name, node in layer.tree.visible_nodes().items()
        if node.parent or name == ROOT
    }
