"""The JSON representation of analysis trees."""

from __future__ import annotations

from collections.abc import Collection

import api_types as shapes
from foundation.iso_times import iso_time
from games.models import Game
from social.models import Post
from study.core.nodes import ROOT
from study.core.record import RecordMoves
from study.core.tree import TreeValue
from study.models import ReaderTree
from study.services.comments import are_comments_author_only
from study.services.layers import LayerKind, StudyLayer
from study.services.sharing import Review
from study.services.trees import OpenedTree, undoable_cuts
from wording.letters import letter


def tree_json(opened: OpenedTree) -> shapes.Tree:
    """Return the JSON of a whole tree for its owner."""
    row = opened.row
    return {
        "game": opened.game.pk,
        "version": opened.version,
        "clock": opened.tree.clock,
        "changed_at": None if row is None else iso_time(row.changed_at),
        "shared": None if row is None else row.shared,
        "root": ROOT,
        "head": opened.record.head,
        "record": record_json(opened.record),
        "nodes": nodes_json(opened.tree, opened.record),
        "cuts": [{"id": cut.id, "nodes": sorted(cut.nodes)} for cut in undoable_cuts(opened)],
    }


def review_json(found: Review) -> shapes.Review:
    """Return the JSON of a finished game's review, with the trees that the viewer may see."""
    return {
        "game": found.game.pk,
        "root": ROOT,
        "head": found.record.head,
        "record": record_json(found.record),
        "trees": [
            {
                "username": row.seat.player.username,
                "color": letter(row.seat.color),
                "nodes": nodes_json(row.value, found.record),
            }
            for row in found.trees
        ],
        "variations": [
            {
                "username": layer.author.username if layer.author is not None else "",
                "teacher": layer.kind is LayerKind.TEACHER,
                "nodes": nodes_json(layer.tree, found.record),
            }
            for layer in found.layers
            if layer.kind in (LayerKind.TEACHER, LayerKind.READER)
        ],
        "machine": next(
            (_machine_lines_json(layer, found) for layer in found.layers if layer.kind is LayerKind.MACHINE), None
        ),
    }


def _machine_lines_json(layer: StudyLayer, found: Review) -> shapes.MachineLines:
    losses = (layer.losses or {}).items()
    return {
        "engine": layer.engine,
        "nodes": nodes_json(layer.tree, found.record),
        "losses": [
            {"node": name, "points": None if loss.points is None else loss.points / 10} for name, loss in losses
        ],
    }


def proposed_variations_json(row: ReaderTree, last: str, trunk: RecordMoves) -> shapes.Proposed:
    """Return the JSON of all of a reader's variations for a game. `last` is the node of the last move that the reader
    added, and `trunk` has the game's moves."""
    return {"node": last, "nodes": nodes_json(row.value, trunk)}


def comment_json(row: Post, game: Game, teachers: Collection[int]) -> shapes.Comment:
    """Return the JSON of a comment on a move of this game."""
    return {
        "id": row.pk,
        "author": row.author.username,
        "teacher": row.author_id in teachers,
        "node": row.node,
        "number": row.number,
        "text": row.shown_text,
        "hidden": row.is_hidden,
        "sealed": are_comments_author_only(game),
        "said_at": iso_time(row.said_at),
    }


def record_json(record: RecordMoves) -> list[shapes.RecordMove]:
    """Return the JSON of the record's moves, each after its parent."""
    return [
        {
            "id": name,
            "parent": stone.parent,
            "color": "B" if stone.color == "B" else "W",
            "move": stone.move,
            "number": stone.number,
            "played": stone.played,
        }
        for name, stone in record.stones.items()
    ]


def nodes_json(tree: TreeValue, trunk: RecordMoves) -> list[shapes.TreeNode]:
    """Return the JSON of the visible nodes of a tree. `trunk` has the moves from which the tree branches off."""
    return [
        {
            "id": name,
            "parent": node.parent or None if not trunk.knows_move(name) else None,
            "color": None if not node.parent or trunk.knows_move(name) else "B" if node.color == "B" else "W",
            "move": None if not node.parent or trunk.knows_move(name) else node.move,
            "text": node.text,
            "texts": sorted(node.texts),
            "marks": node.signs,
            "armed": node.is_armed,
        }
        for name, node in tree.visible_nodes().items()
        if node.parent or node.text or node.signs or node.texts or node.is_armed
    ]
