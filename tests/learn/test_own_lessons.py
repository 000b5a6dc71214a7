"""Players' lessons: in the form of the server's lessons, checked before they are stored, shared and done (P7 to P9)."""

from __future__ import annotations

import json
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.core.guests import NotForGuests
from accounts.models import Player, StaffAction
from accounts.privacy.account_deletion import delete
from clubs.models import Membership
from clubs.services.audiences import Audience
from learn.errors import InvalidLessonPage, LessonFull, NoSuchMaterial, TooManyMaterials
from learn.lessons import LESSONS
from learn.models import Material, OwnPage, Progress
from learn.outcomes import all_choices, outcome_of
from learn.page_checks import check_page, page_fields_of, step_from_page
from learn.services import materials, own_lessons
from tests.clubs.helpers import make_club
from tests.factories import make_moderator, make_player
from tests.learn.helpers import A_PAGE, make_collection, make_lesson
from tests.moderation.test_api import program

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()
PASSING = {"rows": ".X.\nXXX\n.X.", "right": "pass", "buttons": "pass", "claims": "", "answer": ""}


def client_of(player) -> Client:
    client = Client()
    if player is not NOBODY:
        client.force_login(player)
    return client


def get(player, lesson, path: str = ""):
    return client_of(player).get(lesson.get_absolute_url() + path)


def share(lesson, **audience):
    materials.share_material(lesson.owner, lesson, Audience(**audience), timezone.now())


@pytest.mark.parametrize("key", [key for key in LESSONS if key != "game"])
def test_P7_our_own_lessons_have_this_form_and_pass_these_checks(key):
    for _number, step in LESSONS[key].numbered_pages():
        page = OwnPage(**page_fields_of(step))
        check_page(page)
        again = step_from_page(page)
        with translation.override("en"):
            for choice in list(all_choices(step))[:: 10 if step.start.board.width == 19 else 1]:
                assert outcome_of(again, choice).text == outcome_of(step, choice).text
                assert outcome_of(again, choice).board == outcome_of(step, choice).board
        assert (again.count, again.claims, again.rings) == (step.count, step.claims, step.rings)
        assert again.statistics == step.statistics


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"rows": "..\n..."}, "rows", "Draw 2 to 19 rows"),
        ({"rows": ".Z\n.."}, "rows", "Draw 2 to 19 rows"),
        ({"rows": "OX.\nX..\n..."}, "rows", "Every chain must have a liberty"),
        ({"rows": "\n".join(["." * 20] * 20)}, "rows", "Draw 2 to 19 rows"),
        ({"rows": " "}, "rows", "Draw 2 to 19 rows"),
        ({"before": "C3"}, "before", "These moves can't be played"),
        ({"before": "pass pass"}, "before", "The game is over"),
        ({"before": "pass pass A1"}, "before", "These moves can't be played"),
        ({"right": "Z9"}, "right", "Z9 is not an answer"),
        ({"right": " "}, "right", "The page has no right answer. Add one."),
        ({"right": "pass"}, "right", "pass is not an answer"),
        ({"right": "C3"}, "right", "C3 is an illegal move in this position. Correct or remove it."),
        ({"rings": "Z9"}, "rings", "Z9 is not a point"),
        ({"rings": "pass", "buttons": "pass"}, "rings", "pass is not a point"),
        ({"answers": "A1"}, "answers", "Correct this line: A1"),
        ({"answers": "Z9: A1"}, "answers", "Z9 is not an answer"),
        ({"answers": "A1: A1"}, "answers", "The moves after A1 can't be played."),
        ({"replies": "Z9: Off the board."}, "replies", "Z9 is not an answer"),
        ({"after": "D3"}, "after", "The moves after D3 can't be played."),
        ({"answer": ""}, "answer", "Add the opponent's reply to"),
        ({"answer": "A1"}, "answer", "Add the opponent's reply to A1."),
        (
            {"claims": "captures D3 = 2"},
            "claims",
            "This claim is wrong: captures D3 = 2: it is 1",
        ),
        ({"claims": "beauty D3 = 2"}, "claims", "This claim is not valid"),
        ({"claims": "liberties A1 = 2"}, "claims", "This claim is not valid"),
        ({"claims": "liberties Z9 = 2"}, "claims", "This claim is not valid"),
        ({"claims": "alive A1"}, "claims", "This claim is not valid"),
        ({"claims": "score = 1 1"}, "claims", "This claim is not valid"),
        ({"claims": "pass pass A1: captures D3 = 1"}, "claims", "This claim is not valid"),
        ({"claims": "legal D3\n" * 21}, "claims", "at most 20 claims"),
        ({"statistics": "A1"}, "statistics", "Enter two points such as A1 and K10."),
        ({"statistics": "A1 Z9"}, "statistics", "Z9 is not a point"),
        ({"statistics": "A1 B2"}, "statistics", "Choose a rectangle of 4×4 to 10×10 points"),
        ({"count": "japanese", "dead": "A1"}, "dead", "That point has no stone."),
        ({"count": "japanese", "dead": "Z9"}, "dead", "Z9 is not a point"),
        ({"count": "japanese", "dead": "C3"}, "dead", "The moves after D3 can't be played."),
    ],
)
def test_P8_a_page_that_does_not_pass_is_refused_with_the_field(aino, changes, field, sentence):
    with pytest.raises(InvalidLessonPage) as refused, translation.override("en"):
        make_lesson(aino, changes)

    assert refused.value.fields == (field,)
    assert sentence in refused.value.message()
    assert not OwnPage.objects.exists()


def test_P8_reading_a_claim_is_limited(aino, monkeypatch):
    monkeypatch.setattr("learn.claims.MOST_READ", 3)
    with pytest.raises(InvalidLessonPage) as refused:
        check_page(OwnPage(**page_fields_of(LESSONS["ladder"].steps[0])))
    assert "This claim takes too long to check" in refused.value.message()


def test_P8_a_page_with_buttons_is_checked_as_well(aino):
    check_page(OwnPage(**{**A_PAGE, **PASSING, "taps": True}))
    with pytest.raises(InvalidLessonPage):
        check_page(OwnPage(**{**A_PAGE, **PASSING, "right": "resign"}))


def test_P7_a_lesson_is_made_written_changed_and_deleted_on_pages(aino):
    client = client_of(aino)
    made = client.post("/lessons/new/", {"name": "Captures", "language": "fi"})
    lesson = Material.objects.get()
    path = lesson.get_absolute_url()
    assert (made["Location"], lesson.kind) == (path + "edit/", "lesson")

    fields = {"first": "B", "ruleset": "japanese", "komi": "0", "black_prisoners": "0", "white_prisoners": "0"}
    wrong = client.post(path + "pages/new/", {**fields, **A_PAGE, "claims": "captures D3 = 2"})
    assert wrong.status_code == 400
    assert "This claim is wrong: captures D3 = 2: it is 1" in unescape(wrong.content.decode())
    assert client.post(path + "pages/new/", {**fields, **A_PAGE})["Location"] == path + "1/"
    client.post(path + "1/edit/", {**fields, **A_PAGE, "task": "Take it."})
    assert lesson.pages.get().task == "Take it."
    assert client.post(path + "1/edit/", {**fields, **A_PAGE, "right": "A1 C3"}).status_code == 400
    assert client.get(path + "1/edit/").status_code == client.get(path + "pages/new/").status_code == 200

    client.post(path + "edit/", {"do": "texts", "name": "Second", "language": "en"})
    assert Material.objects.get().name == "Second"
    assert client.post(path + "edit/", {"do": "nothing"}).status_code == 400
    client.post(path + "edit/", {"do": "delete"})
    assert not Material.objects.exists()
    assert not OwnPage.objects.exists()


def test_P7_pages_are_downloaded_and_uploaded_as_a_file(aino):
    client, lesson = client_of(aino), make_lesson(aino, {}, PASSING | {"taps": True})
    path = lesson.get_absolute_url()
    file = client.get(path + "pages.json")
    assert len(file.json()) == 2
    client.post(path + "edit/", {"do": "upload", "file": SimpleUploadedFile("pages.json", file.content)})
    client.post(path + "edit/", {"do": "upload", "file": SimpleUploadedFile("a.json", json.dumps([A_PAGE]).encode())})

    assert [row.number for row in own_lessons.pages_in_order(lesson)] == [1, 2, 3, 4, 5]
    assert client.get(path + "pages.json").json()[2:4] == file.json()


@pytest.mark.parametrize(
    "content",
    [
        b"no",
        b"{}",
        b"[]",
        b"[1]",
        b"[" * 9999,
        b'[{"task": ""}]',
        json.dumps([A_PAGE, {**A_PAGE, "right": "A9"}]),
    ],
)
def test_P7_a_file_that_is_not_valid_stores_nothing_and_says_why(aino, content):
    client, lesson = client_of(aino), make_lesson(aino)
    file = SimpleUploadedFile("pages.json", content if isinstance(content, bytes) else content.encode())
    answer = client.post(lesson.get_absolute_url() + "edit/", {"do": "upload", "file": file}, follow=True)

    assert lesson.pages.count() == 1
    assert ("Page 2, " in answer.content.decode()) == isinstance(content, str), "the page is named"
    assert "notice" in answer.content.decode() or "alert" in answer.content.decode()


def test_P7_the_owner_sorts_and_deletes_pages_and_numbers_stay(aino):
    lesson = make_lesson(aino, {}, {"task": "Again."})
    client, path = client_of(aino), lesson.get_absolute_url() + "edit/"
    client.post(path, {"do": "order", "place-1": "2", "place-2": "1"})
    assert [row.number for row in own_lessons.pages_in_order(lesson)] == [2, 1]
    client.post(path, {"do": "order", "gone": "2"})
    own_lessons.add_pages(aino, lesson, [OwnPage(**A_PAGE)], timezone.now())

    assert [row.number for row in own_lessons.pages_in_order(lesson)] == [1, 3]


def test_P7_limits_of_lessons_and_pages(aino, monkeypatch):
    lesson = make_lesson(aino)
    monkeypatch.setattr(own_lessons, "MOST_PAGES", 1)
    for pages in (1, 2):
        with pytest.raises(LessonFull):
            own_lessons.add_pages(aino, lesson, [OwnPage(**A_PAGE) for _ in range(pages)], timezone.now())
    monkeypatch.setattr(materials, "MOST_MATERIALS", 1)
    with pytest.raises(TooManyMaterials):
        make_lesson(aino)
    assert OwnPage.objects.count() == 1


def test_P9_a_lesson_is_shown_as_our_own_and_progress_is_kept(aino, babak):
    lesson = make_lesson(aino, {}, {"task": "Again."}, language="fa")
    share(lesson, everyone=True)
    html = get(babak, lesson, "1/").content.decode()
    assert 'lang="fa" dir="auto">Capture the white stone.' in html
    assert 'role="gridcell"' in html

    assert "White escapes." in get(babak, lesson, "1/?point=A1").content.decode()
    assert not Progress.objects.exists()
    assert "Captured." in get(babak, lesson, "1/?point=D3").content.decode()
    assert Progress.objects.get(player=babak).done == 1
    assert "1 of 2 pages done" in get(babak, lesson).content.decode()
    assert get(NOBODY, lesson, "2/?point=D3").status_code == 200
    assert get(babak, lesson, "1/?point=Z99").status_code == 400
    assert get(babak, lesson, "3/").status_code == 404


def test_P9_the_page_of_a_lesson_needs_the_same_queries_for_many_pages(aino, django_assert_num_queries):
    few, many = make_lesson(aino), make_lesson(aino, *[{}] * 8)
    client = client_of(aino)
    client.get(few.get_absolute_url())
    with CaptureQueriesContext(connection) as one:
        client.get(few.get_absolute_url())
    with django_assert_num_queries(len(one)):
        client.get(many.get_absolute_url())


def test_P9_a_lesson_is_shared_with_a_player_a_club_a_link_or_everyone(aino, babak):
    lesson, stranger, club = make_lesson(aino), make_player(), make_club(owner=aino)
    member = make_player()
    Membership.objects.create(club=club, player=member, standing="member", at=timezone.now(), joined_at=timezone.now())
    audiences = ({}, {"players": ("babak",)}, {"clubs": (club.pk,)}, {"link": True}, {"everyone": True})
    sees = []
    for audience in audiences:
        share(lesson, **audience)
        sees.append([get(who, lesson, "1/").status_code for who in (aino, babak, member, stranger, NOBODY)])

    assert sees == [
        [200, 404, 404, 404, 404],
        [200, 200, 404, 404, 404],
        [200, 404, 200, 404, 404],
        [200, 200, 200, 200, 200],
        [200, 200, 200, 200, 200],
    ]
    assert lesson.name in client_of(NOBODY).get("/lessons/").content.decode()


def test_P9_while_no_one_shares_a_lesson_the_first_of_the_server_are_listed(aino, babak):
    lesson = make_lesson(aino)

    def listed() -> list[bool]:
        html = client_of(babak).get("/lessons/").content.decode()
        return [f'href="/learn/{key}/1/"' in html for key in list(LESSONS)[:4]]

    assert listed() == [True, True, True, False]
    share(lesson, everyone=True)
    assert listed() == [False] * 4


def test_P9_only_the_owner_changes_a_lesson(aino, babak):
    lesson = make_lesson(aino)
    share(lesson, everyone=True)
    for path in ("edit/", "share/", "1/edit/", "pages/new/"):
        assert client_of(babak).post(lesson.get_absolute_url() + path, {"do": "delete"}).status_code == 404
    assert get(babak, lesson, "pages.json").status_code == 404
    with pytest.raises(NoSuchMaterial):
        own_lessons.replace_page(babak, lesson.pages.get(), timezone.now())
    Player.objects.filter(pk=aino.pk).update(is_guest=True)
    aino.refresh_from_db()
    with pytest.raises(NotForGuests):
        own_lessons.add_pages(aino, lesson, [OwnPage(**A_PAGE)], timezone.now())


def test_P9_a_lesson_is_shared_on_its_page_and_no_collection_of_problems(aino):
    lesson = make_lesson(aino)
    client_of(aino).post(lesson.get_absolute_url() + "share/", {"everyone": "1"})

    assert Material.objects.get().is_public
    assert Client().get(f"/collections/{lesson.key}/").status_code == 404


def test_P9_a_moderator_hides_a_lesson_and_it_is_deleted_with_the_account(aino, babak):
    lesson = make_lesson(aino)
    share(lesson, everyone=True)
    moderator = client_of(make_moderator())
    assert "Hide this lesson" in moderator.get(lesson.get_absolute_url()).content.decode()
    moderator.post(lesson.get_absolute_url() + "hide/", {"reason": "copied from a book"})
    assert get(babak, lesson).status_code == 404
    assert "copied from a book" in get(aino, lesson).content.decode()
    assert StaffAction.objects.get(action="hide_material").reason == "copied from a book"

    delete(player=aino, now=timezone.now())
    assert not OwnPage.objects.exists()


def test_the_api_makes_fills_shares_and_tries_a_lesson(aino):
    client = client_of(aino)

    def call(method, path, body=None):
        kwargs = {} if body is None else {"data": body, "content_type": "application/json"}
        return getattr(client, method)(f"/api/v1/player-lessons/{path}", **kwargs)

    key = call("post", "", {"name": "Captures", "level": "25k"}).json()["key"]
    refused = call("post", f"{key}/pages/", {**A_PAGE, "right": "A9"})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_lesson_page")
    assert call("post", f"{key}/pages/", {**A_PAGE, "taps": "yes"}).status_code == 400
    assert call("post", f"{key}/pages/", {**A_PAGE, "number": 7}).status_code == 400
    added = call("post", f"{key}/pages/", A_PAGE)
    assert (added.status_code, added.json()["number"], added.json()["ruleset"]) == (201, 1, "japanese")
    call("post", f"{key}/pages/", A_PAGE)
    assert [page["number"] for page in call("patch", f"{key}/", {"order": [2]}).json()["pages"]] == [2, 1]
    assert call("put", f"{key}/pages/1/source/", {**A_PAGE, "task": "Take it."}).json()["task"] == "Take it."
    assert call("get", f"{key}/pages/1/source/").json()["task"] == "Take it."
    assert call("get", f"{key}/pages/1/").json()["to_play"] == "B"
    assert call("post", f"{key}/pages/1/", {"point": "D3"}).json()["right"]
    assert call("get", f"{key}/").json()["done"] == [1]
    assert Client().get(f"/api/v1/player-lessons/{key}/").status_code == 404
    assert call("put", f"{key}/audience/", {"link": True}).json()["link"]
    assert Client().get(f"/api/v1/player-lessons/{key}/").json()["done"] == []
    assert call("delete", f"{key}/pages/1/source/").status_code == 204
    assert call("delete", f"{key}/pages/1/source/").status_code == 404
    assert call("delete", f"{key}/pages/{10**30}/source/").status_code == 404
    assert call("put", f"{key}/audience/", {"clubs": [10**30]}).status_code == 400
    assert call("delete", f"{key}/").status_code == 204


def test_P8_checks_of_a_request_end_after_some_seconds(monkeypatch):
    monkeypatch.setattr("learn.services.own_lessons.MOST_SECONDS", -1.0)
    owner = make_player()

    with pytest.raises(InvalidLessonPage) as refused:
        make_lesson(owner)
    assert "Checking took too long" in refused.value.message()
    assert not OwnPage.objects.exists()


@pytest.mark.parametrize("number", [10**6, 2**63, 10**30])
def test_P7_P1_a_number_that_no_page_can_have_is_not_found(number):
    owner = make_player()
    client = program(owner, ["study:write"])
    paths = [f"collections/{make_collection(owner).key}/problems/{number}/"]
    paths += [f"player-lessons/{make_lesson(owner).key}/pages/{number}/source/"]

    assert [client.delete(f"/api/v1/{path}").status_code for path in paths] == [404, 404]


def test_P9_a_muted_player_makes_a_lesson_private():
    owner = make_player()
    lesson = make_lesson(owner)
    share(lesson, everyone=True)
    owner.muted_until = timezone.now() + timedelta(days=1)
    owner.save()

    path = f"/api/v1/player-lessons/{lesson.key}/audience/"
    answer = program(owner, ["study:write"]).put(path, {"players": []}, content_type="application/json")

    assert answer.status_code == 200
    lesson.refresh_from_db()
    assert not lesson.is_public
