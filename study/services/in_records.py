"""Functions that add comments, chat and conditional moves to the SGF record of a game, as requested by `?with=` (C36).
The texts are in English, as readers of the format expect, and contain only what the viewer may see."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.game_view import GameView
from games.models import Game
from games.sgf_export import Addition
from rules import sgf
from social.models import Post
from study import access
from study.core.files import RecordVariationsWriter
from study.core.record import RecordMoves

from . import layers, trees
from .comments import visible_comments
from .files import tree_writer_for
from .plan_lines import unplayed_plan_lines

if TYPE_CHECKING:
    from games.access import Viewer


def comments_addition(game: Game, viewer: Viewer) -> Addition:
    """Return a function that adds comments and readers' variations to the record at their moves. Those at a move that
    the viewer cannot see are left out."""
    posts = [post for post in visible_comments(viewer, game).order_by("pk") if not post.is_hidden]
    record = trees.trunk_of_game(game)
    shown = layers.visible_layers(viewer, game, record) if game.is_finished else []
    known = layers.all_nodes(shown)
    proposed = [
        name for layer in shown if layer.kind is not layers.LayerKind.PLAYER for name in layer.tree.visible_nodes()
    ]

    def add(root: sgf.SgfNode) -> None:
        pen = RecordVariationsWriter(root)
        for name in proposed:
            pen.find_or_create_node(name, known)
        for post in posts:
            node = pen.find_or_create_node(post.node, known)
            if node is not None:
                pen.add_text(node, f"{post.author.shown_name}: {post.text}")

    return add


def plans_addition(game: Game, viewer: Viewer) -> Addition:
    """Return a function that adds conditional moves that were not played to the record, from the trees that the viewer
    may see: their own, and shared trees after the end of the game."""
    seen = access.visible_trees(viewer, game)
    record = trees.trunk_of_game(game)

    def add(root: sgf.SgfNode) -> None:
        pen = RecordVariationsWriter(root)
        for row in seen:
            shown = row.value.visible_nodes()
            for way in unplayed_plan_lines(shown, record):
                for name, node in way:
                    written = pen.find_or_create_node(name, shown)
                    if written is not None and node.is_armed:
                        pen.add_text(written, f"Conditional move of {row.seat.player.shown_name}.")

    return add


def chat_addition(game: Game, viewer: Viewer) -> Addition:
    """Return a function that adds chat messages to the record, each at the move after which it was written. It adds the
    spectators' messages and, if the viewer may read it, the players' chat."""
    lines = [
        (message.said_at, message.number, message.author.shown_name, message.words)
        for message in (game.messages.select_related("author") if GameView(game, viewer).may_read_chat else ())
        if not message.is_hidden
    ]
    remarks = Post.objects.readable_by(viewer).filter(game=game, node="").select_related("author")
    lines += [(post.said_at, post.number, post.author.shown_name, post.words) for post in remarks if not post.is_hidden]

    def add(root: sgf.SgfNode) -> None:
        pen, at = RecordVariationsWriter(root), _MoveFinder(game, trees.trunk_of_game(game))
        for _when, number, name, text in sorted(lines):
            node = pen.find_or_create_node(at.node_before_action(number), {})
            if node is not None:
                pen.add_text(node, f"{name}: {text}")

    return add


class _MoveFinder:
    """Finds the last move that was played before an action of the game, given the action's number."""

    def __init__(self, game: Game, record: RecordMoves) -> None:
        rows = game.actions.filter(kind__in=("play", "pass", "undo")).order_by("number")
        found = list(rows.values_list("number", "effect"))
        self.numbers = [number for number, _effect in found]
        self.moves = [0, *(int(effect["move_number"]) for _number, effect in found)]
        self.line = list(dict.fromkeys(record.line))

    def node_before_action(self, number: int) -> str:
        """Return the name of the node of the last move before the action with this number."""
        moves = self.moves[bisect_right(self.numbers, number)]
        return self.line[min(moves, len(self.line) - 1)]


def additions_by_name(**_: object) -> dict[str, Callable[[Game, Any], Addition]]:
    """Return the functions that add to a record by their names in `?with=`, as a receiver of the signal
    games.signals.record_additions."""
    return {"tree": tree_writer_for, "comments": comments_addition, "chat": chat_addition, "plans": plans_addition}
