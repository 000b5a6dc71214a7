"""Proofs of problems: every first move with its outcome and a line that shows the outcome (C104, C105)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rules import Color

from .solver import PASS, Solver, SolverInput, SolverPosition

NODES = 20_000
"""The largest number of positions that are read for one first move."""
LONGEST_LINE = 9
"""The largest number of moves of a line that are shown."""


class TryOutcome(Enum):
    """The outcome of a first move for the player who made it: success, success only by winning a ko, or failure."""

    YES = "yes"
    KO = "ko"
    NO = "no"


@dataclass(frozen=True, slots=True)
class ProvedLine:
    """A first move by index (None for a move outside the area), its outcome, the moves after it (None for a pass), and
    the number of moves in the line."""

    first: int | None
    reached: TryOutcome
    answers: tuple[int | None, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class Proof:
    """The lines of all first moves in the area by index, the line of a move outside the area, and the number of
    positions read."""

    lines: dict[int, ProvedLine]
    elsewhere: ProvedLine
    nodes: int

    @property
    def best(self) -> TryOutcome:
        """Return the best outcome of any first move."""
        found = {line.reached for line in self.lines.values()} | {self.elsewhere.reached}
        return next(one for one in TryOutcome if one in found)

    @property
    def right(self) -> list[int]:
        """Return every first move with the best outcome."""
        return [first for first, line in sorted(self.lines.items()) if line.reached is self.best]

    @property
    def depth(self) -> int:
        """Return the number of moves of the shortest correct line, including the first move."""
        return min((self.lines[first].depth for first in self.right), default=0)


def prove(question: SolverInput, first: Color, nodes: int = NODES) -> Proof:
    """Solve the question for every first move by `first`, and return the outcomes and the lines. `nodes` is the largest
    number of positions read for one first move. Raises SolverLimitReached."""
    return _Prover(question, first, nodes).proof()


class _Prover:
    """Proves one question with two solvers. In the solver `hard`, the second player may retake every ko; in `easy`, the
    first player may."""

    def __init__(self, question: SolverInput, first: Color, nodes: int) -> None:
        self.plays = first == question.reacher
        self.hard = Solver(question, master=not self.plays, nodes=nodes)
        self.easy = Solver(question, master=self.plays, nodes=nodes)
        start = self.hard.start
        self.start = start if self.plays else start.passed()
        self.nodes = 0

    def proof(self) -> Proof:
        """Return the proof of the question. Raises SolverLimitReached."""
        lines = {}
        for index in sorted(self.hard.question.area):
            after = self.hard.position_after(self.start, self.hard.bits([index]))
            if after is not None:
                lines[index] = self._proved_line(index, after)
        elsewhere = self._proved_line(None, self.start.passed())
        return Proof(lines, elsewhere, self.nodes)

    def _proved_line(self, first: int | None, after: SolverPosition) -> ProvedLine:
        solver, reached = self.hard, TryOutcome.NO
        if self._first_player_succeeds(solver, after):
            reached = TryOutcome.YES
        elif solver.met_ko and self._first_player_succeeds(self.easy, after):
            reached = TryOutcome.KO
        elif solver.met_ko:
            solver = self.easy
        moves = _LineBuilder(solver).line(after)
        answers = tuple(None if bit == PASS else solver.index(bit) for bit in moves[: LONGEST_LINE - 1])
        return ProvedLine(first, reached, answers, 1 + len(moves))

    def _first_player_succeeds(self, solver: Solver, after: SolverPosition) -> bool:
        solver.nodes = 0
        reached = solver.reaches(after)
        self.nodes += solver.nodes
        return reached is self.plays


class _LineBuilder:
    """Builds lines from a solver that has read a position. The winner wins as fast as possible, and the loser resists
    as long as possible."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.lines: dict[SolverPosition, list[int]] = {}
        self.path: set[SolverPosition] = set()

    def line(self, place: SolverPosition) -> list[int]:
        """Return the moves from this position until the outcome is clear."""
        if place in self.lines:
            return self.lines[place]
        if place in self.path or len(self.path) > LONGEST_LINE or self.solver.decided_result(place) is not None:
            return []
        self.path.add(place)
        wins = self.solver.reaches(place) is place.is_reachers
        found = self._shortest_line(place) if wins else self._longest_line(place)
        self.path.discard(place)
        self.lines[place] = found
        return found

    def _shortest_line(self, place: SolverPosition) -> list[int]:
        """Return the shortest line with which the winner reaches the result. At the winner's first move all winning
        moves are compared. After that, only the winning move that the solver already knows is followed."""
        best = self.solver.winning_move(place)
        moves = list(self.solver.moves(place))
        if len(self.path) > 1:
            moves = [one for one in moves if one[0] == best] or moves
        good = [(bit, after) for bit, after in moves if self.solver.reaches(after) is place.is_reachers]
        lines = [[bit, *self.line(after)] for bit, after in good]
        return min(lines, key=len, default=[])

    def _longest_line(self, place: SolverPosition) -> list[int]:
        lines = [[bit, *self.line(after)] for bit, after in self.solver.moves(place) if bit != PASS]
        return max(lines, key=len, default=[])
