"""A game with conditional moves equals the same game played by hand, with fewer requests (issue 16, C12), including
captures, ko and passes."""

from __future__ import annotations

from random import Random

import pytest

from games import verbs
from games.management.commands.check_games import find_record_faults
from games.models import Game
from rules import GameState, Pass, Play, Point, apply, vertex
from rules.legality import legal_points
from rules.plan import read_plan
from tests.factories import act, make_game, reload

pytestmark = pytest.mark.django_db
MOVES, CORNER = 28, 4
"""This many moves, all in one corner of this many lines: stones are taken again and again."""


def some_move(state: GameState, chance: Random) -> Point | None:
    """A legal move, in the corner while there is one; now and then None, a pass, where that ends nothing."""
    legal = legal_points(state)
    if state.last_move is not None and state.last_move.point is not None and chance.random() < 0.04:
        return None
    return chance.choice([point for point in legal if point.column < CORNER and point.row < CORNER] or legal)


def after(state: GameState, point: Point | None) -> GameState:
    color = state.to_play
    return apply(state, Pass(color) if point is None else Play(color, point))


def some_line(state: GameState, chance: Random) -> list[tuple[GameState, Point | None]]:
    """The moves of a game, each with the position before it; never two passes in a row, which would end play."""
    line: list[tuple[GameState, Point | None]] = []
    while len(line) < MOVES:
        point = some_move(state, chance)
        line.append((state, point))
        state = after(state, point)
    return [*line, (state, None)]


def word(point: Point | None) -> str:
    return "pass" if point is None else vertex(point, 9)


def planned(line, at: int, depth: int, chance: Random) -> list:
    """Return the replies of the player of move `at` to the next moves, to this depth: some moves that come, and some
    that do not."""
    if depth == 0 or at + 2 >= MOVES:
        return []
    branches = []
    (state, theirs), (_, mine) = line[at + 1], line[at + 2]
    other = some_move(state, chance)
    if other not in (None, theirs) and (reply := some_move(after(state, other), chance)) is not None:
        branches.append([word(other), word(reply)])
    branches.append([word(theirs), word(mine), planned(line, at + 2, depth - 1, chance)])
    return branches


def record_of(game: Game) -> list[tuple[object, ...]]:
    rows = game.actions.order_by("number")
    return [(row.number, row.color, row.payload.get("point"), row.effect["captured"]) for row in rows]


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_conditional_moves_equals_the_same_game_by_hand_and_takes_fewer_requests(seed):
    chance = Random(seed)
    by_plan, by_hand = make_game(days=3), make_game(days=3)
    line = some_line(by_plan.state(), chance)
    asked = 0
    while (done := reload(by_plan).move_number) < MOVES:
        game = reload(by_plan)
        then = planned(line, done, chance.randrange(5), chance)
        hand_over(game, line[done][1], then)
        asked += 1
    for _state, point in line[:MOVES]:
        hand_over(reload(by_hand), point, [])

    one, other = reload(by_plan), reload(by_hand)
    assert record_of(one) == record_of(other)
    assert (one.snapshot, one.position_keys, one.turn) == (other.snapshot, other.position_keys, other.turn)
    assert any(captured for *_, captured in record_of(one))
    assert find_record_faults(one) == find_record_faults(other) == []
    assert asked < MOVES


def hand_over(game: Game, point: Point | None, then: list) -> None:
    """Make one move by hand, with what is planned after it."""
    plan = read_plan(then, game.agreed_setup) if then else None
    if point is None:
        act(game, verbs.Pass, plan=plan)
    else:
        act(game, verbs.Play, point=point, plan=plan)
