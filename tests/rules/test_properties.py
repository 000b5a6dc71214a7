"""Properties of every game, checked against a slow engine that shares no code, and against the promises of the
rules."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    BLACK_AND_WHITE,
    RULE_SETS,
    Accept,
    Action,
    AfterRejection,
    Board,
    ByColor,
    Color,
    GameState,
    Pass,
    PlaceHandicap,
    Play,
    Point,
    Propose,
    Reject,
    Resign,
    Resume,
    RulesError,
    Setup,
    Stage,
    Withdraw,
    action_from_payload,
    apply,
    explain_score_of_state,
    illegal_points,
    illegality_code,
    legal_points,
    new_game,
    replay,
    score,
    sgf,
)
from rules.actions import score_of
from rules.ruleset import KoRule, SelfCaptureRule
from rules.scoring import ScoreContext, score_aga_territory
from tests.diagrams import board
from tests.support.nights import examples_by_day

SEEDS = st.integers(0, 2**32)
NONE = ByColor(0, 0)


class SlowEngine:
    """Go with sets of points and whole boards: slow, short, and written without a look at `rules`."""

    def __init__(self, width: int, height: int, ko: str, suicide: str) -> None:
        self.size, self.ko, self.suicide = (width, height), ko, suicide
        self.stones: dict[tuple[int, int], str] = {}
        self.boards = [({}, "B")]

    def play(self, color: str, point: tuple[int, int]) -> str:
        """Play there; "" when it went well, else why not."""
        if point in self.stones:
            return "occupied"
        stones = {**self.stones, point: color}
        enemy = "W" if color == "B" else "B"
        for near in self._around(point):
            if stones.get(near) == enemy and not self._free(stones, near):
                for stone in self._chain(stones, near):
                    del stones[stone]
        if not self._free(stones, point):
            lost = self._chain(stones, point)
            if self.suicide == "forbidden" or (self.suicide == "multi_stone" and len(lost) == 1):
                return "self_capture"
            for stone in lost:
                del stones[stone]
        refused = self._repeats(stones, enemy)
        if not refused:
            self._next(stones, enemy)
        return refused

    def pass_(self, color: str) -> None:
        """Pass."""
        self._next(self.stones, "W" if color == "B" else "B")

    def _repeats(self, stones, to_move) -> str:
        if self.ko == "simple":
            return "ko" if len(self.boards) > 1 and self.boards[-2][0] == stones else ""
        if self.ko == "positional":
            return "superko" if any(stones == before for before, _ in self.boards) else ""
        return "superko" if (stones, to_move) in self.boards else ""

    def _next(self, stones, to_move) -> None:
        self.stones = stones
        self.boards.append((dict(stones), to_move))

    def _around(self, point):
        x, y = point
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return [(a, b) for a, b in near if 0 <= a < self.size[0] and 0 <= b < self.size[1]]

    def _chain(self, stones, start):
        chain, todo = {start}, [start]
        while todo:
            for near in self._around(todo.pop()):
                if stones.get(near) == stones[start] and near not in chain:
                    chain.add(near)
                    todo.append(near)
        return chain

    def _free(self, stones, start) -> bool:
        return any(near not in stones for stone in self._chain(stones, start) for near in self._around(stone))


@pytest.mark.parametrize("suicide", list(SelfCaptureRule))
@pytest.mark.parametrize("ko", list(KoRule))
@settings(max_examples=12)
@given(seed=SEEDS, size=st.sampled_from([(1, 5), (2, 2), (2, 3), (3, 3), (3, 5), (4, 4), (5, 5), (7, 6)]))
def test_every_move_is_accepted_or_refused_as_a_slow_engine_says_R2_to_R5(ko, suicide, seed, size):
    dice = random.Random(seed)
    ruleset = replace(RULE_SETS["chinese"], ko=ko, self_capture=suicide)
    state, slow = new_game(Setup(*size, ruleset, Decimal(0))), SlowEngine(*size, ko.value, suicide.value)
    points = list(state.board.points())
    for _ in range(60):
        color = state.to_play
        if state.stage is not Stage.PLAY:
            break
        if dice.random() < 0.05:
            state = apply(state, Pass(color))
            slow.pass_(color.letter)
            continue
        point = dice.choice(points)
        expected = slow.play(color.letter, point) or None
        assert illegality_code(state, point) == expected
        assert illegal_points(state).get(point) == (None if expected == "occupied" else expected)
        if expected is None:
            state = apply(state, Play(color, point))
            assert {p: state.board[p].letter for p in points if state.board[p]} == slow.stones


def finished(dice: random.Random, setup: Setup, most: int = 200) -> GameState:
    """A random game until no one wants to play any more: own eyes are not filled."""
    state = new_game(setup)
    for _ in range(most):
        if state.stage is Stage.HANDICAP:
            points = dice.sample(list(state.board.points()), setup.handicap)
            state = apply(state, PlaceHandicap(Color.BLACK, frozenset(points)))
            continue
        if state.stage is not Stage.PLAY:
            return state
        wanted = [point for point in legal_points(state) if not _is_own_eye(state, point)]
        state = apply(state, Play(state.to_play, dice.choice(wanted)) if wanted else Pass(state.to_play))
    while state.stage is Stage.PLAY:
        state = apply(state, Pass(state.to_play))
    return state


def _is_own_eye(state: GameState, point: Point) -> bool:
    column, row = point
    around = [Point(column + x, row + y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    inside = [p for p in around if 0 <= p.column < state.board.width and 0 <= p.row < state.board.height]
    return all(state.board[near] is state.to_play for near in inside)


def some_dead(dice: random.Random, position: Board) -> frozenset[Point]:
    """Whole chains, chosen at random."""
    stones = [point for point in position.points() if position[point] is not None]
    dead: frozenset[Point] = frozenset()
    for point in dice.sample(stones, min(len(stones), dice.randrange(3))):
        dead |= position.chain_at(point).stones
    return dead


@pytest.mark.parametrize("rules", ["aga", "bga"])
@pytest.mark.parametrize(("size", "handicap", "games"), [(5, 0, 500), (6, 0, 250), (7, 0, 150), (7, 2, 80), (7, 4, 80)])
def test_counting_areas_or_territories_gives_the_same_margin_R23(rules, size, handicap, games):
    """At night more than two thousand finished games in all, by day a tenth of them."""
    ruleset = RULE_SETS[rules]
    setup = Setup(size, size, ruleset, ruleset.default_komi(size, size, handicap), handicap)
    for seed in range(games if os.environ.get("IGO_NIGHTLY") else games // 10):
        dice = random.Random(f"{rules} {size} {handicap} {seed}")
        state = finished(dice, setup)
        dead = some_dead(dice, state.board)
        by_territory = score_aga_territory(
            state.board, dead, ScoreContext(setup.komi, state.prisoners, state.pass_stones)
        )

        assert score_of(state, dead).margin == by_territory.margin


WALLS = """
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
"""


@pytest.mark.parametrize("rules", [key for key, r in RULE_SETS.items() if not r.all_stones_alive])
@examples_by_day(20)
@given(seed=SEEDS)
def test_settling_never_changes_the_score_R15(rules, seed):
    """Whatever either side plays where all is decided, or passes: with equally many turns the margin stays."""
    dice, ruleset = random.Random(seed), RULE_SETS[rules]
    start = tuple(board(WALLS).rows())
    state = new_game(Setup(9, 9, ruleset, ruleset.komi[0], start=start, first=Color.BLACK))
    state = _until_stopped(state)
    before = score_of(state, _strays(state)).margin
    state = apply(state, Propose(state.to_play, frozenset()))
    state = apply(state, Reject(state.to_play, 1, AfterRejection.PLAY_OUT))
    for _ in range(dice.randrange(10)):
        state = _play_one(dice, state)
        if state.stage is not Stage.PLAY:
            break
    state = _until_stopped(state)

    assert state.dispute is None
    assert score_of(state, _strays(state)).margin == before


def _until_stopped(state: GameState) -> GameState:
    while state.stage is Stage.PLAY:
        state = apply(state, Pass(state.to_play))
    return state


def _strays(state: GameState) -> frozenset[Point]:
    """Return stones beyond the wall."""
    columns = {Color.BLACK: range(6, 9), Color.WHITE: range(4)}
    return frozenset(p for p in state.board.points() if (c := state.board[p]) is not None and p.column in columns[c])


def _play_one(dice: random.Random, state: GameState) -> GameState:
    points = legal_points(state)
    if dice.random() < 0.3 or not points:
        return apply(state, Pass(state.to_play))
    return apply(state, Play(state.to_play, dice.choice(points)))


def turned(position: Board, points: frozenset[Point], how: int) -> tuple[Board, frozenset[Point]]:
    """The board seen in one of its eight ways, and the points as they then are."""

    def move(point: Point) -> Point:
        column, row = point
        if how & 1:
            column = position.width - 1 - column
        if how & 2:
            row = position.height - 1 - row
        return Point(row, column) if how & 4 else Point(column, row)

    width, height = (position.height, position.width) if how & 4 else (position.width, position.height)
    stones = [(position[p], move(p)) for p in position.points()]
    return Board.empty(width, height).with_stones(stones), frozenset(map(move, points))


def other_colors(position: Board) -> Board:
    """The position with the colours exchanged."""
    return Board.from_rows([row.translate(str.maketrans("XO", "OX")) for row in position.rows()])


def exchanged(held: ByColor[int]) -> ByColor[int]:
    return ByColor(held.white, held.black)


@pytest.mark.parametrize("rules", [key for key, rules in RULE_SETS.items() if not rules.ties_to_black])
@examples_by_day(20)
@given(seed=SEEDS, size=st.sampled_from([(3, 3), (4, 5), (5, 5), (6, 7), (9, 9)]))
def test_a_count_is_the_same_from_every_side_and_with_the_colours_exchanged(rules, seed, size):
    dice, ruleset = random.Random(seed), RULE_SETS[rules]
    state = finished(dice, Setup(*size, ruleset, Decimal(0)), most=dice.randrange(5, 80))
    dead = some_dead(dice, state.board)

    def margin(position: Board, marked: frozenset[Point], held: ByColor[int], handed: ByColor[int]) -> Decimal:
        return score(position, marked, ruleset, ScoreContext(Decimal(0), held, handed)).margin

    plain = margin(state.board, dead, state.prisoners, state.pass_stones)
    for how in range(8):
        assert margin(*turned(state.board, dead, how), state.prisoners, state.pass_stones) == plain
    prisoners, handed_over = exchanged(state.prisoners), exchanged(state.pass_stones)
    assert margin(other_colors(state.board), dead, prisoners, handed_over) == -plain


@given(seed=SEEDS)
def test_brainkings_count_has_the_margin_of_the_japanese_one_R21(seed):
    dice = random.Random(seed)
    state = finished(dice, Setup(6, 6, RULE_SETS["japanese"], Decimal("6.5")), most=60)
    dead = some_dead(dice, state.board)
    as_brainking = replace(state, setup=replace(state.setup, ruleset=RULE_SETS["brainking"]))

    assert score_of(state, dead).margin == score_of(as_brainking, dead).margin


@pytest.mark.parametrize("rules", RULE_SETS)
@examples_by_day(20)
@given(seed=SEEDS)
def test_the_explanation_of_every_point_adds_up_to_the_count_R62(rules, seed):
    dice = random.Random(seed)
    state = finished(dice, Setup(6, 6, RULE_SETS[rules], Decimal(0)), most=60)
    dead = some_dead(dice, state.board)
    explained = explain_score_of_state(state, dead)
    owners = [(c.why.value, c.color) for c in explained.points.values()]

    assert explained.score == score_of(state, dead)
    for color in BLACK_AND_WHITE:
        territory = owners.count(("territory", color)) + owners.count(("under_dead_stone", color))
        assert territory == len(explained.score.territory[color])
    if explained.half_count is not None:
        assert explained.half_count.margin == explained.score.margin


def any_action(dice: random.Random, state: GameState) -> Action:
    """Something that the side to act might try, legal or not."""
    me = state.to_play
    points = list(state.board.points())
    number = state.proposal_count + dice.choice([0, 0, 0, 1])
    choices: list[Action] = {
        Stage.HANDICAP: [PlaceHandicap(me, frozenset(dice.sample(points, state.setup.handicap)))],
        Stage.PLAY: [*(Play(me, dice.choice(points)) for _ in range(12)), Pass(me), Pass(me), Pass(me)],
        Stage.MARKING: [Propose(me, some_dead(dice, state.board)), Propose(me, frozenset()), Resume(me)],
        Stage.DECIDING: [
            *(Reject(me, number, then, "no") for then in AfterRejection), Withdraw(me.opponent, number),
            Accept(me, number),
        ],
    }[state.stage]  # fmt: skip
    return Resign(me) if dice.random() < 0.002 else dice.choice(choices)


@pytest.mark.parametrize("rules", RULE_SETS)
@settings(max_examples=25)
@given(seed=SEEDS)
def test_any_game_can_be_stored_replayed_and_written_down(rules, seed):
    dice, ruleset = random.Random(seed), RULE_SETS[rules]
    handicap = dice.choice([0, 0, 2]) if ruleset.handicap_placement.value == "free" else 0
    setup = Setup(4, 4, ruleset, ruleset.default_komi(4, 4, handicap), handicap)
    state, record = new_game(setup), []
    for _ in range(120):
        if state.stage is Stage.FINISHED:
            break
        action, before = any_action(dice, state), state.to_json()
        try:
            after = apply(state, action)
        except RulesError:
            assert state.to_json() == before
            continue
        assert state.to_json() == before
        record.append(action)
        state = after

    stored = [(a.kind, getattr(a, "color", None), a.payload(setup)) for a in record]
    read = [action_from_payload(kind, color, payload, setup) for kind, color, payload in stored]

    assert read == record
    assert replay(setup, record) == state
    assert GameState.from_json(setup, state.to_json(), state.position_keys) == state
    assert Setup.from_json(setup.to_json()) == setup
    written = sgf.read_game(sgf.parse(sgf.serialize([sgf.write_game(setup, record)]))[0])
    moves = [(a.color, getattr(a, "point", None)) for a in record if isinstance(a, Play | Pass)]
    assert [(move.color, move.point) for move in written.moves] == moves
    if handicap and not any(isinstance(action, PlaceHandicap) for action in record):
        return  # an agreed handicap without its stones looks like an empty start position
    assert written.setup == setup
    assert sgf.position_after(written).board == state.board
