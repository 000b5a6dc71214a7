"""The class and the analysed game of `manage.py demo`."""

import pytest

from classes.models import Classroom
from goserver.management.demo_teaching import MISTAKES, add_analysis, create_teaching_demo
from learn.models import Material
from library.models import Record
from machine_review.models import ReviewJob
from study.models import DemoBoard
from tests.classes.test_sharing import opens
from tests.factories import NOON, make_player
from tests.library.helpers import GAME, add
from tests.support.browsers import browser
from tests.support.games import make_game

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


@pytest.mark.parametrize("count", [0, 40, 41, 42, 43])
def test_C53_the_demo_analyses_a_game_that_ends_with_a_mistake(count):
    points = [f"{letter}{number}" for number in (1, 3, 5, 7, 9) for letter in "ABCDEFGHJ"]
    game = make_game(moves=" ".join(points[:count]), rated=False)

    add_analysis(make_player(), game, NOON)

    job = ReviewJob.objects.get()
    assert len(job.judgements) == count + 1
    assert all(job.lines.values()), "no line without a move"
    assert set(job.lines) == {str(number - 1) for number in MISTAKES if number + 1 < count}
