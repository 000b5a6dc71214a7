"""Generate problems from random positions that the solver proves to have a clear answer (C105).

Every position is made by a random generator; none is taken from a collection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from rules import Board, Color
from rules.benson import chains_of
from rules.board import neighbors_of

from .problem import FREE, Goal
from .proof import Proof, TryOutcome, prove
from .solver import Solver, SolverInput, SolverLimitReached

SIZE, SMALL = 9, 7
MOST_RIGHT = 2
"""The most correct first moves of a problem."""
LEAST_WRONG = 3
NODES = 3000
"""The largest number of positions that the solver reads for one first move; a problem that needs more is too large."""
HALF = 0.5
SAFE = 2
"""The number of outside liberties that walls must have."""


@dataclass(frozen=True, slots=True)
class ProblemCandidate:
    """A generated position: its kind, its goal, and who plays first."""

    kind: Goal
    question: SolverInput
    first: Color


@dataclass(frozen=True, slots=True)
class ProvedCandidate:
    """A candidate with its proof."""

    candidate: ProblemCandidate
    proof: Proof


def generate_problems(kind: str, seed: int) -> Iterator[ProvedCandidate]:
    """Yield an endless sequence of different problems of this kind. The same seed gives the same problems."""
    chance, seen = Random(f"{kind} {seed}"), set[bytes]()  # noqa: S311 - no secret
    while True:
        drawing = DRAWN[kind](chance)
        for candidate in drawing:
            shape = _symmetry_key(candidate)
            if shape in seen:
                continue
            seen.add(shape)
            proof = proof_if_clear(candidate)
            if proof is not None:
                yield ProvedCandidate(candidate, proof)
                break


def proof_if_clear(candidate: ProblemCandidate) -> Proof | None:
    """Return the candidate's proof if the problem has a clear answer, otherwise None."""
    question = candidate.question
    if not walls_are_safe(question.board, question.area):
        return None
    try:
        if not _depends_on_first_player(candidate):
            return None
        proof = prove(question, candidate.first, NODES)
    except SolverLimitReached:
        return None
    wrong = len(proof.lines) - len(proof.right)
    clear = proof.best is not TryOutcome.NO and proof.elsewhere.reached is TryOutcome.NO
    if not clear or not 1 <= len(proof.right) <= MOST_RIGHT or wrong < LEAST_WRONG:
        return None
    return proof


def _depends_on_first_player(candidate: ProblemCandidate) -> bool:
    """Return whether the result depends on who plays first, assuming that the first player may retake every ko. Raises
    SolverLimitReached."""
    plays = candidate.first == candidate.question.reacher
    solver = Solver(candidate.question, master=plays, nodes=NODES)
    start = solver.start if plays else solver.start.passed()
    return solver.reaches(start) is plays and solver.reaches(start.passed()) is not plays


def _generate_eye_spaces(chance: Random) -> Iterator[ProblemCandidate]:
    """Yield groups with an eye space inside a wall. One side can make the group live, and the other can kill it."""
    room = _random_polyomino(chance, chance.randint(4, 8))
    defender = chance.choice((Color.BLACK, Color.WHITE))
    wall = _surrounding_points(room)
    gaps = set(chance.sample(sorted(wall), chance.choice((0, 0, 0, 1, 1, 2))))
    outer = _surrounding_points(room | wall)
    area = room | gaps
    cells = dict.fromkeys(wall - gaps, defender) | dict.fromkeys(outer, defender.opponent)
    for point in sorted(room):
        drawn = chance.random()
        if drawn < 0.28:
            cells[point] = defender.opponent if drawn < 0.17 else defender
    liberty = [point for point in outer if _neighbors_at(point) & (wall - gaps)]
    if chance.random() < 0.3 and liberty:
        point = chance.choice(sorted(liberty))
        del cells[point]
        area = area | {point}
        cells |= dict.fromkeys(_surrounding_points({point}) - room - wall - outer, defender.opponent)
    board = _board_from_cells(cells)
    wall_chains = [chain for chain in chains(board, defender) if chain & wall]
    if not wall_chains:
        return
    largest = max(wall_chains, key=_chain_sort_key)
    question = SolverInput(board, defender.opponent, (min(largest),), frozenset(area))
    for first in chance.sample((defender, defender.opponent), 2):
        yield ProblemCandidate("live" if first is defender else "kill", question, first)


def _generate_fights(chance: Random) -> Iterator[tuple[Board, frozenset[int]]]:
    """Yield boards with stones of both sides in a small area, between walls of both sides. Each comes with the points
    of the area, as indices."""
    room = _random_polyomino(chance, chance.randint(8, 14))
    ring = sorted(_surrounding_points(room))
    turned = chance.randrange(len(ring))
    half = chance.randint(1, len(ring) - 1)
    ordered = _ring_order(ring)
    ordered = ordered[turned:] + ordered[:turned]
    cells = {point: Color.BLACK if number < half else Color.WHITE for number, point in enumerate(ordered)}
    for point in sorted(room):
        drawn = chance.random()
        if drawn < 0.6:
            cells[point] = Color.BLACK if drawn < 0.3 else Color.WHITE
    board = _board_from_cells(cells)
    if sum(not board.cells[point] for point in room) <= 9 and _all_have_liberties(board):
        yield board, frozenset(room)


def _generate_races(chance: Random) -> Iterator[ProblemCandidate]:
    """Yield capturing races: two groups, each of which must capture the other to live."""
    for board, room in _generate_fights(chance):
        inside = {color: [c for c in chains(board, color) if c <= room] for color in (Color.BLACK, Color.WHITE)}
        for first in chance.sample((Color.BLACK, Color.WHITE), 2):
            prey = [
                chain
                for chain in inside[first.opponent]
                if len(chain) >= 2 and _is_next_to_larger_chain(board, chain, inside[first])
            ]
            if prey:
                largest = max(prey, key=_chain_sort_key)
                question = SolverInput(board, first, (min(largest),), room)
                yield ProblemCandidate("race", question, first)


def _generate_connections(chance: Random) -> Iterator[ProblemCandidate]:
    """Yield positions with two chains that one side can connect and the other can cut."""
    for board, room in _generate_fights(chance):
        for color in chance.sample((Color.BLACK, Color.WHITE), 2):
            near = [chain for chain in chains(board, color) if len(chain) >= 2 and _has_liberty_in(board, chain, room)]
            if len(near) < 2:
                continue
            pair = sorted(near, key=_chain_sort_key)[-2:]
            marks = tuple(min(_stones_facing_area(board, chain, room)) for chain in pair)
            question = SolverInput(board, color, marks, room)
            for first in chance.sample((color, color.opponent), 2):
                yield ProblemCandidate("connect" if first is color else "cut", question, first)


def _generate_ladders(chance: Random) -> Iterator[ProblemCandidate]:
    """Yield positions with a chain of one or two stones on an open board, among a few other stones. The goal is to
    capture the chain in a ladder."""
    size = SMALL
    start = chance.choice([row * size + column for row in range(1, size - 1) for column in range(1, size - 1)])
    prey = {start}
    if chance.random() < HALF:
        prey.add(chance.choice(sorted(_neighbors_at(start, size))))
    first = chance.choice((Color.BLACK, Color.WHITE))
    close = sorted(_surrounding_points(prey, size))
    further = sorted(_surrounding_points({*close, *prey}, size))
    others = sorted(set(range(size * size)) - prey - {*close, *further})
    cells = dict.fromkeys(prey, first.opponent) | dict.fromkeys(_random_points(chance, close, 4, 6), first)
    cells |= {point: chance.choice((first.opponent, first, first)) for point in _random_points(chance, further, 1, 3)}
    cells |= {point: chance.choice((Color.BLACK, Color.WHITE)) for point in _random_points(chance, others, 0, 2)}
    board = _board_from_cells(cells, size)
    chain = _chain_with_stone(board, start)
    if len(_liberties(board, chain)) == FREE["ladder"] - 1:
        area = frozenset(point for point in range(size * size) if not board.cells[point])
        yield ProblemCandidate("ladder", SolverInput(board, first, (min(chain),), area, FREE["ladder"]), first)


DRAWN: dict[str, Callable[[Random], Iterator[ProblemCandidate]]] = {
    "group": _generate_eye_spaces,
    "race": _generate_races,
    "connection": _generate_connections,
    "ladder": _generate_ladders,
}
"""The generator for each kind of position."""


def _random_points(chance: Random, points: list[int], least: int, most: int) -> list[int]:
    return chance.sample(points, min(len(points), chance.randint(least, most)))


def _chain_sort_key(chain: frozenset[int]) -> tuple[int, list[int]]:
    return len(chain), sorted(chain)


def _random_polyomino(chance: Random, size: int) -> set[int]:
    """Return random connected points, mostly in a corner or on an edge."""
    place = chance.random()
    columns = range(1) if place < 0.55 else range(1, SIZE - 1)
    rows = range(SIZE - 1, SIZE) if place < 0.9 else range(2, SIZE - 2)
    points = {chance.choice(rows) * SIZE + chance.choice(columns)}
    while len(points) < size:
        near = {neighbors for point in points for neighbors in _neighbors_at(point)} - points
        close = [point for point in sorted(near) if len(_neighbors_at(point) & points) > 1 or chance.random() < 0.4]
        points.add(chance.choice(close or sorted(near)))
    return points


def _neighbors_at(point: int, size: int = SIZE) -> set[int]:
    return set(neighbors_of(size, size)[point])


def _surrounding_points(points: Iterable[int], size: int = SIZE) -> set[int]:
    """Return the points adjacent or diagonal to these points."""
    inside = set(points)
    found = set()
    for point in inside:
        row, column = divmod(point, size)
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if 0 <= row + down < size and 0 <= column + right < size:
                    found.add((row + down) * size + column + right)
    return found - inside


def _ring_order(points: list[int]) -> list[int]:
    """Return the points of a ring in the order in which they follow each other around the ring, as far as possible."""
    left, found = set(points), [min(points)]
    left.discard(found[0])
    while left:
        row, column = divmod(found[-1], SIZE)
        nearest = min(left, key=lambda one: (abs(one // SIZE - row) + abs(one % SIZE - column), one))
        found.append(nearest)
        left.discard(nearest)
    return found


def _board_from_cells(cells: dict[int, Color], size: int = SIZE) -> Board:
    return Board(size, size, bytes(cells.get(at, 0) for at in range(size * size)))


def chains(board: Board, color: Color) -> list[frozenset[int]]:
    """Return the chains of a colour, as sets of point indices."""
    return chains_of(board.neighbors, board.cells, color)


def _chain_with_stone(board: Board, stone: int) -> frozenset[int]:
    return next(chain for chain in chains(board, Color(board.cells[stone])) if stone in chain)


def _liberties(board: Board, chain: Iterable[int]) -> set[int]:
    neighbors = board.neighbors
    return {near for stone in chain for near in neighbors[stone] if not board.cells[near]}


def _all_have_liberties(board: Board) -> bool:
    return all(_liberties(board, chain) for color in (Color.BLACK, Color.WHITE) for chain in chains(board, color))


def walls_are_safe(board: Board, area: frozenset[int]) -> bool:
    """Return whether every chain has a liberty, and every chain that extends outside the area has at least SAFE
    liberties outside."""
    if not _all_have_liberties(board):
        return False
    neighbors = board.neighbors
    for color in (Color.BLACK, Color.WHITE):
        for chain in chains(board, color):
            outside = _liberties(board, chain) - area
            if outside and len(outside) < SAFE and any(near in area for stone in chain for near in neighbors[stone]):
                return False
    return True


def _is_next_to_larger_chain(board: Board, chain: frozenset[int], others: list[frozenset[int]]) -> bool:
    neighbors = board.neighbors
    near = {index for stone in chain for index in neighbors[stone]}
    return any(near & other for other in others if len(other) >= 2)


def _has_liberty_in(board: Board, chain: frozenset[int], room: frozenset[int]) -> bool:
    return bool(_liberties(board, chain) & room)


def _stones_facing_area(board: Board, chain: frozenset[int], room: frozenset[int]) -> set[int]:
    """Return the stones of the chain that are adjacent to an empty point of the area `room`."""
    neighbors = board.neighbors
    return {stone for stone in chain if any(near in room and not board.cells[near] for near in neighbors[stone])}


def _symmetry_key(candidate: ProblemCandidate) -> bytes:
    """Return a key that is the same for candidates that differ only by mirroring, rotating or swapping colours."""
    board, size = candidate.question.board, candidate.question.board.width
    swapped = bytes(3 - value if value else 0 for value in board.cells)
    cells = board.cells if candidate.first is Color.BLACK else swapped
    grid = [list(cells[at : at + size]) for at in range(0, size * size, size)]
    twins = []
    for _ in range(4):
        grid = [list(row) for row in zip(*grid[::-1], strict=True)]
        twins += [bytes(value for row in grid for value in row), bytes(value for row in grid for value in row[::-1])]
    return min(twins) + candidate.kind.encode()
