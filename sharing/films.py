"""A finished game as an animated GIF, in which each frame contains only the points that a move changed.

Boards full of stones are drawn once (sharing.drawing), and each frame is put together from them, point by point. The
animation of a long game takes a quarter of a second of processor time. So it is cached, only a few are made at a time,
and requests are rate-limited.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import product
from typing import TYPE_CHECKING

from foundation.caches import LRUCache
from foundation.cpu_slots import cpu_slot
from games.game_view import GameView
from games.models import Game
from games.models.action import rules_actions
from rules import Board, Move, replay_states

from . import pictures
from .drawing import FRAME, frame_sheet
from .positions import NOBODY

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 360
"""The longer side of an animation in pixels, or a few pixels less."""
MOST_FRAMES = 400
"""The greatest number of frames; in longer games a frame has several moves."""
END_MOVES = 20
"""The number of moves in the animation of a game's end."""
COLORS = 32
WHOLE, SLOWEST, QUICKEST = 60_000, 800, 120
"""The longest animation, and the longest and shortest time of a frame, in milliseconds."""
FIRST, LAST = 1200, 4000
Shown = tuple[int, bool]
"""The content of a point: the colour of its stone, or 0; and whether the stone is the last move."""
_films: LRUCache[tuple[int, int, bool], Animation] = LRUCache(20)
"""Cached animations by game id, game number and whether only the end is shown; up to 100 kB each."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A GIF as bytes."""

    content: bytes

    @property
    def etag(self) -> str:
        """Return a strong ETag of the GIF."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'


@lru_cache(maxsize=1)
def _has_pillow() -> bool:
    return find_spec("PIL") is not None


def can_animate() -> bool:
    """Return whether this installation can create animations."""
    return pictures.can_draw_png() and _has_pillow()


def make_animation(game: Game, *, only_end: bool = False) -> Animation:
    """Return the animation of a finished public game, or with `only_end` of its last END_MOVES moves, from a cache.
    Raises TooBusy."""
    return _films.get_or_make((game.pk, game.number, only_end), lambda: _compose_animation(game, only_end=only_end))


def _compose_animation(game: Game, *, only_end: bool) -> Animation:
    positions = _visible_positions(game, only_end=only_end)
    with cpu_slot():
        return Animation(_encode_gif(positions))


def _visible_positions(game: Game, *, only_end: bool) -> list[tuple[Board, Move | None]]:
    """Return the positions that visitors see at the start and after each move, or with `only_end` after the last moves.
    In a long game, some moves are skipped."""
    show = GameView(game, NOBODY)
    states = {state.move_number: state for state in replay_states(game.agreed_setup, rules_actions(game))}
    numbers = sorted(states)[-END_MOVES - 1 if only_end else 0 :]
    chosen = numbers[:: -(-len(numbers) // MOST_FRAMES)]
    if chosen[-1] != numbers[-1]:
        chosen.append(numbers[-1])
    return [(show.board(states[number]), show.last_move(states[number])) for number in chosen]


def _encode_gif(positions: list[tuple[Board, Move | None]]) -> bytes:
    each = max(QUICKEST, min(SLOWEST, WHOLE // len(positions)))
    durations = [FIRST, *[each] * (len(positions) - 2), LAST][-len(positions) :]
    frames = _compose_frames(positions)
    first, made = next(frames), io.BytesIO()
    palette = bytes(first.getpalette() or ())
    first.save(
        made, "GIF", save_all=True, append_images=frames, duration=durations, palette=palette, optimize=True, loop=0
    )
    return made.getvalue()


def _compose_frames(positions: list[tuple[Board, Move | None]]) -> Iterator[Image]:
    """Yield a picture for each position: the previous picture with the changed points drawn over it."""
    board = positions[0][0]
    cell = max(8, (SIDE - 2 * FRAME) // (max(board.width, board.height) + 2 * board.wraps))
    colors = max((2, *(max(position.cells) for position, last in positions)))
    sheets = _frame_sheets((board.width, board.height), cell, colors, wraps=board.wraps)
    picture, before = sheets[0, False].copy(), [(0, False)] * len(board.cells)
    for position, last in positions:
        now = _point_contents(position, last)
        for index, (was, is_) in enumerate(zip(before, now, strict=True)):
            if was != is_:
                for column, row in drawn_places(position, index):
                    left, top = FRAME + column * cell, FRAME + row * cell
                    box = (left, top, left + cell, top + cell)
                    picture.paste(sheets[is_].crop(box), box)
        before = now
        yield picture.copy()


def drawn_places(board: Board, index: int) -> Iterator[tuple[int, int]]:
    """Yield the columns and rows at which the picture shows this point. On a board that wraps, points of an edge are
    also shown beyond the opposite edge (V71)."""
    column, row = board.point(index)
    if not board.wraps:
        yield column, row
        return
    across, down = ((-lines, 0, lines) for lines in (board.width, board.height))
    for x, y in product(across, down):
        if -1 <= column + x <= board.width and -1 <= row + y <= board.height:
            yield column + x + 1, row + y + 1


def _point_contents(board: Board, last: Move | None) -> list[Shown]:
    """Return, by point index, what is drawn on each point: the number of the stone's colour (0 for none), and whether
    the stone is marked as the last move."""
    shown: list[Shown] = [(value, False) for value in board.cells]
    if last is not None and last.point is not None and board[last.point] is not None:
        index = board.index(last.point)
        shown[index] = (board.cells[index], True)
    return shown


@lru_cache(maxsize=8)
def _frame_sheets(size: tuple[int, int], cell: int, colors: int, *, wraps: bool) -> dict[Shown, Image]:
    """Return boards with the same stone on all points (`frame_sheet`), from which the frames of a game with this many
    colours are put together. The keys are the stone and whether it is marked. All boards have the same palette."""
    from PIL import Image
    from resvg_py import svg_to_bytes

    kinds: list[Shown] = [(0, False), *((color, last) for color in range(1, colors + 1) for last in (False, True))]
    drawn = []
    for kind in kinds:
        source = frame_sheet(Board.empty(*size).wrapped(wraps), cell, kind)
        png = bytes(svg_to_bytes(svg_string=source, skip_system_fonts=True))
        drawn.append(Image.open(io.BytesIO(png)).convert("RGB"))
    wide, high = drawn[0].size
    together = Image.new("RGB", (wide, high * len(drawn)))
    for index, sheet in enumerate(drawn):
        together.paste(sheet, (0, index * high))
    few = together.quantize(COLORS, dither=Image.Dither.NONE)
    return {kind: few.crop((0, n * high, wide, (n + 1) * high)) for n, kind in enumerate(kinds)}
