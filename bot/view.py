"""Evaluate a position for the built-in player: chains, weak groups, nearly dead chains, ownership."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rules import Board, Color, GameState, legal_points
from rules.playouts import owner_shares
from rules.regions import EmptyArea, empty_areas

from .reading import CaptureReader, chain_of

FAR = 99
"""The distance from stones if there are none."""


@dataclass(frozen=True, slots=True)
class BotChain:
    """A chain for the player's evaluation.

    `hold` says how often its owner still owns its points after random games, from 1 (always) to -1 (never). `attacks`
    are the moves with which the enemy, playing first, captures the chain; `defences` the moves with which its owner,
    playing first, saves it.
    """

    color: int
    stones: tuple[int, ...]
    liberties: frozenset[int]
    hold: float
    attacks: tuple[int, ...]
    defences: tuple[int, ...]

    @property
    def size(self) -> int:
        """Return the number of stones in the chain."""
        return len(self.stones)

    @property
    def is_lost(self) -> bool:
        """Return whether the chain is captured no matter who plays first."""
        return bool(self.attacks) and not self.defences

    @property
    def weakness(self) -> float:
        """Return the danger to the chain from 0 (safe) to 1."""
        return min(1.0, max(0.0, 0.6 - self.hold))


class BotPosition:
    """A position and its evaluation, for the side to play. Points are indices into `cells`."""

    def __init__(self, state: GameState, games: int) -> None:
        assert state.to_play is not None
        self.board: Board = state.board
        self.neighbors = self.board.neighbors
        self.cells = self.board.cells
        self.mine, self.enemy = int(state.to_play), int(state.to_play.opponent)
        sign = 1 if state.to_play is Color.BLACK else -1
        self.share = [sign * value for value in owner_shares(self.board, games)]
        self.legal = [self.board.index(point) for point in legal_points(state)]
        last = state.last_move
        self.last = self.board.index(last.point) if last is not None and last.point is not None else None
        self.groups: list[BotChain] = []
        self.group_at: dict[int, BotChain] = {}
        self._find_chains()

    def _find_chains(self) -> None:
        for start, value in enumerate(self.cells):
            if value and start not in self.group_at:
                group = self._chain_at(start)
                self.groups.append(group)
                self.group_at.update(dict.fromkeys(group.stones, group))

    def _chain_at(self, start: int) -> BotChain:
        stones, liberties = chain_of(self.neighbors, self.cells, start)
        color = self.cells[start]
        held = sum(self.share[index] for index in stones) / len(stones)
        attacks = tuple(CaptureReader(self.neighbors).capturing_moves(self.cells, start))
        return BotChain(
            color=color,
            stones=tuple(stones),
            liberties=frozenset(liberties),
            hold=held if color == self.mine else -held,
            attacks=attacks,
            defences=tuple(CaptureReader(self.neighbors).saving_moves(self.cells, start)) if attacks else (),
        )

    @cached_property
    def living_cells(self) -> bytes:
        """Return the cells of the position without lost chains."""
        lost = {index for group in self.groups if group.is_lost for index in group.stones}
        return bytes(0 if index in lost else value for index, value in enumerate(self.cells))

    @cached_property
    def areas(self) -> list[EmptyArea]:
        """Return the connected areas of points without living stones, each with the colours that border it."""
        return empty_areas(self.neighbors, self.living_cells)

    @cached_property
    def areas_by_point(self) -> dict[int, EmptyArea]:
        """Return the area of every point without a living stone."""
        return {index: area for area in self.areas for index in area.points}

    @cached_property
    def own_distances(self) -> list[int]:
        """Return the distance of every point from the player's living stones, along paths without stones."""
        return self._distances_from(self.mine)

    @cached_property
    def enemy_distances(self) -> list[int]:
        """Return the distance of every point from the enemy's living stones, along paths without stones."""
        return self._distances_from(self.enemy)

    def _distances_from(self, color: int) -> list[int]:
        stones = [index for index, value in enumerate(self.living_cells) if value == color]
        away = [FAR] * len(self.living_cells)
        for index, steps in self.reachable_points(stones, FAR):
            away[index] = steps
        return away

    def reachable_points(self, start: Iterable[int], most: int) -> list[tuple[int, int]]:
        """Return the points that can be reached from the points `start` over points without living stones, in at most
        `most` steps. Each comes with its distance."""
        found = [(index, 0) for index in start]
        seen = {index for index, _ in found}
        for index, steps in found:
            if steps == most:
                break
            for near in self.neighbors[index]:
                if near not in seen and not self.living_cells[near]:
                    seen.add(near)
                    found.append((near, steps + 1))
        return found

    def chains_next_to(self, at: int, color: int) -> list[BotChain]:
        """Return the chains of this colour that touch a point, each once."""
        found: list[BotChain] = []
        for near in self.neighbors[at]:
            if self.cells[near] == color and self.group_at[near] not in found:
                found.append(self.group_at[near])
        return found

    def diagonals_of(self, at: int) -> tuple[int, ...]:
        """Return the diagonal neighbours of a point."""
        return self.board.diagonal_neighbors[at]

    def is_own_eye(self, at: int) -> bool:
        """Return whether an empty point is a one-point eye of the player. An eye with too many enemy stones on its
        diagonals is false and does not count."""
        if any(self.cells[near] != self.mine for near in self.neighbors[at]):
            return False
        corners = self.diagonals_of(at)
        return sum(self.cells[index] == self.enemy for index in corners) < (2 if len(corners) == 4 else 1)

    def edge_line(self, at: int) -> int:
        """Return the line on which a point lies, counted from the nearest edge: 1 is the edge line. A board that wraps
        has no edge."""
        if self.board.wraps:
            return FAR
        row, column = divmod(at, self.board.width)
        return 1 + min(row, column, self.board.height - 1 - row, self.board.width - 1 - column)
