"""Verify the claims of a lesson about its boards with `rules` (C101). A claim is a line such as

liberties C3 = 4            the chain at C3 has 4 liberties
stones C3 = 2               the chain at C3 has 2 stones
captures C3 = 2             a stone at C3 captures 2 stones
illegal C3 = ko             a stone at C3 is illegal for this reason
legal C3                    a stone at C3 is legal
alive C3 = yes              the chain at C3 can never be captured (Benson)
dead C3 = yes               the server would suggest the stone at C3 as dead
caught C3 = yes             by reading, the side to play captures the chain at C3, or the opponent saves it
estimate = B8               all stones that the server would suggest as dead
score = 25 24               the final points of both sides, by the page's scoring
move = 36                   36 moves have been played

with optional moves that are played first: `C3 D4: liberties C3 = 2`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules import RULE_SETS, Board, GameState, Point, RulesError, illegality_code
from rules.errors import GameOver
from rules.estimate import suggest_dead, unconditionally_alive
from rules.notation import vertex

from .lesson import LessonStep, play_moves, play_one_move
from .outcomes import score_of_page

DEEPEST = 40
"""The largest number of moves that are read ahead."""
MOST_READ = 3000
"""The largest number of positions that are read for one claim."""
FREE = 3
"""The number of liberties from which a chain counts as free."""
Shown = Callable[[LessonStep, GameState, str], str]


class TooManyPositionsToRead(Exception):
    """Raised if a claim needs more than MOST_READ positions."""


@dataclass
class ReadingCounter:
    """Counts the positions that are read to verify one claim."""

    positions: int = 0

    def state_after(self, state: GameState, point: Point) -> GameState | None:
        """Count one more position as read, and return the state after this move, or None if the move is illegal. Raises
        TooManyPositionsToRead."""
        self.positions += 1
        if self.positions > MOST_READ:
            raise TooManyPositionsToRead
        return _state_after(state, point)


def failed_claims(step: LessonStep) -> list[str]:
    """Return the claims that do not hold, each with the true value. Raises ValueError for an invalid claim."""
    return [failure for claim in step.claims if (failure := claim_failure(step, claim))]


def claim_failure(step: LessonStep, claim: str) -> str:
    """Return "" if the claim holds, otherwise the claim with the true value. Raises RulesError,
    TooManyPositionsToRead, and ValueError for an invalid claim."""
    moves, _, rest = claim.rpartition(":")
    asked, _, wanted = (part.strip() for part in rest.partition("="))
    kind, _, point = asked.partition(" ")
    if kind not in KINDS:
        raise ValueError(f"no such claim: {claim}")
    found = KINDS[kind](step, play_moves(step.start, moves), point)
    return "" if found == (wanted or "yes") else f"{claim}: it is {found}"


def _count_liberties(step: LessonStep, state: GameState, point: str) -> str:
    return str(len(state.board.chain_at(step.point_named(point)).liberties))


def _count_stones(step: LessonStep, state: GameState, point: str) -> str:
    return str(len(state.board.chain_at(step.point_named(point)).stones))


def _count_captures(step: LessonStep, state: GameState, point: str) -> str:
    if state.to_play is None:
        raise GameOver
    return str(len(state.board.place(state.to_play, step.point_named(point)).captured))


def _illegality_code_or_no(step: LessonStep, state: GameState, point: str) -> str:
    return illegality_code(state, step.point_named(point)) or "no"


def _illegality_code_or_yes(step: LessonStep, state: GameState, point: str) -> str:
    return illegality_code(state, step.point_named(point)) or "yes"


def _alive_answer(step: LessonStep, state: GameState, point: str) -> str:
    at = step.point_named(point)
    color = state.board.chain_at(at).color
    return "yes" if at in unconditionally_alive(state.board, color) else "no"


def _dead_answer(step: LessonStep, state: GameState, point: str) -> str:
    return "yes" if step.point_named(point) in suggest_dead(state.board, ruleset=RULE_SETS[step.ruleset]) else "no"


def _dead_points_text(step: LessonStep, state: GameState, _: str) -> str:
    found = suggest_dead(state.board, ruleset=RULE_SETS[step.ruleset])
    return " ".join(vertex(point, state.board.height) for point in sorted(found))


def _score_text(step: LessonStep, state: GameState, _: str) -> str:
    if step.count is None:
        raise ValueError("the page has no count")
    found, _dead_stones = score_of_page(step, state.board)
    return f"{found.totals.black} {found.totals.white}"


def _move_number_text(step: LessonStep, state: GameState, _: str) -> str:
    return str(sum(state.board[point] is not None for point in state.board.points()) + sum(state.prisoners.values))


def _caught_answer(step: LessonStep, state: GameState, point: str) -> str:
    """Return "yes" if the chain at `point` is captured, "no" if it escapes. The side to move attacks the chain if it is
    the opponent's, or tries to save it if it is its own."""
    at, reading = step.point_named(point), ReadingCounter()
    if state.board[at] is state.to_play:
        is_caught = not _escapes(reading, state, at, DEEPEST)
    else:
        is_caught = _is_caught(reading, state, at, DEEPEST)
    return "yes" if is_caught else "no"


def _is_caught(reading: ReadingCounter, state: GameState, at: Point, depth: int) -> bool:
    """Return whether the attacker, who is to move, captures the chain at `at` by playing on its liberties or, as a
    first move, next to them (a net). A chain with three liberties counts as escaped. `depth` is how many more attacking
    moves are read."""
    liberties = state.board.chain_at(at).liberties
    if len(liberties) == 1:
        return True
    if len(liberties) >= FREE or depth == 0:
        return False
    near = sorted(liberties) + (
        sorted(_empty_neighbors(state.board, liberties) - liberties) if depth == DEEPEST else []
    )
    after = (reading.state_after(state, point) for point in near)
    return any(one is not None and not _escapes(reading, one, at, depth - 1) for one in after)


def _escapes(reading: ReadingCounter, state: GameState, at: Point, depth: int) -> bool:
    """Return whether the defender, who is to move, saves the chain at `at`. The defender extends, captures adjacent
    stones in atari or, if the chain has several liberties, plays next to one of these. Other moves are not read."""
    board = state.board
    chain = board.chain_at(at)
    hunters = {stone for stone in _neighbors_of(board, chain.stones) if board[stone] not in (None, chain.color)}
    chains = (board.chain_at(stone).liberties for stone in hunters)
    ways = chain.liberties.union(*(liberties for liberties in chains if len(liberties) == 1))
    if len(chain.liberties) > 1:
        ways |= _empty_neighbors(board, chain.liberties)
    after = (reading.state_after(state, point) for point in sorted(ways))
    return any(one is not None and not _is_caught(reading, one, at, min(depth, DEEPEST - 1)) for one in after)


def _empty_neighbors(board: Board, points: Iterable[Point]) -> set[Point]:
    """Return the empty neighbours of these points."""
    return {point for point in _neighbors_of(board, points) if board[point] is None}


def _neighbors_of(board: Board, points: Iterable[Point]) -> set[Point]:
    neighbors = board.neighbors
    return {board.point(index) for point in points for index in neighbors[board.index(point)]}


def _state_after(state: GameState, point: Point) -> GameState | None:
    try:
        return play_one_move(state, vertex(point, state.board.height))
    except RulesError:
        return None


KINDS: dict[str, Shown] = {
    "liberties": _count_liberties,
    "stones": _count_stones,
    "captures": _count_captures,
    "illegal": _illegality_code_or_no,
    "legal": _illegality_code_or_yes,
    "alive": _alive_answer,
    "dead": _dead_answer,
    "caught": _caught_answer,
    "estimate": _dead_points_text,
    "score": _score_text,
    "move": _move_number_text,
}
