"""Progress and games of pupils, messages and homework (T3, T4, T8)."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from accounts.core.restrictions import Muted
from accounts.models import Block
from classes import access, errors
from classes.models import ClassMessage, Homework
from classes.services import games, homework, messages, progress
from classes.views import pages
from games import verbs
from learn.models import Progress, Tried
from learn.services.progress import all_page_bits
from notifications.models import Notice
from study.models import Teacher
from tests.classes.helpers import make_class
from tests.clubs.helpers import asked
from tests.factories import NOON, act, days, make_game, make_player
from tests.support.browsers import browser
from tests.support.callers import Caller
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db
TODAY = NOON.date()


def learned(player, **items):
    for item, bits in items.items():
        Progress.objects.create(player=player, item=item.replace("_", "-"), done=bits, changed_at=NOON)


def test_T3_progress_counts_finished_lessons_and_solved_problems(django_assert_num_queries):
    bea, carl = make_player("bea"), make_player("carl")
    learned(bea, ko=all_page_bits("ko"), capture=1, live_problems=0b1011, unknown_item=1)
    for problem, was_right in (("live-1", True), ("live-2", False), ("kill-1", True)):
        Tried.objects.create(player=bea, problem=problem, was_right=was_right, at=NOON)

    with django_assert_num_queries(2):
        found = progress.progress_of([bea.pk, carl.pk])

    one = found[bea.pk]
    assert (one.lessons, one.problems, one.tried, one.right, one.done) == (1, 3, 3, 2, {"ko"})
    assert found[carl.pk] == progress.PupilProgress()
    lessons, problems = progress.item_totals()
    assert lessons >= 19
    assert problems > 100


def test_T3_running_games_and_reviews_are_those_that_the_viewer_may_see():
    aino, bea, carl, other = (make_player(name) for name in ("aino", "bea", "carl", "other"))
    running = make_game(black=bea, white=carl, size=9)
    private = make_game(black=bea, white=other, size=9, private=True)
    reviewed, finished = (make_game(black=carl, white=other, size=9) for _ in range(2))
    hidden = make_game(black=carl, white=other, size=9, private=True)
    for game in (reviewed, finished, hidden):
        act(game, verbs.Resign, by=other)
    for game in (reviewed, hidden):
        Teacher.objects.create(game=game, player=aino, invited_by=other, at=NOON)
    pupils = [bea.pk, carl.pk]

    assert [game.pk for game in games.running_boards(pupils, aino).games] == [running.pk]
    assert [game.pk for game in games.latest_reviewed_games(pupils, aino, NOON)] == [reviewed.pk]
    assert {private.pk, running.pk} == {
        games.running_boards(pupils, bea).own.pk,
        *(g.pk for g in games.running_boards(pupils, bea).games),
    }


def test_T8_a_message_goes_to_all_pupils_but_not_across_a_block_and_not_to_guests():
    aino, bea, carl, dora = (make_player(name) for name in ("aino", "bea", "carl", "dora"))
    made = make_class(aino, bea, carl, dora, make_player("guest-1", is_guest=True))
    Block.objects.create(player=carl, blocked=aino, at=NOON)
    make_class(aino, make_player(), name="Other")

    message = messages.write_message(asked(aino), made.pk, "Bring your boards.")

    assert {one.player.username for one in Notice.objects.filter(kind="class_message")} == {"bea", "dora"}
    read = {
        one.username: [*access.visible_messages(one, access.visible_class(one, made.pk))] for one in (aino, bea, carl)
    }
    assert read == {"aino": [message], "bea": [message], "carl": []}


def test_T8_only_a_teacher_who_may_write_writes_a_few_messages_a_day():
    aino, bea, stranger = (make_player(name) for name in ("aino", "bea", "other"))
    made = make_class(aino, bea)
    refused(errors.NotTeacher, messages.write_message, asked(bea), made.pk, "hello")
    refused(errors.NoSuchClass, messages.write_message, asked(stranger), made.pk, "hello")
    for text in ("", " ", "x" * 2001):
        refused(errors.BadClass, messages.write_message, asked(aino), made.pk, text)
    assert not ClassMessage.objects.exists()
    for _ in range(5):
        messages.write_message(asked(aino), made.pk, "hello")
    refused(errors.TooManyClassMessages, messages.write_message, asked(aino), made.pk, "hello")
    aino.muted_until = NOON + days(1)
    refused(Muted, messages.write_message, asked(aino), made.pk, "hello")
    assert ClassMessage.objects.count() == 5


def test_T4_homework_is_a_lesson_or_the_problems_of_a_goal_with_a_date(monkeypatch):
    aino, bea = make_player("aino"), make_player("bea")
    made = make_class(aino, bea)
    homework.assign_homework(asked(aino), made.pk, "live-problems", date(TODAY.year + 1, 1, 1))
    homework.assign_homework(asked(aino), made.pk, "ko", TODAY)
    assert [one.item for one in homework.homework_of_class(made)] == ["ko", "live-problems"]
    learned(bea, ko=all_page_bits("ko"), live_problems=1)
    assert progress.progress_of([bea.pk])[bea.pk].done == {"ko"}

    refused(errors.AlreadyHomework, homework.assign_homework, asked(aino), made.pk, "ko", TODAY)
    for item, due in (("chess", TODAY), ("capture", TODAY - days(1)), ("capture", None)):
        refused(errors.BadClass, homework.assign_homework, asked(aino), made.pk, item, due)
    refused(errors.NotTeacher, homework.assign_homework, asked(bea), made.pk, "capture", TODAY)
    refused(errors.NotTeacher, homework.delete_homework, asked(bea), made.pk, "ko")
    monkeypatch.setattr(homework, "MOST_HOMEWORK", 2)
    refused(errors.TooMuchHomework, homework.assign_homework, asked(aino), made.pk, "capture", TODAY)
    homework.delete_homework(asked(aino), made.pk, "ko")
    refused(errors.BadClass, homework.delete_homework, asked(aino), made.pk, "ko")
    assert Homework.objects.count() == 1


def test_T3_all_running_games_and_reviews_have_pages(monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(pages, "A_PAGE", 2)
    aino, bea, other = (make_player(name) for name in ("aino", "bea", "other"))
    made = make_class(aino, bea)
    running = [make_game(black=bea, white=other, size=9) for _ in range(3)]
    make_game(black=bea, white=other, size=9, private=True)
    reviewed = make_game(black=bea, white=other, size=9)
    act(reviewed, verbs.Resign, by=other)
    Teacher.objects.create(game=reviewed, player=aino, invited_by=bea, at=NOON)
    teacher, path = browser(aino), f"{made.get_absolute_url()}games/"

    def listed(query=""):
        found = teacher.get(f"{path}{query}").context
        return [game.pk for game in found["games"]], found["found"].next

    first, after = listed()
    second, end = listed(f"?{after}")
    assert [*first, *second] == [game.pk for game in reversed(running)]
    assert (len(first), end) == (2, None)
    assert listed("?show=reviews") == ([reviewed.pk], None)
    api = Caller(teacher, aino)
    rows = api.get(f"classes/{made.pk}/games/").json()["results"]
    assert [row["id"] for row in rows] == [game.pk for game in reversed(running)]
    rows = api.get(f"classes/{made.pk}/games/", show="reviews").json()["results"]
    assert [row["id"] for row in rows] == [reviewed.pk]
    assert api.get(f"classes/{made.pk}/games/", show="all").status_code == 400
    assert Caller(Client(), other).get(f"classes/{made.pk}/games/").status_code == 404
    assert f'href="{path}?show=reviews"' in teacher.get(made.get_absolute_url()).content.decode()
    assert browser(other).get(path).status_code == 404
    with django_assert_max_num_queries(14):
        teacher.get(path)
