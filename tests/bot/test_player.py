"""The built-in player: single moves and whole games."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.player import choose_move, with_side_to_move
from rules import (
    RULE_SETS,
    Color,
    GameState,
    Pass,
    Phase,
    Play,
    RulesError,
    Setup,
    apply,
    new_game,
    parse_vertex,
    score_of,
    vertex,
)
from rules.estimate import suggest_dead
from tests import diagrams
from tests.support.nights import by_night_but

CHINESE = RULE_SETS["chinese"]


def drawn(diagram, rules="chinese"):
    """A game that starts from this position, Black to play."""
    position = diagrams.board(diagram)
    ruleset = RULE_SETS[rules]
    komi = ruleset.default_komi(position.width, position.height, 0)
    return new_game(Setup(position.width, position.height, ruleset, komi, start=tuple(position.rows())))


def chosen(state, color=Color.BLACK, seed=1):
    point = choose_move(state, color, random.Random(seed))
    return "pass" if point is None else vertex(point, state.setup.height)


def self_play(size, seed, limit) -> Iterator[GameState]:
    """The states of a game of the player against itself; every move goes through the rules."""
    state = new_game(Setup(size, size, CHINESE, CHINESE.default_komi(size, size, 0)))
    dice = random.Random(seed)
    while state.phase is Phase.PLAY and state.move_number < limit:
        color = state.to_play
        point = choose_move(state, color, dice)
        state = apply(state, Pass(color) if point is None else Play(color, point))
        yield state


# Single moves


def test_it_captures_a_chain_in_atari_that_could_escape():
    state = drawn("""
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . . X O X . .
        . . . . . . .
        . O . . . O .
        . . . . . . .
        """)

    assert chosen(state) == "D3"


def test_it_captures_the_larger_of_two_chains():
    state = drawn("""
        . . X . . . . . .
        . X O . . . . . .
        . . X . . X . . .
        . . . . X O X . .
        . . . . X O X . .
        . . . . X O X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)

    assert chosen(state) == "F3"


def test_it_saves_a_chain_in_atari():
    state = drawn("""
        . . . . . . . . .
        . . . . . . . . .
        . . O O . . . . .
        . O X X O . . . .
        . O X X O . . . .
        . . O . . . X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)

    assert chosen(state) == "D4"


def test_it_saves_a_chain_by_capturing_the_attacker():
    state = drawn("""
        . O . X . . .
        . X O X . . .
        O X O X . . .
        . O X . . . .
        O . O X X X X
        . O O O O O O
        . . . . . . .
        """)

    assert chosen(state, Color.WHITE) == "A6"


def test_it_does_not_run_out_of_a_ladder_that_works():
    state = drawn("""
        . . . . . . . . .
        . . X . . . . . .
        . X O X . . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """)

    assert all(chosen(state, Color.WHITE, seed) != "C6" for seed in range(5))


def test_it_runs_when_the_ladder_is_broken():
    state = drawn("""
        . . X X . . .
        . X O O X . .
        . X O O X X X
        . X O O X O O
        . . . X O . .
        . O . . . . .
        . . . . O . .
        """)

    assert chosen(state, Color.WHITE) == "C3"


@pytest.mark.parametrize("seed", range(5))
def test_it_fills_no_eye_of_its_own(seed):
    state = drawn("""
        . X . X O .
        X X X X O O
        O O O O O O
        O . O O . O
        O O O O O O
        """)

    assert chosen(state, Color.BLACK, seed) == "pass"
    assert chosen(state, Color.WHITE, seed) == "pass"


def test_it_makes_the_second_eye():
    state = drawn("""
        . . . X O . O
        X X X X O O O
        O O O O O . O
        . O O O O O O
        O O O O O O O
        """)

    assert chosen(state, Color.BLACK) == "B5"
    assert chosen(state, Color.WHITE) == "B5"


def test_it_does_not_take_back_in_a_ko_at_once():
    state = drawn("""
        . . . . . . .
        . . X O . . .
        . X O . O . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """)
    taken = apply(state, Play(Color.BLACK, parse_vertex("D5", 7, 7)))

    assert all(chosen(taken, Color.WHITE, seed) != "C5" for seed in range(10))


def test_it_keeps_to_superko():
    """The capture is the best move, unless the position after it has been there before."""
    state = drawn("""
        . X O O
        X O . O
        X X O O
        X . X X
        """)
    point = parse_vertex("C3", 4, 4)
    after = apply(state, Play(Color.BLACK, point))
    barred = replace(state, history=(after.history[-1], *state.history))

    assert chosen(state) == "C3"
    assert chosen(barred) != "C3"


def test_it_does_not_put_a_large_chain_into_atari_itself():
    state = drawn("""
        . . X O . . .
        X X X O . . .
        O O O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """)

    assert chosen(state) not in ("A7", "B7")


def test_it_passes_when_all_points_are_territory():
    state = drawn("""
        . . X O . .
        . . X O . .
        . . X O . .
        . . X O . .
        . . X O . .
        . . X O . .
        """)

    assert chosen(state) == chosen(state, Color.WHITE) == "pass"


def test_it_fills_neutral_points_before_it_passes():
    state = drawn("""
        . . X . O . .
        . . X O O . .
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .
        """)

    assert chosen(state) == chosen(state, Color.WHITE) == "D7"


def test_it_opens_in_a_corner():
    state = new_game(Setup(19, 19, CHINESE, CHINESE.default_komi(19, 19, 0)))

    point = choose_move(state, Color.BLACK, random.Random(1))

    assert {min(point.column, 18 - point.column), min(point.row, 18 - point.row)} <= {2, 3}


def test_it_plays_for_either_color_even_after_both_have_passed():
    state = diagrams.game("E5 pass pass")

    assert state.phase is Phase.STONE_REMOVAL
    assert chosen(state, Color.WHITE) != chosen(with_side_to_move(state, Color.BLACK), Color.BLACK)


# Whole games


@pytest.mark.parametrize("size", by_night_but({5, 9}, [5, 9, 13]))
def test_it_plays_against_itself_to_the_end(size):
    *_, last = self_play(size, 1, limit=2 * size * size)

    assert last.phase is Phase.STONE_REMOVAL


def test_the_same_seed_gives_the_same_game():
    first, second, other = ([state.last_move for state in self_play(7, seed, limit=25)] for seed in (7, 7, 8))

    assert first == second != other


def test_it_beats_a_player_who_plays_anywhere():
    state = new_game(Setup(9, 9, CHINESE, CHINESE.default_komi(9, 9, 0)))
    dice = random.Random(5)
    while state.phase is Phase.PLAY and state.move_number < 200:
        color = state.to_play
        free = [point for point in state.board.points() if state.board[point] is None]
        point = choose_move(state, color, dice) if color is Color.WHITE else dice.choice(free)
        try:
            state = apply(state, Pass(color) if point is None else Play(color, point))
        except RulesError:
            state = apply(state, Pass(color))

    assert score_of(state, suggest_dead(state.board, ruleset=CHINESE)).winner is Color.WHITE
