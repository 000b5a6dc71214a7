"""The player: single moves, whole games, and the protocol."""

import io
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.gtp_server import Quit, Server, converse
from bot.player import choose, to_move
from gtp import Engine
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

ROOT = Path(__file__).parents[2]
CHINESE = RULE_SETS["chinese"]


def drawn(diagram, rules="chinese"):
    """A game that starts from this position, Black to play."""
    position = diagrams.board(diagram)
    ruleset = RULE_SETS[rules]
    komi = ruleset.default_komi(position.width, position.height, 0)
    return new_game(Setup(position.width, position.height, ruleset, komi, start=tuple(position.rows())))


def chosen(state, color=Color.BLACK, seed=1):
    point = choose(state, color, random.Random(seed))
    return "pass" if point is None else vertex(point, state.setup.height)


def self_play(size, seed, limit) -> Iterator[GameState]:
    """The states of a game of the player against itself; every move goes through the rules."""
    state = new_game(Setup(size, size, CHINESE, CHINESE.default_komi(size, size, 0)))
    dice = random.Random(seed)
    while state.phase is Phase.PLAY and state.move_number < limit:
        color = state.to_play
        point = choose(state, color, dice)
        state = apply(state, Pass(color) if point is None else Play(color, point))
        yield state


def served(*lines, server=None):
    """What the server answers to these lines, all in one."""
    out = io.BytesIO()
    converse(server or Server(seed=1), [line.encode() + b"\n" for line in lines], out)
    return out.getvalue().decode("ascii")


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

    point = choose(state, Color.BLACK, random.Random(1))

    assert {min(point.column, 18 - point.column), min(point.row, 18 - point.row)} <= {2, 3}


def test_it_plays_for_either_color_even_after_both_have_passed():
    state = diagrams.game("E5 pass pass")

    assert state.phase is Phase.STONE_REMOVAL
    assert chosen(state, Color.WHITE) != chosen(to_move(state, Color.BLACK), Color.BLACK)


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
        point = choose(state, color, dice) if color is Color.WHITE else dice.choice(free)
        try:
            state = apply(state, Pass(color) if point is None else Play(color, point))
        except RulesError:
            state = apply(state, Pass(color))

    assert score_of(state, suggest_dead(state.board, ruleset=CHINESE)).winner is Color.WHITE


# The protocol


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2\n\n"),
        ("12 name", "=12 igo-bot\n\n"),
        ("known_command play", "= true\n\n"),
        ("known_command dance", "= false\n\n"),
        ("3 dance", "?3 unknown command\n\n"),
        ("3", "?3 unknown command\n\n"),
        ("boardsize 4", "? unacceptable size\n\n"),
        ("boardsize 26", "? unacceptable size\n\n"),
        ("boardsize nine", "? syntax error\n\n"),
        ("boardsize", "? syntax error\n\n"),
        ("boardsize 13 # a comment", "=\n\n"),
        ("\tboardsize\t13\r", "=\n\n"),
        ("komi 6.5", "=\n\n"),
        ("komi NaN", "? syntax error\n\n"),
        ("komi 1e999", "? syntax error\n\n"),
        ("play B d4", "=\n\n"),
        ("play WHITE D4", "=\n\n"),
        ("play white PASS", "=\n\n"),
        ("play b resign", "=\n\n"),
        ("play red D4", "? syntax error\n\n"),
        ("play b I5", "? invalid coordinate\n\n"),
        ("play b T20", "? invalid coordinate\n\n"),
        ("play b", "? syntax error\n\n"),
        ("undo", "? cannot undo\n\n"),
        ("genmove", "? syntax error\n\n"),
        ("fixed_handicap 4", "= D4 Q4 D16 Q16\n\n"),
        ("fixed_handicap 1", "? invalid number of stones\n\n"),
        ("fixed_handicap 10", "? invalid number of stones\n\n"),
        ("place_free_handicap 1", "? invalid number of stones\n\n"),
        ("set_free_handicap A1 B2", "=\n\n"),
        ("set_free_handicap A1 A1", "? bad vertex list\n\n"),
        ("set_free_handicap A1 pass", "? invalid coordinate\n\n"),
        ("final_status_list dead", "=\n\n"),
        ("final_status_list seki", "=\n\n"),
        ("final_status_list what", "? syntax error\n\n"),
        ("final_score", "= W+7.5\n\n"),
        ("", ""),
        ("# only a comment", ""),
        ("été", "? unknown command\n\n"),
        ("play b é5", "? invalid coordinate\n\n"),
        ("quit", "=\n\n"),
    ],
)
def test_it_answers(line, answer):
    got = served(line)

    assert sorted(got.split()) == sorted(answer.split())
    assert got.endswith("\n\n") == answer.endswith("\n\n")


def test_nothing_is_answered_after_quit():
    assert served("1 quit", "2 name") == "=1\n\n"


def test_every_listed_command_is_known_and_survives_anything_after_it():
    server = Server(seed=1)
    names = server.answer("list_commands")[2:].split()
    for name in names:
        assert server.answer(f"known_command {name}") == "= true\n\n"
        for rest in ("", "b", "b b", "\x00 -1", "9" * 5000, "9" * 5, "D4 D4", "½ ²", "b " + "A" * 99):
            if name not in ("quit", "list_commands") and not (name.endswith(("genmove", "cleanup")) and rest):
                assert server.answer(f"{name} {rest}")[0] in "=?"
    with pytest.raises(Quit):
        server.answer("quit")


def test_a_color_may_play_twice_and_a_refused_move_changes_nothing():
    server = Server()
    served("boardsize 9", "play b A1", "play b B2", "play w B1", server=server)
    before = server.state

    assert served("play w A1", server=server) == "? illegal move\n\n"
    assert server.state is before
    assert served("showboard", server=server).count("X") == 2


def test_a_ko_may_not_be_taken_back_at_once():
    server = Server()
    setting = ["b B2", "b C1", "b C3", "w D1", "w D3", "w E2", "w C2", "b D2"]
    served("boardsize 5", *(f"play {move}" for move in setting), server=server)

    assert served("play w C2", server=server) == "? illegal move\n\n"


def test_undo_takes_one_move_back():
    server = Server(seed=1)
    served("boardsize 9", "play b E5", "genmove w", "undo", server=server)

    assert server.state.board.cells.count(1) == 1
    assert server.state.board.cells.count(2) == 0


def test_handicap_stones_need_an_empty_board():
    assert served("play b A1", "fixed_handicap 2").endswith("? board not empty\n\n")


def test_it_names_dead_stones_and_the_score():
    server = Server()
    rows = ["..X.O", "..XO.", ".OXOO", "..XO.", "..XOO"]
    served("boardsize 5", "komi 0.5", server=server)
    for color, letter in (("black", "X"), ("white", "O")):
        for row, line in enumerate(rows):
            for column, cell in enumerate(line):
                if cell == letter:
                    served(f"play {color} {'ABCDE'[column]}{5 - row}", server=server)

    assert served("final_status_list dead", server=server) == "= B3\n\n"
    assert "B3" not in served("final_status_list alive", server=server)
    assert served("final_score", server=server).startswith("= B+")


def test_our_own_driver_can_talk_to_it():
    position = diagrams.board("""
        . . X O . . .
        . O X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . X .
        . . X O . . .
        . . X O . . .
        """)
    with Engine([sys.executable, "-m", "bot"], seconds=30) as engine:
        name = engine.send("name")
        engine.set_up(position)
        dead = engine.dead_stones(position)

    assert name == "igo-bot"
    assert {vertex(point, 7) for point in dead} == {"B6", "F3"}


def test_a_process_with_a_seed_repeats_itself():
    lines = b"boardsize 9\r\n1 genmove b\r\n2 genmove w\r\n\r\n3 genmove b\r\nquit\r\n"

    runs = [
        subprocess.run(
            [sys.executable, "-m", "bot", "--seed", "3"], input=lines, cwd=ROOT, capture_output=True, check=True
        )
        for _ in range(2)
    ]

    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.count(b"\n\n") == 5
    assert runs[0].stderr == b""
