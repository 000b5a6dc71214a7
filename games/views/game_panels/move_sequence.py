"""The moves of a game in order, each with the points that it emptied, for browsing the game on its page."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from foundation.caches import LRUCache
from games import reading
from games.game_view import drawing_viewpoint_key
from games.models import Game
from rules import Board, Color, Point, parse_vertex

MINUTE = timedelta(minutes=1)
_A_MINUTE = MINUTE // timedelta(microseconds=1)
_COLORS = {int(color): color for color in Color}


class MoveWithCaptures(NamedTuple):
    """One move. `point` is None for a pass. `emptied` are the points of captured stones, including the player's own
    after a self-capture. `minutes` are the whole minutes since the previous action, and `planned` is whether it is a
    conditional move (C200)."""

    color: Color
    point: Point | None
    emptied: tuple[Point, ...]
    minutes: int
    planned: bool = False


class MoveSequence(NamedTuple):
    """The moves of a game, without undone moves. `start` is the position before them, which includes handicap stones
    that Black placed. `after` has a pair for each action, in order: the action's number, and the number of moves after
    it."""

    start: Board
    steps: tuple[MoveWithCaptures, ...]
    after: tuple[tuple[int, int], ...]

    def move_count_after(self, number: int) -> int:
        """Return how many moves the game had after the action with this number. Moves that were undone later are not
        counted."""
        found = bisect_right(self.after, number, key=lambda one: one[0]) - 1
        return min(self.after[found][1], len(self.steps)) if found >= 0 else 0

    def action_number_after(self, moves: int) -> int:
        """Return the number of the action after which the game had this many moves. If moves were undone, return the
        latest such action."""
        before = [0, *(count for _, count in self.after)]
        steps = zip(self.after, before, strict=False)
        return max(number for (number, count), earlier in steps if earlier < moves <= count)


def move_sequence_of(game: Game, color: int | None) -> MoveSequence:
    """Return the moves of the game as the player of this colour sees them (None for a spectator). The sequence is empty
    while information is hidden (V21)."""
    if game.has_hidden_info:
        return MoveSequence(Board.empty(game.width, game.height), (), ())
    seen_by = drawing_viewpoint_key(game, color)
    return _sequences.get_or_make((game.pk, game.number, seen_by), lambda: _read_moves(game, seen_by))


_sequences: LRUCache[tuple[int, int, int | None], MoveSequence] = LRUCache(300)
"""Cache of games' moves, up to 60 kB each. The key includes the number of the last action, so it is never out of
date."""


class _MovesSoFar(NamedTuple):
    """The cached moves of a game up to the action `number`, the position after them, and the time of that action
    (`last`) in microseconds since 1970. Recorded actions never change, so only newer moves have to be added."""

    number: int
    moves: MoveSequence
    board: Board
    last: int


_latest: LRUCache[tuple[int, int | None], _MovesSoFar] = LRUCache(300)
"""Cache of the moves of a game read last; it shares most data with `_sequences`."""


class _PlayedMove(NamedTuple):
    """A play or a pass that was not undone."""

    color: Color
    vertex: str | None
    minutes: int
    planned: bool


def _read_moves(game: Game, seen_by: int | None) -> MoveSequence:
    """Return the moves of the game. If they are cached, only newer moves are read (one query). If a move was undone,
    all moves are read again (two queries)."""
    known = _latest.get((game.pk, seen_by))
    found = None if known is None or known.number > game.number else _extend_moves(game, known)
    if found is None:
        start, began = game.agreed_setup.board(), reading.microseconds(game.started_at)
        found = _extend_with_rows(
            game, _MovesSoFar(0, MoveSequence(start, (), ()), start, began), reading.move_rows_after(game, 0)
        )
    _latest.put((game.pk, seen_by), found)
    return found.moves


def _extend_moves(game: Game, known: _MovesSoFar) -> _MovesSoFar | None:
    """Return the cached moves with newer moves added, or None if a newer action is not a move."""
    turns = reading.move_rows_after(game, known.number)
    return _extend_with_rows(game, known, turns) if all(turn.kind in ("play", "pass") for turn in turns) else None


def _extend_with_rows(game: Game, known: _MovesSoFar, turns: list[reading.MoveRow]) -> _MovesSoFar:
    moves: list[_PlayedMove] = []
    after: list[tuple[int, int]] = []
    start, board, last, before = known.moves.start, known.board, known.last, len(known.moves.steps)
    for number, kind, color, at, vertex, undone_to, placed, planned in turns:
        if kind == "undo":
            del moves[int(undone_to or 0) :]
        elif kind == "place_handicap":
            stones = (parse_vertex(text, game.width, game.height) for text in json.loads(placed or "[]"))
            start = board = start.with_stones((Color.BLACK, stone) for stone in stones)
        else:
            moves.append(_PlayedMove(_COLORS[color or 0], vertex, max((at - last) // _A_MINUTE, 0), bool(planned)))
        after.append((number, before + len(moves)))
        last = at
    steps = list(known.moves.steps)
    for step, position in _replay(game, board, moves):
        steps.append(step)
        board = position
    return _MovesSoFar(game.number, MoveSequence(start, tuple(steps), (*known.moves.after, *after)), board, last)


def _replay(game: Game, board: Board, moves: list[_PlayedMove]) -> Iterable[tuple[MoveWithCaptures, Board]]:
    """Play these moves from the position `board`, by the rules of the game. Yield each move and the position after
    it."""
    self_capture = game.agreed_setup.ruleset.self_capture
    for color, vertex, minutes, planned in moves:
        if vertex is None:
            yield MoveWithCaptures(color, None, (), minutes, planned), board
            continue
        point = parse_vertex(vertex, game.width, game.height)
        placed = board.place(color, point, self_capture)
        board = placed.board
        yield MoveWithCaptures(color, point, (*placed.captured, *placed.self_captured), minutes, planned), board
