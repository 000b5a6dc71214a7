"""The pages and the operations of classes (T1 to T4, T8)."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classes.models import KEPT_FOR, ClassMessage, Classroom, Homework, Pupil
from classes.services import founding, joining
from games import verbs
from games.services.idempotency import PlayerRequest
from learn.models import Progress
from learn.services.progress import all_page_bits
from study.models import Teacher
from tests.access.visitors import session_of
from tests.classes.helpers import make_child, make_class, put, standing
from tests.clubs.test_membership import play
from tests.factories import NOON, act, make_game, make_moderator, make_player
from wording import dates

pytestmark = pytest.mark.django_db


def come(player) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.cookies["sessionid"] = session_of(player)
    return client


def send(client, path, **body):
    return client.post(path, body, "application/json")


def page(player, path):
    answer = come(player).get(path)
    return answer.content.decode() if answer.status_code == 200 else answer.status_code


def test_T1_T2_a_class_is_created_joined_and_left_on_its_pages():
    aino, bea = make_player("aino"), make_player("bea")
    play(aino, 10)
    teacher, pupil = come(aino), come(bea)
    assert teacher.post("/classes/new/", {"name": "", "about": ""}).status_code == 400
    path = teacher.post("/classes/new/", {"name": "Beginners", "about": "On <Mondays>"})["Location"]
    made = Classroom.objects.get()
    assert path == made.get_absolute_url()
    teacher.post(f"{path}act/", {"do": "link"})
    made.refresh_from_db()

    shown = Client().get(made.invitation_path).content.decode()
    assert "Sign in to join" in shown
    assert "On &lt;Mondays&gt;" in shown
    assert "The teacher can see your progress" in page(bea, made.invitation_path)
    assert page(bea, path) == 404
    pupil.post(f"{path}membership/", {"do": "join", "key": made.invite_key})

    assert standing(made, bea) == "pupil"
    assert "Beginners" in page(bea, "/classes/")
    assert "Beginners" in page(aino, "/classes/")
    assert made.invite_key not in page(bea, path)
    assert made.invite_key in page(aino, path)
    pupil.post(f"{path}membership/", {"do": "leave"})
    assert standing(made, bea) == "left"
    teacher.post(f"{path}edit/", {"name": "Others", "about": ""})
    made.refresh_from_db()
    assert (made.name, made.about) == ("Others", "")
    teacher.post(f"{path}delete/", {"sure": "yes"})
    assert not Classroom.objects.exists()


def test_T2_people_outside_get_404_and_pupils_cannot_act():
    aino, bea, stranger, carl = (make_player(name) for name in ("aino", "bea", "other", "carl"))
    made = make_class(aino, bea)
    make_class(None, carl, name="Other")
    path, api = made.get_absolute_url(), f"/api/v1/classes/{made.pk}/"
    for person, seen, acting in (
        (aino, 200, 302), (bea, 200, 302), (stranger, 404, 404), (carl, 404, 404), (make_moderator(), 200, 302)
    ):  # fmt: skip
        client = come(person)
        for where in (path, api, f"{api}pupils/", f"{api}messages/"):
            assert client.get(where).status_code == seen, (person, where)
        assert client.post(f"{path}act/", {"do": "message", "text": "hello"}).status_code == acting
    assert Client().get(path).status_code == 404
    assert ClassMessage.objects.count() == 1, "only the teacher's"


def test_T3_the_teacher_sees_the_progress_of_all_and_a_pupil_their_own():
    aino, bea, carl = make_player("aino"), make_player("bea"), make_player("carl")
    made = make_class(aino, bea, carl)
    Progress.objects.create(player=bea, item="ko", done=all_page_bits("ko"), changed_at=NOON)
    path, api = made.get_absolute_url(), f"/api/v1/classes/{made.pk}/pupils/"

    def known(player):
        return {
            one["player"]: one["progress"] and one["progress"]["lessons"]
            for one in come(player).get(api).json()["results"]
        }

    assert known(aino) == {"bea": 1, "carl": 0}
    assert known(bea) == {"bea": 1, "carl": None}
    assert known(carl) == {"bea": None, "carl": 0}
    moderator = make_moderator()
    assert known(moderator) == {"bea": None, "carl": None}
    assert [page(one, path).count("Lessons: ") for one in (aino, bea, carl, moderator)] == [2, 1, 1, 0]


def test_T3_my_classes_show_pupils_games_and_the_homework_due_next_to_those_inside():
    aino, bea, guest = make_player(), make_player(), make_player()
    made = make_class(aino, bea)
    put(made, guest, "invited")
    game = make_game(black=bea, white=make_player(), size=9)
    for item, due in (("ko", "2100-01-02"), ("liberties", "2100-01-01")):
        come(aino).post(f"{made.get_absolute_url()}act/", {"do": "homework", "item": item, "due": due})

    def shown(player):
        html = page(player, "/classes/")
        return game.get_absolute_url() in html, "1 Jan 2100" in html, "2 Jan 2100" in html

    assert shown(aino) == shown(bea) == (True, True, False)
    assert shown(guest) == (False, False, False)
    made.homework.filter(item="liberties").update(due="2020-01-01")
    assert shown(bea) == (True, False, True), "what is past is not due next"


def test_T3_a_large_class_needs_as_many_queries_as_a_small_one():
    def count(pupils):
        aino, people = make_player(), [make_player() for _ in range(pupils)]
        made = make_class(aino, *people)
        for one in people:
            make_game(black=one, white=people[0] if one != people[0] else people[1], size=9)
            Progress.objects.create(player=one, item="ko", done=1, changed_at=NOON)
            put(made, make_player(), "invited")
        client = come(aino)
        client.post(f"{made.get_absolute_url()}act/", {"do": "homework", "item": "ko", "due": "2100-01-01"})
        found = []
        for path in (
            made.get_absolute_url(),
            "/classes/",
            f"/api/v1/classes/{made.pk}/",
            f"/api/v1/classes/{made.pk}/pupils/",
        ):
            client.get(path)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert client.get(path).status_code == 200
            found.append(len(queries))
        return found

    assert count(2) == count(7)


def test_T3_reviews_are_named_by_their_players():
    aino, bea = make_player("aino"), make_player("bea")
    made = make_class(aino, bea)
    game = make_game(black=bea, white=make_player("carl"), size=9, now=timezone.now())
    act(game, verbs.Resign, by=bea, now=timezone.now())
    Teacher.objects.create(game=game, player=aino, invited_by=bea, at=NOON)

    shown = page(aino, made.get_absolute_url())

    assert f'href="/g/{game.pk}/review/"' in shown
    assert "<bdi>carl</bdi>" in shown


def test_T4_homework_is_given_and_shown_to_whom_it_concerns():
    aino, bea, carl = make_player("aino"), make_player("bea"), make_player("carl")
    made = make_class(aino, bea, carl)
    path, api = made.get_absolute_url(), f"/api/v1/classes/{made.pk}/"
    teacher = come(aino)
    for item in ("ko", "live-problems"):
        teacher.post(f"{path}act/", {"do": "homework", "item": item, "due": "2100-01-01"})
    Progress.objects.create(player=bea, item="ko", done=all_page_bits("ko"), changed_at=NOON)

    assert "Done by 1 of 2 pupils:" in page(aino, path)
    assert "You've finished this homework." in page(bea, path)
    assert "You've finished this homework." not in page(carl, path)
    done = {one.username: [row["done"] for row in come(one).get(api).json()["homework"]] for one in (aino, bea, carl)}
    assert done == {"aino": [1, 0], "bea": [1, 0], "carl": [0, 0]}
    answer = send(teacher, f"{api}acts/", act="end_homework", item="ko")
    assert [row["item"] for row in answer.json()["homework"]] == ["live-problems"]
    assert send(teacher, f"{api}acts/", act="homework", item="ko").json()["field"] == "due"


def test_T4_the_teacher_sees_first_who_has_most_homework_left():
    aino, bea, carl = make_player("aino"), make_player("bea"), make_player("carl")
    made = make_class(aino, bea, carl)
    for item in ("ko", "capture"):
        Homework.objects.create(classroom=made, item=item, due=date(2100, 1, 1))
    Progress.objects.create(player=bea, item="ko", done=all_page_bits("ko"), changed_at=NOON)

    shown = " ".join(page(aino, made.get_absolute_url()).split())
    pupils = shown[shown.index('id="pupils"') :]

    assert "carl" in shown[shown.index("Not done yet:") :].split("</p>")[0]
    assert pupils.index("carl") < pupils.index("2 to do") < pupils.index("bea") < pupils.index("1 to do")
    assert "to do" not in page(bea, made.get_absolute_url())


def test_T4_a_due_date_is_the_same_day_in_every_time_zone():
    pupil = make_player(time_zone="Pacific/Auckland")
    made = make_class(None, pupil)
    for item, due in (("liberties", date(2026, 12, 4)), ("capture", date(9999, 12, 31))):
        Homework.objects.create(classroom=made, item=item, due=due)

    shown = page(pupil, made.get_absolute_url())

    assert "Due by 4 Dec 2026" in shown
    assert "Due by 31 Dec 9999" in shown


def test_T2_somebody_who_cannot_join_by_link_reads_why(monkeypatch):
    monkeypatch.setattr(joining, "MOST_PUPILS", 0)
    made, player = make_class(), make_player()
    made.invite_key = "secret"
    made.save()

    answer = come(player).post(f"{made.get_absolute_url()}membership/", {"do": "join", "key": "secret"}, follow=True)

    assert answer.status_code == 200
    assert "This class is full. A class can have at most 100 pupils." in answer.content.decode()


def test_T8_a_message_is_on_the_page_of_pupils():
    aino, bea, carl = make_player("aino"), make_player("bea"), make_player("carl")
    made = make_class(aino, bea)
    put(made, carl, "invited")
    path, api = made.get_absolute_url(), f"/api/v1/classes/{made.pk}/"
    come(aino).post(f"{path}act/", {"do": "message", "text": "Bring <your> boards."})
    assert "Bring &lt;your&gt; boards." in page(bea, path)
    assert "Bring" not in page(carl, path)
    assert come(bea).get(f"{api}messages/").json()["results"][0]["text"] == "Bring <your> boards."
    assert come(carl).get(f"{api}messages/").status_code == 404


def test_T8_older_messages_are_on_a_page_of_their_own():
    bea, carl = make_player("bea"), make_player("carl")
    made = make_class(None, bea)
    put(made, carl, "invited")
    path = made.get_absolute_url()
    for number in range(5):
        ClassMessage.objects.create(classroom=made, text=f"Message {number:02}", at=NOON)
    assert f"{path}messages/" not in page(bea, path)
    for number in range(5, 35):
        ClassMessage.objects.create(classroom=made, text=f"Message {number:02}", at=NOON)

    assert f"{path}messages/" in page(bea, path)
    first = page(bea, f"{path}messages/")
    assert [f"Message {number:02}" in first for number in (34, 5, 4)] == [True, True, False]
    after = re.search(r'rel="next" href="([^"]+)"', first)[1].replace("&amp;", "&")
    assert "Message 04" in page(bea, f"{path}messages/{after}")
    assert page(carl, f"{path}messages/") == 404


def test_T8_a_message_over_the_daily_limit_stays_in_the_form():
    made = make_class()
    teacher, path = come(made.teacher), f"{made.get_absolute_url()}act/"
    for _ in range(5):
        teacher.post(path, {"do": "message", "text": "hello"})

    answer = teacher.post(path, {"do": "message", "text": "Bring <your> boards."})

    assert answer.status_code == 429
    assert "limit of 5 messages" in answer.content.decode()
    assert "Bring &lt;your&gt; boards.</textarea>" in answer.content.decode()
    long = teacher.post(path, {"do": "message", "text": "x" * 2001})
    assert f"{'x' * 2001}</textarea>" in long.content.decode()


def test_the_api_creates_lists_changes_and_deletes_classes():
    aino, bea = make_player("aino"), make_player("bea")
    play(aino, 10)
    teacher, pupil = come(aino), come(bea)
    made = send(teacher, "/api/v1/classes/", name="Beginners").json()
    api = f"/api/v1/classes/{made['id']}/"
    key = send(teacher, f"{api}acts/", act="link").json()["invitation"]

    assert (made["my_role"], made["homework"]) == ("teacher", [])
    assert pupil.get(f"{api}?invitation={key}").json()["my_role"] == "visitor"
    assert send(pupil, f"{api}membership/", do="join", invitation=key).json()["standing"] == "pupil"
    assert pupil.get(api).json()["invitation"] is None
    rows = [client.get("/api/v1/classes/").json()["results"] for client in (teacher, pupil)]
    assert [[(row["id"], row["my_role"]) for row in found] for found in rows] == [
        [(made["id"], "teacher")], [(made["id"], "pupil")]
    ]  # fmt: skip
    assert teacher.patch(api, {"about": "On Fridays"}, "application/json").json()["about"] == "On Fridays"
    assert send(teacher, f"{api}acts/", act="remove", player="bea").status_code == 200
    assert Pupil.objects.get().standing == "removed"
    assert send(teacher, f"{api}acts/", act="invite").json()["code"] == "bad_class"
    twice = [send(teacher, f"{api}acts/", act="homework", item="ko", due="2100-01-31").json() for _ in range(2)]
    assert twice[1]["code"] == "already_homework"
    assert teacher.delete(api).status_code == 204
    assert not Classroom.objects.exists()


def test_T2_T4_each_act_of_the_teacher_says_what_it_did():
    aino = make_player("aino")
    make_player("bea")
    made = make_class(aino)
    teacher = come(aino)

    def after(**act):
        return teacher.post(f"{made.get_absolute_url()}act/", act, follow=True).content.decode()

    assert "bea has been invited." in after(do="invite", player="bea")
    assert "bea has been removed from the list." in after(do="remove", player="bea")
    shown = after(do="link")
    made.refresh_from_db()
    assert "The link has been created." in shown
    assert re.search(rf'<input id="link"[^>]*{made.invite_key}', shown), "a field with buttons to copy and share"
    assert "The link has been disabled." in after(do="end_link")
    assert "The homework has been assigned." in after(do="homework", item="ko", due="2100-01-01")
    assert "The due date must be today or later." in after(do="homework", item="ko", due="2020-01-01")
    assert "The homework has been deleted." in after(do="end_homework", item="ko")
    assert "The message has been sent to the class." in after(do="message", text="Hello")


def test_T4_homework_shows_its_board_and_opens_the_problems_of_its_goal():
    pupil = make_player("bea")
    made = make_class(None, pupil)
    Homework.objects.create(classroom=made, item="live-problems", due=date(2100, 1, 1))

    shown = page(pupil, made.get_absolute_url())
    there = page(pupil, "/problems/?goal=live")

    assert 'href="/problems/?goal=live"' in shown
    assert shown.count('class="club-board"') == 1
    assert "Problems: Life" in " ".join(there.split())
    assert "/problems/live-" in there
    assert "/problems/kill-" not in there
    assert "/problems/kill-" in page(pupil, "/problems/?goal=nonsense")


def test_T5_the_teacher_knows_children_by_name_in_homework():
    made = make_class()
    child = make_child(made, "Mia")
    Homework.objects.create(classroom=made, item="ko", due=date(2100, 1, 1))
    Progress.objects.create(player=child, item="ko", done=all_page_bits("ko"), changed_at=NOON)

    shown = page(made.teacher, made.get_absolute_url())

    assert shown.count(">Mia</b>") == 2, "in the list of pupils, and of those who are done"


def test_T5_the_first_page_of_a_child_leads_to_the_class():
    child = make_child(make_class(), "Mia")

    shown = page(child, "/games/")

    assert "Go to your class" in shown
    assert "Find an opponent</a> ·" not in shown, "children play only people of their class"
    assert "Go to your class" not in page(make_player(), "/games/")


def test_T6_a_child_learns_until_when_the_account_is_kept_after_the_end_of_the_class():
    made = make_class()
    child = make_child(made, "Mia")
    assert "Your account will be deleted on" not in page(child, "/games/")

    founding.delete_class(PlayerRequest(made.teacher, NOON), made.pk)

    for path in ("/games/", "/classes/"):
        shown = " ".join(page(child, path).split())
        day = dates.day_text(NOON + KEPT_FOR)
        assert f"Your account will be deleted on {day}." in shown
        assert "Go to your class" not in shown
        assert "open the link that your teacher gave you" not in shown
        assert "Find an opponent</a> ·" not in shown


@pytest.mark.parametrize(
    ("posted", "why"),
    [
        ({"do": "invite", "player": ""}, "Enter a player&#x27;s username."),
        ({"do": "end_homework", "item": "ko"}, "Homework not found."),
        ({"do": "homework", "item": "ko", "due": "soon"}, "Enter a valid date."),
        ({"do": "message", "text": "x" * 2001}, "Ensure this value has at most 2000 characters (it has 2001)."),
    ],
)
def test_a_refused_act_says_what_is_wrong(posted, why):
    made = make_class()
    answer = come(made.teacher).post(f"{made.get_absolute_url()}act/", posted, follow=True)
    assert why in answer.content.decode()
