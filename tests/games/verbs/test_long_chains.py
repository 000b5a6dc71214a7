"""The longest chain that conditional moves can make, and what it costs beside one move (C12)."""

from __future__ import annotations

import time

import pytest

from games.management.commands.check_games import faults_of
from games.models import Plan
from rules import Color
from rules.plan import DEEPEST, MOST_NODES
from tests.factories import make_game, reload
from tests.games.verbs.test_conditional_moves import move, plan, record_of

pytestmark = pytest.mark.django_db
B = Color.BLACK
BLACKS = [f"{column}{row}" for column in "ABCD" for row in range(1, 20)]
WHITES = [f"{column}{row}" for column in "QRST" for row in range(1, 20)]


def chained(answers, first=0, **terms):
    """Black plays, and so many answers follow: by turns of the plans of White and of Black."""
    moves = [point for pair in zip(BLACKS[first:], WHITES[first:], strict=True) for point in pair][: answers + 1]
    white, black = [], []
    for at in range(len(moves) - 1, 0, -1):  # from the end: an answer, with what follows it
        if at % 2:
            white = [[moves[at - 1], moves[at], white]]
        else:
            black = [[moves[at - 1], moves[at], black]]
    game = make_game(size=19, **terms)
    if white:
        plan(game, white)
    return game, moves[0], black


def test_the_longest_chain_is_sixty_actions_each_once_and_in_order_and_then_nothing_is_left_C12():
    assert (DEEPEST, MOST_NODES) == (30, 200)
    game, first, black = chained(2 * DEEPEST - 1)

    receipt = move(game, B, first, black)

    record = record_of(game)
    assert len(record) == 60
    assert [one["number"] for one in receipt.data["answers"]] == list(range(2, 61))
    assert [one.endswith("*") for one in record] == [False, *[True] * 59]
    assert not Plan.objects.filter(is_armed=True).exists()
    assert faults_of(reload(game)) == []


def test_sixty_actions_take_less_than_a_second_of_this_process_C12():
    """Time of the processor, so that a busy machine makes no difference."""
    game, first, black = chained(2 * DEEPEST - 1)
    began = time.process_time()
    move(game, B, first, black)
    assert time.process_time() - began < 1


def seconds(answers):
    """Processor time that the answer to one move takes, with so many conditional moves after it: the least of seven."""
    times = []
    for _ in range(7):
        game, first, black = chained(answers, days=3)
        began = time.process_time()
        receipt = move(game, B, first, black or None)
        times.append(time.process_time() - began)
        assert len(receipt.data.get("answers", ())) == answers
    assert faults_of(reload(game)) == []
    return min(times)


def test_ten_answers_take_less_than_twice_what_one_takes_C12():
    seconds(1)  # texts of statements, catalogs
    assert seconds(10) < 2 * seconds(1)
