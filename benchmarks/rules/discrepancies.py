"""Measure how often suggestions of dead stones are right, and how often the server asks twice (R10, R60).

    python -m benchmarks.rules.discrepancies

Honest endings and false markings are tested. The boards are those that people marked, if the shared cases are next to
the project; otherwise those of the games that an engine played for the demo. One fifth of the boards also has separate
figures, which show the influence of chance.
"""

from __future__ import annotations

import json
import random
import statistics
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from decimal import Decimal
from pathlib import Path

from rules import (
    RULE_SETS,
    Board,
    ByColor,
    Color,
    GameState,
    Point,
    Proposal,
    Setup,
    discrepancy_of,
    from_sgf,
    new_game,
    parse_vertex,
)
from rules.actions import score_of
from rules.estimate import Suggestion, marking_toggle, suggest

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "cases"
PLAYED = ROOT / "goserver" / "management" / "demo_games.json"


@dataclass(frozen=True, slots=True)
class Ending:
    """A finished board, its dead stones according to people or an engine, and points that they left undecided."""

    name: str
    source: str
    state: GameState
    dead: frozenset[Point]
    ignored: frozenset[Point] = frozenset()

    @property
    def is_in_the_fifth(self) -> bool:
        """Return whether the board belongs to the fifth with separate figures."""
        return zlib.crc32(self.name.encode()) % 5 == 0

    def is_right(self, suggestion: Suggestion) -> bool:
        """Return whether the suggestion has exactly these dead stones."""
        return not (suggestion.dead ^ self.dead) - self.ignored


def endings() -> list[Ending]:
    """Return all available boards."""
    if not SHARED.exists():
        return played()
    rows = [json.loads(line) for name in ("dead", "score") for line in (SHARED / f"{name}.jsonl").open()]
    found = {ending.state.board.key: ending for row in rows if (ending := _marked(row))}
    return list(found.values())


def played() -> list[Ending]:
    """Return the boards of the games that an engine played to the end for the demo."""
    from tests.diagrams import play

    found, ruleset = [], RULE_SETS["japanese"]
    for number, game in enumerate(json.loads(PLAYED.read_text())):
        size = game["size"]
        state = play(new_game(Setup(size, size, ruleset, ruleset.komi[0])), game["moves"])
        dead = frozenset(parse_vertex(text, size, size) for text in game["dead"].split())
        found.append(Ending(str(number), "played", state, dead))
    return found


def _marked(row: dict) -> Ending | None:  # type: ignore[type-arg]
    source = next((key for key in ("kgs", "gnugo", "ogs") if key in row.get("id", "") or key in row["source"]), "")
    if "board" not in row or not source or row.get("scoring", "territory") not in ("territory", "area"):
        return None
    board, ruleset = Board.from_rows(row["board"]), RULE_SETS.get(row.get("ruleset", "japanese"), RULE_SETS["japanese"])
    lost = ByColor(row.get("white_lost", 0), row.get("black_lost", 0))
    komi = Decimal(str(row.get("komi") or "6.5"))
    setup = Setup(
        board.width, board.height, ruleset, komi, start=tuple(row["board"]), first=Color.BLACK, prisoners=lost
    )

    def points(name: str) -> frozenset[Point]:
        return frozenset(from_sgf(text, board.width, board.height) for text in row.get(name, "").split())

    return Ending(row["id"], source, new_game(setup), points("dead"), points("ignore"))


def proposal(state: GameState, dead: frozenset[Point], by: Color | None = None) -> Proposal:
    """Return a proposal of these dead stones, by default by the side that wins with it."""
    score = score_of(state, dead)
    return Proposal(1, by or score.winner or Color.BLACK, dead, score)


def frauds(ending: Ending) -> list[Proposal]:
    """Return markings that change the winner: a living chain or region as dead, or a dead one as alive."""
    state, winner = ending.state, score_of(ending.state, ending.dead).winner
    markings: dict[frozenset[Point], None] = {}
    for point in state.board.points():
        if state.board[point] is not None and point not in ending.ignored:
            markings |= dict.fromkeys(_forged(ending, point))
    made = (proposal(state, dead) for dead in markings)
    return [forged for forged in made if forged.score.winner is not winner]


def _forged(ending: Ending, point: Point) -> Iterator[frozenset[Point]]:
    for whole in (False, True):
        stones = marking_toggle(ending.state.board, frozenset(), point, whole_region=whole)
        yield ending.dead - stones if point in ending.dead else ending.dead | stones


def passes(ending: Ending, made: Proposal, suggestion: Suggestion) -> bool:
    """Return whether this proposal is accepted without a second confirmation."""
    return discrepancy_of(ending.state, made, suggestion.dead, suggestion.unsure) is None


@dataclass(slots=True)
class Figures:
    """The figures of all endings of one kind."""

    boards: int = 0
    right: int = 0
    asked: int = 0
    frauds: int = 0
    passed: int = 0
    staged: int = 0
    staged_passed: int = 0

    def add(self, other: Figures) -> None:
        """Add the figures of other boards."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    def line(self) -> str:
        """Return the figures as a sentence."""
        return (
            f"{self.right} of {self.boards} fully right ({self.right / self.boards:.1%}); "
            f"honest endings asked twice {self.asked} ({self.asked / self.boards:.1%}); "
            f"frauds, one a board, that pass {self.staged_passed} of {self.staged} "
            f"({self.staged_passed / max(1, self.staged):.1%}); "
            f"all frauds {self.passed} of {self.frauds} ({self.passed / max(1, self.frauds):.1%})"
        )


def figures_of(ending: Ending, suggestion: Suggestion, dice: random.Random) -> Figures:
    """Return the figures of one board: the honest marking proposed once, by a random side, and every false marking."""
    by = dice.choice([Color.BLACK, Color.WHITE])
    passed = [passes(ending, made, suggestion) for made in frauds(ending)]
    return Figures(
        boards=1,
        right=ending.is_right(suggestion),
        asked=not passes(ending, proposal(ending.state, ending.dead, by), suggestion),
        frauds=len(passed),
        passed=sum(passed),
        staged=bool(passed),
        staged_passed=bool(passed) and dice.choice(passed),
    )


def measure(found: list[Ending], seed: int = 1) -> tuple[dict[str, Figures], list[float]]:
    """Return the figures by source, for the fifth and for all boards; and the milliseconds of processor time on 19x19,
    sorted."""
    dice, times = random.Random(seed), []  # noqa: S311 - not a secret
    figures: dict[str, Figures] = {}
    for ending in found:
        board = ending.state.board
        start = time.process_time()
        suggestion = suggest(board, ruleset=RULE_SETS["japanese"])
        if board.width == board.height == 19:
            times.append((time.process_time() - start) * 1000)
        one = figures_of(ending, suggestion, dice)
        for name in (ending.source, "one fifth" if ending.is_in_the_fifth else "the rest", "all"):
            figures.setdefault(name, Figures()).add(one)
    return figures, sorted(times)


def main() -> None:
    """Measure and print."""
    figures, times = measure(endings())
    for name, one in figures.items():
        print(f"{name}: {one.line()}")
    if times:
        most = times[int(len(times) * 0.95)]
        print(f"19x19, {len(times)} boards: median {statistics.median(times):.0f} ms, 95 % below {most:.0f} ms")


if __name__ == "__main__":
    main()
