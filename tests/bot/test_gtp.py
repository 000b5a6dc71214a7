"""The built-in player's GTP interface: its commands, and a process that uses it."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from bot.gtp_server import GtpServer, Quit, answer_all
from gtp import Engine
from rules import (
    vertex,
)
from tests import diagrams
from tests.support.programs import need

ROOT = Path(__file__).parents[2]


def served(*lines, server=None):
    """Return the server's answers to these lines as one text."""
    out = io.BytesIO()
    answer_all(server or GtpServer(seed=1), [line.encode() + b"\n" for line in lines], out)
    return out.getvalue().decode("ascii")


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
    server = GtpServer(seed=1)
    names = server.answer("list_commands")[2:].split()
    for name in names:
        assert server.answer(f"known_command {name}") == "= true\n\n"
        for rest in ("", "b", "b b", "\x00 -1", "9" * 5000, "9" * 5, "D4 D4", "½ ²", "b " + "A" * 99):
            if name not in ("quit", "list_commands") and not (name.endswith(("genmove", "cleanup")) and rest):
                assert server.answer(f"{name} {rest}")[0] in "=?"
    with pytest.raises(Quit):
        server.answer("quit")


def test_a_color_may_play_twice_and_a_refused_move_changes_nothing():
    server = GtpServer()
    served("boardsize 9", "play b A1", "play b B2", "play w B1", server=server)
    before = server.state

    assert served("play w A1", server=server) == "? illegal move\n\n"
    assert server.state is before
    assert served("showboard", server=server).count("X") == 2


def test_a_ko_may_not_be_taken_back_at_once():
    server = GtpServer()
    setting = ["b B2", "b C1", "b C3", "w D1", "w D3", "w E2", "w C2", "b D2"]
    served("boardsize 5", *(f"play {move}" for move in setting), server=server)

    assert served("play w C2", server=server) == "? illegal move\n\n"


def test_undo_takes_one_move_back():
    server = GtpServer(seed=1)
    served("boardsize 9", "play b E5", "genmove w", "undo", server=server)

    assert server.state.board.cells.count(1) == 1
    assert server.state.board.cells.count(2) == 0


WALLS = [f"play {'b' if column == 'E' else 'w'} {column}{row}" for row in range(1, 10) for column in "EF"]
"""Two walls down the board of 9x9."""
GAMES = {
    "no handicap": WALLS,
    "two dead stones": [*WALLS, "play b J1", "play w A1"],
    "a prisoner": ["play b J1", "play w H1", "play w J2", *WALLS],
    **{f"{stones} fixed stones": [f"fixed_handicap {stones}"] for stones in (4, 5, 9)},
    **{
        f"{stones} free stones": [f"set_free_handicap {' '.join(f'B{row}' for row in range(1, stones + 1))}", *WALLS]
        for stones in (2, 4, 9)
    },
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_the_final_score_is_gnu_gos_R21_R22(rules, game):
    own = [sys.executable, "-m", "bot", "--rules", rules]
    with (
        Engine([need("gnugo"), "--mode", "gtp", "--level", "1", f"--{rules}-rules"], 60) as gnugo,
        Engine(own, 60) as player,
    ):
        scores = []
        for engine in (gnugo, player):
            for command in ("boardsize 9", "clear_board", "komi 0.5", *GAMES[game]):
                engine.send(command)
            scores.append(engine.send("final_score"))

    assert scores[1] == scores[0]


def test_four_stones_are_compensated_under_chinese_rules_R22():
    asked = ("boardsize 9", "komi 0.5", "fixed_handicap 4", "final_score", "kgs-rules new_zealand", "final_score")

    assert served(*asked).split("= ")[-2:] == ["B+76.5\n\n=\n\n", "B+80.5\n\n"]


def test_more_handicap_stones_than_half_of_the_board_are_refused():
    points = [f"{column}{row}" for column in "ABCDE" for row in range(1, 6)][:13]

    assert served("boardsize 5", f"set_free_handicap {' '.join(points)}").endswith("? bad vertex list\n\n")
    assert served("kgs-rules chess") == "? unknown rule set\n\n"


def test_handicap_stones_need_an_empty_board():
    assert served("play b A1", "fixed_handicap 2").endswith("? board not empty\n\n")


def test_it_names_dead_stones_and_the_score():
    server = GtpServer()
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
        engine.set_up_position(position)
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
