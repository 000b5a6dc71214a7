"""Pupils who start homework at the same time (T13), a new card and a guardian (T7): on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest

from classes import errors
from classes.models import Child, HomeworkGame
from classes.services import children, guardians
from classes.services.guardians import GuardianTakeover
from games.models import Game
from tests.classes.helpers import make_child, make_class
from tests.classes.test_positions import give, start
from tests.clubs.helpers import asked
from tests.clubs.test_at_once import together
from tests.factories import NOON, make_player

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_T13_two_pupils_who_press_at_once_get_one_game_and_four_get_two():
    pupils = [make_player() for _ in range(4)]
    found = give(make_class(None, *pupils), level=None)

    together(*(partial(start, found, pupil) for pupil in pupils))

    assert Game.objects.count() == 2
    assert HomeworkGame.objects.exclude(game=None).count() == 4


def test_T13_a_pupil_who_presses_twice_gets_one_game(settings):
    settings.IGO_HOUSE_BOT = True
    pupil = make_player()
    make_player(settings.IGO_HOUSE_BOT_NAME, is_bot=True)
    found = give(make_class(None, pupil), level=5)

    together(*[partial(start, found, pupil)] * 4)

    assert Game.objects.count() == HomeworkGame.objects.count() == 1


def test_T7_a_new_card_and_a_guardian_at_once_leave_one_password():
    made = make_class()
    children_of_class = [make_child(made, f"c{number}") for number in range(6)]
    for number, child in enumerate(children_of_class):
        row = Child.objects.get(pk=child.pk)
        answer = GuardianTakeover(row, f"parent{number}@example.org", "seven herons fly")

        failed = together(
            partial(children.issue_new_card, asked(made.teacher), made.pk, child),
            partial(guardians.convert_child_to_player, answer, NOON),
        )

        assert sorted(map(str, failed)) in (
            sorted(map(str, (errors.NotPupil, None))), sorted(map(str, (None, errors.NoSuchCard)))
        )  # fmt: skip
        child.refresh_from_db()
        assert child.check_password("seven herons fly") == (not child.is_child)


def test_T13_a_child_and_two_pupils_who_press_at_once_get_one_game():
    pupils = [make_player(), make_player()]
    made = make_class(None, *pupils)
    pupils.append(make_child(made))
    found = give(made, level=None)

    assert together(*(partial(start, found, pupil) for pupil in pupils)) == [None] * 3

    assert Game.objects.count() == 1
    assert HomeworkGame.objects.exclude(game=None).count() == 2
