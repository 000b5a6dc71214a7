"""The levels of the built-in player, and the matches between them."""

import random
import sys
import time
from functools import partial

import pytest

from bot import matches
from bot.gtp_server import GtpServer
from bot.levels import GAMES, HIGHEST, choose_move_at_level
from bot.player import choose_move
from gtp.engine import Engine
from rules import RULE_SETS, Color, Setup, new_game

CHINESE = RULE_SETS["chinese"]


def empty(size):
    return new_game(Setup(size, size, CHINESE, CHINESE.default_komi(size, size, 0)))


def test_there_are_at_least_five_levels_and_each_plays_more_random_games_than_the_one_below():
    assert HIGHEST >= 5
    assert list(GAMES) == sorted(set(GAMES))


def test_the_highest_level_is_the_player_that_reads_fights_out():
    state = empty(9)

    assert choose_move_at_level(HIGHEST, state, Color.BLACK, random.Random(3)) == choose_move(
        state, Color.BLACK, random.Random(3)
    )


@pytest.mark.parametrize("level", range(1, HIGHEST + 1))
@pytest.mark.parametrize("size", [5, 9, 19])
def test_every_level_plays_a_move_of_the_rules_within_five_seconds(level, size):
    state, start = empty(size), time.process_time()

    point = choose_move_at_level(level, state, Color.BLACK, random.Random(1))

    assert time.process_time() - start < 5
    assert point in list(state.board.points())


def test_the_same_dice_play_the_same_move():
    state = empty(9)

    assert choose_move_at_level(2, state, Color.BLACK, random.Random(5)) == choose_move_at_level(
        2, state, Color.BLACK, random.Random(5)
    )


def test_the_highest_level_wins_nearly_every_game_against_the_lowest():
    assert matches.count_wins(matches.player_of_level(HIGHEST), matches.player_of_level(1), range(4)) >= 3


def test_the_level_of_a_gtp_conversation_chooses_its_moves():
    def first_moves(level):
        server = GtpServer(seed=2, level=level)
        server.answer("boardsize 9")
        return [server.answer(f"genmove {color}") for color in "bwbw"]

    assert first_moves(1) != first_moves(HIGHEST)


def test_a_level_plays_whole_games_against_an_engine_that_gets_every_move():
    command = [sys.executable, "-m", "bot", "--level", "1"]

    with Engine(command, None) as engine:
        won = matches.count_wins(matches.player_of_level(3), partial(matches.engine_move, engine), range(2))

    assert won == 2


def test_an_engine_that_resigns_has_lost():
    def resigning(state, moves, dice):
        raise matches.Resigned

    assert matches.play_game(matches.player_of_level(1), resigning, seed=1) is Color.BLACK
    assert matches.play_game(resigning, matches.player_of_level(1), seed=1) is Color.WHITE


def test_handicap_stones_stand_on_the_board_of_both_sides_and_white_moves_first():
    seen = []

    def resigning(state, moves, dice):
        seen.append((state.board, state.to_play, len(moves)))
        raise matches.Resigned

    assert matches.play_game(matches.player_of_level(1), resigning, seed=1, stones=4) is Color.BLACK
    board, color, moves = seen[0]
    assert color is Color.WHITE
    assert moves == 4 == sum(board[point] is Color.BLACK for point in board.points())


def test_the_command_prints_a_line_for_each_match(capsys, monkeypatch):
    monkeypatch.setattr(matches, "play_game", lambda black, white, seed, stones=0: Color.BLACK)

    matches.main(["--games", "2"])

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == HIGHEST
    assert lines[0].startswith("level 2 beat level 1 in 1 of 2 games")
    assert lines[-1].startswith(f"level {HIGHEST} beat level 1 in 1 of 2 games")
