"""The longest chain of conditional moves, and its cost compared with one move (C12)."""

from __future__ import annotations

import json
import time

import pytest
from django.utils import timezone

from games.management.commands.check_games import find_record_faults
from games.models import Plan
from rules import Color
from rules.plan import DEEPEST, MOST_NODES
from tests.factories import NOON, make_game, reload, side
from tests.games.verbs.test_conditional_moves import move, plan, record_of
from tests.support.callers import Caller

pytestmark = pytest.mark.django_db
B = Color.BLACK
BLACKS = [f"{column}{row}" for column in "ABCD" for row in range(1, 20)]
WHITES = [f"{column}{row}" for column in "QRST" for row in range(1, 20)]


def chained(answers, now=NOON, **terms):
    """Black plays, and this many answers follow: by turns of the plans of White and of Black."""
    moves = [point for pair in zip(BLACKS, WHITES, strict=True) for point in pair][: answers + 1]
    white, black = [], []
    for at in range(len(moves) - 1, 0, -1):  # from the end: an answer, with what follows it
        if at % 2:
            white = [[moves[at - 1], moves[at], white]]
        else:
            black = [[moves[at - 1], moves[at], black]]
    game = make_game(size=19, now=now, **terms)
    if white:
        plan(game, white, now=now)
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
    assert find_record_faults(reload(game)) == []


def test_sixty_actions_take_less_than_a_second_of_this_process_C12():
    """Time of the processor, so that a busy machine makes no difference."""
    game, first, black = chained(2 * DEEPEST - 1)
    began = time.process_time()
    move(game, B, first, black)
    assert time.process_time() - began < 1


def answered(client, answers):
    """A move by the API that brings conditional moves along: its answer, and the processor time that it took."""
    game, first, black = chained(answers, now=timezone.now(), days=3)
    caller = Caller(client, side(game, B), ["game:read", "game:play"])
    began = time.process_time()
    answer = caller.post(f"games/{game.pk}/actions/", kind="play", point=first, expected=game.number, plan=black)
    took = time.process_time() - began
    assert answer.status_code == 200, answer.content
    assert len(answer.json()["answers"]) == answers
    assert find_record_faults(reload(game)) == []
    return took


def test_the_longest_chain_is_answered_by_the_api_C11_C12_C20(client):
    assert answered(client, 2 * DEEPEST - 1) < 1


def test_conditional_moves_are_as_deep_by_the_api_as_by_the_rules_and_no_deeper_C11(client):
    now = timezone.now()
    for deep, status in ((DEEPEST, 200), (DEEPEST + 1, 422)):
        game, branches = make_game(size=19, now=now, days=3), []
        for theirs, mine in reversed(list(zip(BLACKS, WHITES, strict=True))[:deep]):
            branches = [[theirs, mine, branches]] if branches else [[theirs, mine]]
        caller = Caller(client, side(game, Color.WHITE), ["game:play"])
        body = json.dumps({"branches": branches, "expected": game.number})
        answer = caller.send("put", f"games/{game.pk}/plan/", body)
        assert answer.status_code == status, answer.content
        assert status == 200 or answer.json()["code"] == "plan_too_large"


def test_the_answer_to_ten_conditional_moves_takes_less_than_twice_that_to_two_C12(client):
    """Two is the least in which both sides have some; what they cost next to one move does not grow with their number
    but by what the rules and the record take for each."""
    answered(client, 2)  # texts of statements, catalogs
    assert min(answered(client, 10) for _ in range(5)) < 2 * min(answered(client, 2) for _ in range(5))
