"""Pupils who start homework at the same moment (T13): on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest

from classes.models import HomeworkGame
from games.models import Game
from tests.classes.helpers import make_class
from tests.classes.test_positions import give, start
from tests.clubs.test_at_once import together
from tests.factories import make_player

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
