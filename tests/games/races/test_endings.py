"""Two events that end a game at the same time (F23): one result, one event for each rating."""

from __future__ import annotations

import itertools
import os
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.privacy.account_deletion import delete
from games import verbs
from games.management.commands.check_games import find_record_faults
from games.services.timeouts import MARGIN, end_overdue_games
from games.verbs import Ruling
from moderation import services as order
from moderation.models.decision import Measure
from ratings.checking import replay_differences
from ratings.models import RatingEvent
from rules import Color, Point, Stage
from tests.factories import act, make_game, make_moderator, reload, side, to_act
from tests.games.races.test_races import at_once
from tests.moderation.helpers import report

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]

ROUNDS = int(os.environ.get("IGO_ROUNDS", "0"))
"""The races of a pair with either in front, many at night; by day each pair has one race."""
REFUSALS = {"game_over", "stale_number", "out_of_time", "wrong_phase", "not_your_turn", "stale_proposal"}


def acting(game, verb, by=None, **more):
    by, expected = by or to_act(game), game.number
    return lambda: act(game, verb, by=by, expected=expected, now=timezone.now(), **more)


def move(game):
    return acting(game, verbs.Play, point=Point(0, 0))


def pass_(game):
    return acting(game, verbs.Pass)


def resign(game):
    return acting(game, verbs.Resign, by=side(game, Color.WHITE))


def accept(game):
    return acting(game, verbs.Accept, proposal=game.state().proposal.number, confirmed=True)


def time_out(game):
    late = game.deadline + MARGIN + timedelta(milliseconds=1)
    return lambda: end_overdue_games(now=late)


def annul(game):
    return acting(game, verbs.Decide, by=make_moderator(), ruling=Ruling.ANNULLED, reason="a bad start")


def set_marking(game):
    return acting(game, verbs.EndWithModeratorMarking, by=make_moderator(), dead=[], reason="nothing is dead")


def suspend(game):
    now, staff = timezone.now(), make_moderator()
    case = report(side(game, Color.BLACK), now=now)
    wanted = order.Sanction(measure=Measure.SUSPENDED, reason="insults", until=now + timedelta(days=3))
    return lambda: order.decide_case(case_id=case.pk, staff=staff, sanction=wanted, now=timezone.now())


def leave(game):
    player = side(game, Color.BLACK)
    return lambda: delete(player=player, now=timezone.now())


IN_PLAY = (move, pass_, resign, time_out, annul, suspend, leave)
IN_DECIDING = (accept, resign, time_out, annul, set_marking, suspend, leave)
PAIRS = [("play", *pair) for pair in itertools.combinations_with_replacement(IN_PLAY, 2)]
PAIRS += [("deciding", *pair) for pair in itertools.combinations_with_replacement(IN_DECIDING, 2)]


def staged(where):
    """A rated game in which both have played twice; in deciding a proposal waits for its answer."""
    moves = "E5 D4 C3 C4" if where == "play" else "E5 D4 C3 C4 pass pass"
    game = make_game(moves=moves, now=timezone.now())
    if where == "deciding":
        act(game, verbs.Propose, dead=[], now=timezone.now())
        game = reload(game)
        assert game.state().stage is Stage.DECIDING
    assert game.rated
    return game


@pytest.mark.parametrize(("where", "one", "other"), PAIRS, ids=lambda what: getattr(what, "__name__", what))
def test_two_endings_at_once_are_one_result_F23(where, one, other):
    for calls in [(one, other), (other, one)] * ROUNDS or [(one, other)]:
        game = staged(where)

        outcomes = at_once(*(make(game) for make in calls))

        game = reload(game)
        refused = set(outcomes) - {"ok"}
        assert len(outcomes) == 2, "one of them broke"
        to_the_deleted = {"bad_measure"} if leave in calls else set()
        assert refused <= REFUSALS | to_the_deleted | {"case_over", "case_taken", "suspended"}
        assert "ok" in outcomes
        assert find_record_faults(game) == []
        results = [row.effect["result"] for row in game.actions.all() if row.effect["result"]]
        assert results == ([game.result] if game.is_finished else [])
        assert RatingEvent.objects.filter(game=game).count() == (2 if game.is_finished and game.rated else 0)
        assert list(replay_differences()) == []
