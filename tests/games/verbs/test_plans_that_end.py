"""Events that end conditional moves, and undo only by agreement in games that have them (C16, C22)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services, verbs
from games.management.commands.check_games import find_record_faults
from games.models import Plan
from games.services.idempotency import PlayerRequest
from games.verbs.rulings import Ruling
from notifications.models import Notice
from rules import Color
from tests.factories import NOON, act, days, make_moderator, play, reload, side
from tests.games.verbs.test_conditional_moves import LONG, plan, waiting_for_black

pytestmark = pytest.mark.django_db
B, W = Color.BLACK, Color.WHITE


def record_of(game):
    """Return the moves with their players, and a star for conditional moves."""
    rows = game.actions.filter(kind__in=["play", "pass"]).order_by("number")
    return [
        f"{Color(row.color).letter}{row.payload.get('point', 'pass')}{'*' if row.effect.get('planned') else ''}"
        for row in rows
    ]


def notices_of(game, color):
    """How often this side was told that the plan has ended."""
    return Notice.objects.filter(player=side(game, color), kind="plan_ended").count()


def is_armed(game):
    armed = Plan.objects.filter(seat__game=game, is_armed=True).exists()
    assert armed == bool(reload(game).armed)
    return armed


def test_a_moderator_who_gives_time_ends_what_was_planned_with_one_notice_and_its_lines_stay_C16():
    game = waiting_for_black(days=3)
    plan(game, LONG)
    act(game, verbs.AddTimeByRuling, by=make_moderator(), side=B, minutes=60, reason="was ill", now=NOON)

    assert not is_armed(game)
    assert (notices_of(game, W), notices_of(game, B)) == (1, 0)
    assert Plan.objects.get().branches == LONG
    play(game, "E6", now=NOON)
    assert record_of(game)[-1] == "BE6"
    assert find_record_faults(reload(game)) == []


def test_a_moderator_who_decides_the_game_ends_it_without_a_notice_C16():
    game = waiting_for_black()
    plan(game, LONG)
    act(game, verbs.Decide, by=make_moderator(), ruling=Ruling.WHITE, reason="was away")

    assert not is_armed(game)
    assert notices_of(game, W) == 0, "the game is over, which they are told"
    assert Plan.objects.get().branches == LONG


def test_what_players_agree_on_off_the_board_leaves_the_plan_as_it_is_C16():
    game = waiting_for_black(days=3)
    plan(game, LONG)
    act(game, verbs.GrantTime, by=side(game, W), days=2, now=NOON)
    assert is_armed(game)
    play(game, "E6", now=NOON)
    assert record_of(game)[-1] == "WD6*"


@pytest.mark.parametrize("by_clock", ["days", "main time"])
def test_a_win_on_time_that_is_refused_ends_the_plan_of_both_and_the_game_goes_on_by_hand_C16(by_clock):
    game = waiting_for_black(**({"days": 3} if by_clock == "days" else {"time": services_time()}))
    plan(game, LONG)
    assert services.end_overdue_games(now=NOON + days(40)) == 1
    assert reload(game).is_finished
    ended = reload(game).finished_at

    act(game, verbs.RefuseWin, by=side(game, W), now=ended + timedelta(hours=1))

    assert not is_armed(game)
    assert (notices_of(game, W), notices_of(game, B)) == (0, 0), "who refused it knows"
    play(game, "E6", now=ended + timedelta(hours=2))
    assert record_of(game)[-1] == "BE6"
    assert find_record_faults(reload(game)) == []
    plan_again = plan(play_back(game, "D6", ended), [["E7", "D7"]], now=ended + timedelta(hours=4))
    assert plan_again.is_armed
    play(game, "E7", now=ended + timedelta(hours=5))
    assert record_of(game)[-2:] == ["BE7", "WD7*"]


def test_a_plan_that_goes_wrong_leaves_those_of_other_games_as_they_are_C14():
    game, other = waiting_for_black(), waiting_for_black()
    for one in (game, other):
        plan(one, LONG)
    Plan.objects.filter(seat__game=game).update(branches=[["E6", "Z99"]])
    play(game, "E6")
    assert (is_armed(game), is_armed(other)) == (False, True)


def test_a_message_of_the_time_when_a_plan_was_saved_does_not_hold_it_C15():
    game = waiting_for_black()
    services.send_message(PlayerRequest(side(game, B), NOON), game.pk, "Good luck!")
    plan(game, LONG)
    play(game, "E6", now=NOON + timedelta(seconds=1))
    assert record_of(game)[-1] == "WD6*"


def test_a_reply_reads_its_player_together_with_the_plan_C12():
    game = waiting_for_black()
    plan(game, LONG)
    white = side(game, W).pk
    with CaptureQueriesContext(connection) as queries:
        play(game, "E6")
    assert not [one["sql"] for one in queries if f'"accounts_player"."id" = {white} ' in one["sql"]]
    assert record_of(game)[-1] == "WD6*"


def play_back(game, vertex, ended):
    play(game, vertex, now=ended + timedelta(hours=3))
    return reload(game)


def services_time():
    from rules.clock import TimeControl

    return TimeControl.absolute(timedelta(days=10))


def test_conditional_moves_and_undo_go_together_and_both_are_on_without_a_word_C22():
    """DGS refuses undo on principle where conditional moves are; here both are terms of a game, and agree."""
    game = waiting_for_black()
    assert game.analysis
    plan(game, LONG)
    play(game, "E6")
    assert record_of(game)[2:] == ["BE6", "WD6*"]

    act(game, verbs.RequestUndo, by=side(game, B))
    act(game, verbs.AnswerUndo, by=side(game, W), allow=True)

    game = reload(game)
    assert (game.move_number, game.turn) == (2, 0)
    assert not is_armed(game)
    assert notices_of(game, W) == 0, "who allows it knows"
    plan(game, [["E6", "C6"]])
    play(game, "E6")
    assert record_of(game)[-1] == "WC6*"
    assert find_record_faults(reload(game)) == []
