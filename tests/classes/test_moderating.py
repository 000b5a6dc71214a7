"""Reports about classes and their messages, and hiding them (T15)."""

import pytest

from accounts.models import StaffAction
from classes.models import ClassMessage, Classroom
from classes.services.founding import ClassDetails, change_class
from moderation.models import Report
from tests.classes.helpers import make_child, make_class
from tests.clubs.helpers import asked
from tests.factories import NOON, make_moderator, make_player
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def said():
    """A message to a class with a child and a pupil."""
    made = make_class(make_player("teacher"), make_player("pupil"), name="Rude name")
    make_child(made)
    return ClassMessage.objects.create(classroom=made, text="Rude words", at=NOON)


def pupils(said):
    return [one.player for one in said.classroom.pupils.select_related("player").order_by("pk")]


def test_T15_pupils_and_children_report_a_class_and_a_message(said):
    path = f"/classes/{said.classroom_id}/report/"
    for player in pupils(said):
        visitor = browser(player)
        assert "Rude words" in visitor.get(f"{path}{said.pk}/").content.decode()
        assert visitor.post(f"{path}{said.pk}/", {"kind": "abuse", "text": "rude"}).status_code == 302
        assert visitor.post(path, {"kind": "abuse", "text": "rude"}).status_code == 302

    texts = [[one["text"] for one in report.evidence] for report in Report.objects.all()]
    assert texts == [["Rude words", "On Mondays"]] * 2
    for other in (make_player(), make_child(make_class(name="Others"), "Carl")):
        assert browser(other).get(path).status_code == 404
        assert browser(other).get(f"{path}{said.pk}/").status_code == 404


def test_T15_moderators_hide_a_message_and_the_teacher_reads_why(said):
    path, page = f"/classes/{said.classroom_id}/hide/{said.pk}/", f"/classes/{said.classroom_id}/"
    moderator, teacher = browser(make_moderator()), browser(said.classroom.teacher)
    for other in (*pupils(said), said.classroom.teacher, make_player()):
        assert browser(other).post(path, {"reason": "no"}).status_code == 404
    assert moderator.post(path, {"reason": " "}).status_code == 302
    assert ClassMessage.objects.get().text == "Rude words"

    assert moderator.post(path, {"reason": "Be kind"}).status_code == 302

    shown = [browser(one).get(page).content.decode() for one in pupils(said)]
    assert not any("Rude words" in text or "Be kind" in text for text in shown)
    assert "Be kind" in teacher.get(page).content.decode()
    assert StaffAction.objects.get(action="hide_class_text").about["text"] == "Rude words"
    assert moderator.post(f"/classes/{make_class(name='x').pk}/hide/{said.pk}/", {"reason": "x"}).status_code == 404


def test_T15_moderators_hide_the_texts_of_a_class_until_the_teacher_writes_others(said):
    made = said.classroom
    browser(make_moderator()).post(f"/classes/{made.pk}/hide/", {"reason": "Be kind"})

    page = browser(pupils(said)[0]).get(f"/classes/{made.pk}/").content.decode()
    assert "Rude name" not in page
    assert "On Mondays" not in page
    assert "Be kind" in browser(made.teacher).get(f"/classes/{made.pk}/").content.decode()
    assert StaffAction.objects.get(action="hide_class_text").about["name"] == "Rude name"

    change_class(asked(made.teacher), made.pk, ClassDetails("Kind name", ""))
    assert Classroom.objects.get(pk=made.pk).hidden_reason == ""


def test_T15_a_moderator_hides_nothing_in_a_class_of_their_own():
    moderator = make_moderator()
    made = make_class(moderator)

    assert browser(moderator).post(f"/classes/{made.pk}/hide/", {"reason": "x"}).status_code == 404
