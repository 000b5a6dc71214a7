"""Sharing records, collections, lessons and boards with a class (T16)."""

import io
import json
import zipfile
from datetime import date

import pytest
from django.test import override_settings

from accounts.privacy.blocking import block_player
from accounts.privacy.data_export import export_archive
from classes.errors import BadClass
from classes.models import PupilStanding
from classes.services import founding, homework, joining
from classes.services.progress import progress_in
from clubs.errors import RecipientsRefused
from clubs.services.audiences import Audience, audience_of
from learn.models import Material, OwnPage, OwnProblem
from learn.services import materials, own_lessons
from learn.services.collections import progress_item_at
from learn.services.materials import MaterialDetails
from learn.services.progress import add_progress
from library.access import visible_record
from library.errors import NoSuchRecord
from library.models import Record, Share
from library.services import sharing
from study.models import DemoBoard
from study.services import boards
from study.services.boards import NewBoard
from tests.classes.helpers import make_class, put
from tests.classes.test_children import School
from tests.clubs.helpers import asked
from tests.factories import NOON, make_player
from tests.learn.helpers import A_PAGE
from tests.library.helpers import GAME, add
from tests.support.browsers import browser
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def school():
    return School()


def made_by(owner, *classes):
    """A record, a collection, a lesson and a board of this player, shared with these classes."""
    audience = Audience(classes=tuple(one.pk for one in classes))
    [record] = add(owner, GAME)
    yield sharing.share_record(owner, record.pk, audience, NOON)
    for kind in Material.Kind:
        yield materials.share_material(
            owner, materials.create_material(owner, kind, MaterialDetails(f"My {kind}"), NOON), audience, NOON
        )
    board, _ = boards.create_board(owner, NewBoard("My board"), NOON)
    yield boards.share_board(owner, board.key, audience, NOON)


def opens(viewer, *rows):
    """Whether this person can open the page of each of these."""
    return [browser(viewer).get(row.get_absolute_url()).status_code == 200 for row in rows]


def test_T16_the_pupils_of_a_class_see_what_is_shared_with_it(school):
    shared = list(made_by(school.teacher, school.classroom))
    invited = make_player()
    put(school.classroom, invited, PupilStanding.INVITED)

    for pupil in (school.pupil, school.aino):
        assert opens(pupil, *shared) == [True] * 4
    for other in (school.stranger, school.elsewhere, school.moderator, invited):
        assert opens(other, *shared) == [False] * 4


def test_T16_the_page_of_the_class_lists_what_is_shared_with_it(school):
    shared = list(made_by(school.teacher, school.classroom))
    second = make_class(school.teacher, name="Second class")
    [elsewhere] = add(school.teacher, "(;GM[1]SZ[9]PB[Chen]PW[Dina])")
    sharing.share_record(school.teacher, elsewhere.pk, Audience(classes=(second.pk,)), NOON)

    for viewer in (school.teacher, school.pupil, school.aino):
        page = browser(viewer).get(school.classroom.get_absolute_url()).content.decode()
        assert all(row.get_absolute_url() in page for row in shared)
        assert elsewhere.get_absolute_url() not in page
    assert (
        shared[0].get_absolute_url()
        not in browser(school.moderator).get(school.classroom.get_absolute_url()).content.decode()
    ), "moderators see no private records (L8)"


def test_T16_a_pupil_who_leaves_or_is_removed_loses_access(school):
    shared = list(made_by(school.teacher, school.classroom))

    joining.leave_class(asked(school.pupil), school.classroom.pk)
    joining.remove_pupil(asked(school.teacher), school.classroom.pk, school.aino)

    for gone in (school.pupil, school.aino):
        assert opens(gone, *shared) == [False] * 4
    assert opens(school.bea, *shared) == [True] * 4


def test_T16_blocks_hold_in_a_class(school):
    [record, *_] = made_by(school.teacher, school.classroom)

    block_player(player=school.pupil, other=school.teacher, now=NOON)

    assert opens(school.pupil, record) == [False]


def test_T16_only_the_teacher_shares_with_a_class(school):
    for owner in (school.pupil, school.stranger, school.other.teacher):
        [record] = add(owner, GAME)
        refused(
            RecipientsRefused, sharing.share_record, owner, record.pk, Audience(classes=(school.classroom.pk,)), NOON
        )
    assert not Share.objects.exists()


def test_T16_the_share_ends_with_the_class_and_the_record_stays(school):
    [record, *_] = made_by(school.teacher, school.classroom)

    founding.delete_class(asked(school.teacher), school.classroom.pk)

    assert audience_of(record) == Audience()
    assert Record.objects.filter(pk=record.pk).exists()


@override_settings(IGO_APPS_OFF=["classes"])
def test_T16_while_classes_are_off_nothing_is_shared_with_them(school):
    [record] = add(school.teacher, GAME)
    Share.objects.create(record=record, classroom=school.classroom)

    refused(NoSuchRecord, visible_record, school.pupil, record.pk)
    refused(
        RecipientsRefused,
        sharing.share_record,
        school.teacher,
        record.pk,
        Audience(classes=(school.classroom.pk,)),
        NOON,
    )


def test_T16_the_form_offers_the_teachers_own_classes(school):
    [record] = add(school.teacher, GAME)
    teacher = browser(school.teacher)
    path = record.get_absolute_url()
    box = f'name="class" value="{school.classroom.pk}"'

    assert f"{box} >" in teacher.get(path).content.decode()
    teacher.post(f"{path}share/", {"class": [school.classroom.pk, "x"]})

    assert audience_of(record) == Audience(classes=(school.classroom.pk,))
    assert f"{box} checked>" in teacher.get(path).content.decode()
    assert (
        'name="class"' not in browser(school.pupil).get(add(school.pupil, GAME)[0].get_absolute_url()).content.decode()
    )


def test_T16_the_api_shares_with_a_class(school):
    teacher = browser(school.teacher)
    [record, problems, _, board] = made_by(school.teacher)

    for path in (
        f"library/{record.pk}/audience/", f"collections/{problems.key}/audience/", f"boards/{board.key}/audience/",
    ):  # fmt: skip
        answer = teacher.put(
            f"/api/v1/{path}", json.dumps({"classes": [school.classroom.pk]}), content_type="application/json"
        )
        assert answer.json()["classes"] == [school.classroom.pk], answer.content
    assert opens(school.aino, record, problems, DemoBoard.objects.get(pk=board.pk)) == [True] * 3


def test_T16_data_exports_name_the_classes(school):
    list(made_by(school.teacher, school.classroom))

    with zipfile.ZipFile(io.BytesIO(b"".join(export_archive(school.teacher)))) as archive:
        for name in ("library_shares", "problem_collections", "demonstration_board_shares"):
            assert '"Beginners"' in archive.read(f"{name}.jsonl").decode(), name


def test_T18_an_own_lesson_or_collection_is_homework_while_it_is_shared(school):
    _, collection, lesson, _ = made_by(school.teacher, school.classroom)
    for number in (1, 2, 61):
        OwnPage.objects.create(material=lesson, number=number, place=number, **A_PAGE)
    class_id, later = school.classroom.pk, date(2100, 1, 1)
    item = f"own-{lesson.key}"
    homework.assign_homework(asked(school.teacher), class_id, item, later)

    for page in lesson.pages.exclude(number=2):
        own_lessons.mark_page_done(school.pupil, page)
    assert item not in progress_in(school.classroom, [school.pupil.pk])[school.pupil.pk].done
    for page in lesson.pages.all():
        own_lessons.mark_page_done(school.aino, page)
    found = progress_in(school.classroom, [school.pupil.pk, school.aino.pk])
    assert [found[one.pk].done for one in (school.pupil, school.aino)] == [set(), {item}]
    shown = browser(school.teacher).get(school.classroom.get_absolute_url()).content.decode()
    assert f'<option value="own-{collection.key}">My problems</option>' in shown
    assert "Done by 1 of 3 pupils:" in " ".join(shown.split())
    assert f'<a href="{lesson.get_absolute_url()}"><bdi> My lesson</bdi></a>' in " ".join(shown.split())

    materials.share_material(school.teacher, lesson, Audience(), NOON)
    assert not homework.homework_of_class(school.classroom).exists()
    with pytest.raises(BadClass):
        homework.assign_homework(asked(school.teacher), class_id, item, later)
    materials.delete_material(school.teacher, lesson)
    assert not school.classroom.homework.exists()


def test_T18_a_collection_is_done_when_all_problems_that_pupils_see_are_solved(school):
    _, collection, _, _ = made_by(school.teacher, school.classroom)
    states = (OwnProblem.State.PROVED, OwnProblem.State.UNPROVED, OwnProblem.State.WAITING)
    for number, state in enumerate(states, 1):
        OwnProblem.objects.create(
            author=school.teacher, material=collection, number=number, place=number, state=state, game=0, move=0,
            question={"rows": ["..."] * 3, "first": "B"}, made_at=NOON,
        )  # fmt: skip
    item = f"own-{collection.key}"
    homework.assign_homework(asked(school.teacher), school.classroom.pk, item, date(2100, 1, 1))
    key = progress_item_at(collection.pk, 1)[0]

    add_progress(school.bea, {key: 0b101})
    add_progress(school.aino, {key: 0b011})

    found = progress_in(school.classroom, [school.bea.pk, school.aino.pk])
    assert [found[one.pk].done for one in (school.bea, school.aino)] == [set(), {item}]
    OwnProblem.objects.update(state=OwnProblem.State.WAITING)
    assert progress_in(school.classroom, [school.aino.pk])[school.aino.pk].done == set(), "there is nothing to solve"
