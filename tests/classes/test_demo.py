"""The class of `manage.py demo`."""

import pytest

from classes.models import Classroom
from goserver.management.demo_teaching import create_teaching_demo
from learn.models import Material
from library.models import Record
from study.models import DemoBoard
from tests.classes.test_sharing import opens
from tests.factories import NOON, make_player
from tests.library.helpers import GAME, add
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db


def test_T16_the_demo_shares_a_record_a_collection_a_lesson_and_a_board_with_its_class():
    teacher, pupil = make_player(), make_player()
    add(teacher, GAME)

    create_teaching_demo(teacher, [pupil], NOON)

    classroom = Classroom.objects.get()
    page = browser(pupil).get(classroom.get_absolute_url()).content.decode()
    shared = [Record.objects.get(), *Material.objects.filter(owner=teacher), DemoBoard.objects.get(owner=teacher)]
    assert len(shared) == 5
    assert all(row.get_absolute_url() in page for row in shared)
    assert all(row.shares.filter(classroom=classroom).exists() for row in shared)
    assert all(opens(pupil, *shared))
    assert not any(opens(make_player(), shared[0]))
    assert f"{classroom.get_absolute_url()}positions/1/" in page
