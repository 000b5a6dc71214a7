"""A referee's call and the rulings of moderators through the API (R61)."""

import pytest
from django.utils import timezone

from games import verbs
from rules import AfterRejection, Color
from rules.clock import TimeControl
from tests.factories import act, make_moderator, make_player, reload, side, to_act
from tests.support.callers import Caller
from tests.support.games import just_stopped as stopped
from tests.support.games import make_game

pytestmark = pytest.mark.django_db

SCOPES = ["game:play", "moderation:write"]
REASON = "B5 has one eye."
RULINGS = {
    "set_marking": {"dead": ["B5", "H5"]},
    "let_resume": {"first": "W"},
    "adjust_clock": {"side": "B", "minutes": 90},
    "decide": {"ruling": "black"},
}


def test_either_side_calls_a_referee_after_two_rejections_R61(client):
    game = stopped()
    player = Caller(client, to_act(game))
    assert player.act(game, "call_referee").json()["code"] == "too_early_for_referee"
    for number in (1, 2):
        act(game, verbs.Propose, dead=[], now=timezone.now())
        act(game, verbs.Reject, proposal=number, then=AfterRejection.MARK, reason="", now=timezone.now())

    answer = player.act(game, "call_referee").json()

    assert (answer["kind"], answer["stage"], "until" in answer) == ("call_referee", "marking", True)
    assert player.act(game, "call_referee").json()["code"] == "already_called"


def test_a_moderator_sets_the_marking_and_the_state_says_so_R61(client):
    game, staff = stopped(), Caller(client, make_moderator(), SCOPES)

    answer = staff.act(game, "set_marking", dead=["B5", "H5"], reason=REASON).json()

    assert (answer["result"], answer["dead"], answer["reason"]) == ("B+5.5", ["B5", "H5"], REASON)
    state = Caller(client).get(f"games/{game.pk}/").json()
    assert (state["result"], state["rated"], state["proposal"]["by"]) == ("B+5.5", True, None)
    record = Caller(client).get(f"games/{game.pk}/actions/").json()["results"]
    assert record[-1]["reason"] == REASON


def test_a_moderator_lets_play_go_on_R61(client):
    game, staff = stopped(), Caller(client, make_moderator(), SCOPES)

    answer = staff.act(game, "let_resume", first="W", reason=REASON).json()

    assert (answer["stage"], answer["to_play"], answer["first"]) == ("play", "W", "W")
    assert Caller(client, side(game, Color.WHITE)).act(game, "pass").status_code == 200


def test_who_moves_first_may_be_left_to_the_rules_R14(client):
    game = stopped()

    answer = Caller(client, make_moderator(), SCOPES).act(game, "let_resume", reason=REASON).json()

    assert (answer["to_play"], answer["first"]) == ("B", None)


def test_a_moderator_adds_time_to_a_clock(client):
    game, staff = make_game(days=2), Caller(client, make_moderator(), SCOPES)
    before = reload(game).deadline

    answer = staff.act(game, "adjust_clock", side="B", minutes=90, reason=REASON).json()

    assert (reload(game).deadline - before).total_seconds() == 90 * 60
    assert (answer["side"], answer["minutes"], answer["color"]) == ("B", 90, None)
    other = staff.act(game, "adjust_clock", side="W", minutes=5, reason=REASON).json()
    assert other["side"] == "W"  # White's next turn has it (E103)
    refused = staff.act(make_game(time=TimeControl.none()), "adjust_clock", side="B", minutes=5, reason=REASON)
    assert refused.json()["code"] == "no_clock_to_adjust"


@pytest.mark.parametrize("kind", RULINGS)
def test_rulings_are_for_moderators_and_need_the_scope_and_a_reason(client, kind):
    game, fields = stopped(), RULINGS[kind]
    number = reload(game).number

    for person in (to_act(game), make_player()):
        assert Caller(client, person).act(game, kind, reason=REASON, **fields).json()["code"] == "not_a_moderator"
    staff = make_moderator()
    assert Caller(client, staff, ["game:play"]).act(game, kind, reason=REASON, **fields).status_code == 403
    assert Caller(client, staff, SCOPES).act(game, kind, **fields).status_code == 400
    assert Caller(client, staff, SCOPES).act(game, kind, reason=" ", **fields).json()["code"] == "empty_message"
    assert reload(game).number == number


@pytest.mark.parametrize(
    ("kind", "fields"),
    [("set_marking", {"dead": ["Z99"]}), ("set_marking", {"dead": "B5"}), ("set_marking", {"dead": ["A9"]}),
     ("set_marking", {}), ("let_resume", {"first": "green"}), ("let_resume", {"side": "B"}),
     ("adjust_clock", {"side": "B", "minutes": 0}), ("adjust_clock", {"side": "B", "minutes": 43201}),
     ("adjust_clock", {"side": "B", "minutes": -5}), ("adjust_clock", {"side": "X", "minutes": 5}),
     ("adjust_clock", {"minutes": 5}), ("call_referee", {})],
)  # fmt: skip
def test_bad_rulings_are_refused_and_store_nothing(client, kind, fields):
    game, staff = stopped(), Caller(client, make_moderator(), SCOPES)
    number = reload(game).number

    answer = staff.act(game, kind, reason=REASON, **fields)

    assert 400 <= answer.status_code < 500
    assert reload(game).number == number
