"""Add an analysis to the SGF record of its game (`?with=machine`): the engine's evaluations as comments, and its lines
as variations. These texts are in English, as readers of SGF expect. An analysis that may not be shown now is left
out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.errors import GameError
from games.models import Game
from games.sgf_export import Addition
from machine_review.models import ReviewJob
from rules import Color, parse_vertex, sgf, to_sgf
from rules.errors import RulesError
from rules.sgf.text import escaped

from .losses import largest_losses
from .reviews import find_review


def additions_by_name(**_: object) -> dict[str, Callable[[Game, Any], Addition]]:
    """Return the functions with which this app adds to a game's record, by their names in `?with=`. Receiver of the
    signal games.signals.record_additions."""
    return {"machine": analysis_addition}


def analysis_addition(game: Game, viewer: Any) -> Addition:
    """Return a function that gets the root node of this game's record and adds the computer analysis to it. The
    function does nothing if there is no analysis that may be shown."""
    try:
        job = find_review(game)
    except GameError:
        job = None
    return lambda root: None if job is None or not job.done else _write_analysis(root, game, job)


def _write_analysis(root: sgf.SgfNode, game: Game, job: ReviewJob) -> None:
    nodes = list(_nodes_of_played_moves(root))
    _add_comment(root, f"Computer analysis by {job.engine}: estimated lead in points after each move.")
    for number, judgement in enumerate(job.judgements[: len(nodes)]):
        if judgement is not None:
            _add_comment(nodes[number], _evaluation_text(*judgement[:2]))
    for loss in largest_losses(job):
        if loss.move < len(nodes) and loss.line:
            _add_variation(nodes[loss.move - 1], game, loss.color, loss.line)


def _nodes_of_played_moves(root: sgf.SgfNode) -> Iterator[sgf.SgfNode]:
    """Yield the root and, in order, the node of each move that was not undone. Nodes without a move are skipped."""
    node = root
    yield root
    while node.children:
        node = node.children[0]
        if "B" in node.properties or "W" in node.properties:
            yield node


def _evaluation_text(winrate: int | None, score: int | None) -> str:
    texts = []
    if score is not None:
        texts.append("even" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score) / 10:g}")
    if winrate is not None:
        texts.append(f"Black wins {winrate / 10:g}%")
    return ", ".join(texts)


def _add_comment(node: sgf.SgfNode, text: str) -> None:
    node.properties["C"] = ["\n".join([*node.properties.get("C", []), escaped(text)])]


def _add_variation(node: sgf.SgfNode, game: Game, color: Color, line: tuple[str, ...]) -> None:
    """Add the engine's line as a variation to the played move, up to the first illegal move."""
    for name in line:
        try:
            point = "" if name.lower() == "pass" else to_sgf(parse_vertex(name, game.width, game.height))
        except RulesError:
            return
        after = sgf.SgfNode()
        after.set(color.letter, point)
        node.children.append(after)
        node, color = after, color.opponent
