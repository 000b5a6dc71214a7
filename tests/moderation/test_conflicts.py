"""Conflicts of interest: moderators who may not handle a case, and accounts that no one can restrict."""

import pytest

from games import verbs
from moderation import services
from moderation.access import cases_for
from moderation.errors import InvolvedInCase, MissingPermission
from moderation.models.decision import Measure
from tests.factories import NOON, act, days, make_game, make_moderator, make_player
from tests.moderation.helpers import decide, report

pytestmark = pytest.mark.django_db


def conflicts():
    """Cases that a moderator is part of."""
    staff = make_moderator()
    other = make_player()
    running = make_player()
    make_game(black=staff, white=running)
    lately = make_player()
    game = make_game(black=staff, white=lately, now=NOON - days(29))
    act(game, verbs.Resign, by=lately, now=NOON - days(29))
    return staff, {
        "about themselves": report(staff),
        "about an opponent": report(running),
        "about an opponent of this month": report(lately),
        "that they reported": report(other, by=staff),
    }


@pytest.mark.parametrize(
    "which", ["about themselves", "about an opponent", "about an opponent of this month", "that they reported"]
)
def test_nobody_handles_a_case_that_they_are_part_of(which):
    staff, cases = conflicts()
    case = cases[which]
    calls = [
        lambda: services.assign_case(case_id=case.pk, staff=staff, now=NOON),
        lambda: services.release_case(case_id=case.pk, staff=staff, now=NOON),
        lambda: services.write_note(case_id=case.pk, staff=staff, text="hm", now=NOON),
        lambda: decide(case, staff, Measure.NONE),
    ]

    for call in calls:
        with pytest.raises(InvolvedInCase):
            call()
    assert not cases_for(staff, NOON).exists()
    services.assign_case(case_id=case.pk, staff=make_moderator(), now=NOON)


def test_an_opponent_of_long_ago_is_no_opponent():
    staff, old = make_moderator(), make_player()
    game = make_game(black=staff, white=old, now=NOON - days(31))
    act(game, verbs.Resign, by=old, now=NOON - days(31))

    services.assign_case(case_id=report(old).pk, staff=staff, now=NOON)


def test_moderators_do_not_restrict_each_other():
    colleague = make_moderator()
    case = report(colleague)

    with pytest.raises(MissingPermission):
        decide(case, make_moderator(), Measure.SUSPENDED)
    decide(case, make_moderator(grade="administrators"), Measure.SUSPENDED)
