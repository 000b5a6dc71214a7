"""Limits of collections and lessons, their viewers, and effects on only one of them (P1 to P9)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.core.audit import StaffContext
from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Suspended
from accounts.models import Player
from clubs.services.audiences import Audience, audience_of
from games.errors import NotAModerator
from learn import claims
from learn.errors import BadMaterial, LessonFull, NoSuchMaterial, TooManyMaterials, TooManyProblems
from learn.models import LONGEST_ABOUT, LONGEST_NAME, Material, MaterialShare, OwnPage, OwnProblem, Tried
from learn.problems.daily import problem_of_day
from learn.services import collections, daily_readers, materials, own_lessons, own_problems, streaks, tries
from learn.services.collections import ProblemFile
from learn.services.materials import MaterialChange, MaterialDetails
from tests.factories import NOON, days, make_moderator, make_player
from tests.learn.helpers import A_PAGE, PROBLEM, make_lesson

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()
SECOND = timedelta(seconds=1)
PROBLEMS, LESSON = Material.Kind.PROBLEMS, Material.Kind.LESSON
OPEN = "(;SZ[9]AB[ee]AW[ef];B[eg])"
OTHER = "(;SZ[9]AB[dd]AW[df];B[dg])"


@pytest.fixture(autouse=True)
def _no_worker(monkeypatch):
    monkeypatch.setattr(collections.TASK, "wake", lambda: None)


def make(player, kind=PROBLEMS):
    return materials.create_material(player, kind, MaterialDetails("Corners"), NOON)


def share(material, **audience):
    materials.share_material(material.owner, material, Audience(**audience), timezone.now())


def numbers(rows):
    return [row.number for row in rows]


def test_P1_guests_and_suspended_players_create_no_material_and_add_no_problems():
    for fields, refusal in (({"is_guest": True}, NotForGuests), ({"suspended_until": NOON + SECOND}, Suspended)):
        player = make_player()
        there = make(player)
        Player.objects.filter(pk=player.pk).update(**fields)
        player.refresh_from_db()
        with pytest.raises(refusal):
            make(player)
        with pytest.raises(refusal):
            add(player, there, OPEN, NOON)
    assert Material.objects.count() == 2
    assert not OwnProblem.objects.exists()


def test_P1_the_texts_of_a_material_have_bounds_and_a_rank_that_there_is():
    longest = MaterialDetails("n" * LONGEST_NAME, "a" * LONGEST_ABOUT, "fi", "15k").validated_values()
    assert (len(longest["name"]), len(longest["about"]), longest["level"]) == (LONGEST_NAME, LONGEST_ABOUT, "15k")
    for field, details in (
        ("name", MaterialDetails("n" * (LONGEST_NAME + 1))), ("name", MaterialDetails(" ")),
        ("about", MaterialDetails("a", "a" * 2001)),
        ("language", MaterialDetails("a", language="xx")), ("level", MaterialDetails("a", level="1p")),
    ):  # fmt: skip
        with pytest.raises(BadMaterial) as caught:
            details.validated_values()
        assert caught.value.data["field"] == field
    assert MaterialDetails("n").validated_values()["name"] == "n"


def add(player, material, text, now):
    """The problems of a file of this text, and those left out."""
    return collections.add_problem_file(player, material, ProblemFile("", text), now)


def test_P1_a_player_has_fifty_materials_and_those_of_others_do_not_count(monkeypatch):
    assert (materials.MOST_MATERIALS, collections.MOST_PROBLEMS, collections.MOST_A_DAY) == (50, 200, 500)
    monkeypatch.setattr(materials, "MOST_MATERIALS", 2)
    player, other = make_player(), make_player()
    for owner in (other, player, player):
        make(owner)
    with pytest.raises(TooManyMaterials):
        make(player)
    materials.delete_material(player, Material.objects.filter(owner=player)[0])
    assert make(player).made_at == NOON


def test_P1_a_collection_takes_as_many_problems_as_fit_and_a_day_has_its_own_limit(monkeypatch):
    player, other = make_player(), make_player()
    first, second, theirs = make(player), make(player), make(other)
    monkeypatch.setattr(collections, "MOST_PROBLEMS", 2)
    add(other, theirs, OPEN, NOON)
    assert numbers(add(player, first, OPEN + PROBLEM, NOON).rows) == [1, 2]
    assert set(first.problems.values_list("game", "move")) == {(0, 0)}, "they are of no game"
    with pytest.raises(TooManyProblems):
        add(player, first, OTHER, NOON)
    monkeypatch.setattr(collections, "MOST_A_DAY", 3)
    add(player, second, OPEN, NOON)
    for later in (timedelta(0), days(1) - SECOND):
        with pytest.raises(TooManyProblems):
            add(player, second, PROBLEM, NOON + later)
    OwnProblem.objects.filter(material=first).update(material=None, made_at=NOON + days(1))
    monkeypatch.setattr(collections, "MOST_A_DAY", 1)
    assert add(player, second, PROBLEM, NOON + days(1)).rows, "single problems have their own limit"
    assert OwnProblem.objects.filter(material=second).count() == 2


def test_P1_a_problem_is_known_by_its_board_and_first_player():
    player = make_player()
    row = make(player)
    found = add(player, row, OPEN + OPEN + OPEN.replace(";B[eg]", ";W[eg]"), NOON)
    assert (len(found.rows), found.left_out) == (2, {"known": [2]})
    assert add(player, row, OPEN + OTHER, NOON).left_out == {"known": [1]}
    assert add(player, make(player), OPEN, NOON).left_out == {}
    assert [(one.number, one.place) for one in collections.visible_problems(player, row)] == [(1, 1), (2, 2), (3, 3)]
    assert {one.made_at for one in row.problems.all()} == {NOON}


def test_P1_problems_are_put_first_and_removed_by_number_in_ones_own_collection():
    player, other = make_player(), make_player()
    row, theirs = make(player), make(player)
    for collection in (row, theirs):
        add(player, collection, OPEN + OTHER + PROBLEM, NOON)
    materials.update_material(player, row, MaterialChange(order=[3]), NOON)
    order = lambda one: numbers(collections.visible_problems(player, one))  # noqa: E731
    assert (order(row), order(theirs)) == ([3, 1, 2], [1, 2, 3])
    for act in (
        lambda: materials.update_material(player, row, MaterialChange(order=[4]), NOON),
        lambda: materials.delete_problems_or_pages(other, row, [1]),
        lambda: collections.visible_problem(player, row, 9),
    ):
        with pytest.raises(NoSuchMaterial):
            act()
    assert materials.delete_problems_or_pages(player, row, [1, 9]) == 1
    assert (order(row), order(theirs)) == ([3, 2], [1, 2, 3])
    assert numbers(add(player, row, OPEN, NOON).rows) == [4]
    assert order(row) == [3, 2, 4]


def test_P1_the_picture_of_a_collection_is_its_own_first_problem():
    player = make_player()
    row, other = make(player), make(player)
    for collection in (row, other):
        add(player, collection, OPEN + OTHER, NOON)
    OwnProblem.objects.update(state=OwnProblem.State.PROVED)
    first = row.problems.get(number=1).question["rows"]
    assert collections.first_positions([row]) == {row.pk: first}


def test_C106_each_player_subscribes_to_the_problem_of_the_day():
    player, other = make_player(), make_player()
    daily_readers.set_subscription(player, wanted=True)
    assert [daily_readers.is_subscribed(who) for who in (player, other)] == [True, False]
    for unsubscribe in (daily_readers.unsubscribe, partial(daily_readers.set_subscription, wanted=False)):
        daily_readers.set_subscription(other, wanted=True)
        unsubscribe(other)
        assert [daily_readers.is_subscribed(who) for who in (player, other)] == [True, False]


def test_P3_others_see_checked_problems_of_that_collection_only():
    player, reader = make_player(), make_player()
    row, second = make(player), make(player)
    for collection in (row, second):
        add(player, collection, OPEN + OTHER + PROBLEM, NOON)
    states = OwnProblem.State
    for number, state in ((1, states.PROVED), (2, states.REFUSED), (3, states.UNPROVED)):
        row.problems.filter(number=number).update(state=state)
    for viewer in (reader, NOBODY):
        assert numbers(collections.visible_problems(viewer, row)) == [1, 3]
        assert numbers(collections.visible_problems(viewer, second)) == []
        with pytest.raises(NoSuchMaterial):
            collections.visible_problem(viewer, row, 2)
    assert collections.visible_problem(player, row, 2).number == 2


def test_P4_progress_is_of_the_player_and_in_blocks_of_sixty():
    player, other = make_player(), make_player()
    row = make(player)
    rows = add(player, row, OPEN + OTHER, NOON).rows
    row.problems.filter(pk=rows[1].pk).update(number=61)
    first, second = collections.visible_problems(player, row)
    assert [collections.progress_item_of_row(one) for one in (first, second)] == [
        (f"set-{row.pk}-0", 1),
        (f"set-{row.pk}-1", 1),
    ]
    assert collections.progress_item_of_row(OwnProblem(material=row, number=60)) == (f"set-{row.pk}-0", 60)
    collections.record_collection_try(player, first, right=True)
    collections.record_collection_try(player, second, right=False)
    collections.record_collection_try(other, second, right=True)
    done = lambda who: collections.solved_numbers(who, [first, second])  # noqa: E731
    assert (done(player), done(other), done(NOBODY), collections.solved_numbers(player, [])) == (
        {1},
        {61},
        set(),
        set(),
    )
    assert set(Tried.objects.values_list("player", "was_right")) == {
        (player.pk, True), (player.pk, False), (other.pk, True),
    }  # fmt: skip


def test_P5_which_materials_are_listed_for_whom():
    owner, friend, stranger = make_player(), make_player(), make_player()
    private, public, named, linked = (make(owner) for _ in range(4))
    lesson, hidden, own = make(owner, LESSON), make(owner), make(friend)
    for one in (public, lesson, hidden):
        share(one, everyone=True)
    share(named, players=(friend.username,))
    share(linked, link=True)
    materials.hide_material(StaffContext(make_moderator(), NOON, "copied"), hidden)
    listed = lambda who, kind=PROBLEMS: set(materials.others_materials_listed_for(who, kind))  # noqa: E731
    assert [listed(who) for who in (owner, friend, stranger, NOBODY)] == [set(), {public, named}, {public}, {public}]
    assert listed(NOBODY, LESSON) == {lesson}
    seen = lambda who: set(materials.materials_listed_for(who, PROBLEMS))  # noqa: E731
    assert seen(owner) == {private, public, named, linked, hidden}
    assert [seen(who) for who in (friend, stranger, NOBODY)] == [{public, named, own}, {public}, {public}]
    opens = lambda who, kind="": {  # noqa: E731
        one.pk for one in (private, public, named, linked, lesson, hidden) if _opens(who, one.key, kind)
    }
    assert opens(friend) == {public.pk, named.pk, linked.pk, lesson.pk}
    assert opens(NOBODY) == {public.pk, linked.pk, lesson.pk}
    assert opens(NOBODY, LESSON) == {lesson.pk}
    assert opens(owner) == {private.pk, public.pk, named.pk, linked.pk, lesson.pk, hidden.pk}
    assert set(materials.materials_of_owner(owner, LESSON)) == {lesson}
    with pytest.raises(NoSuchMaterial):
        materials.owned_material(friend, public.key, PROBLEMS)
    with pytest.raises(NoSuchMaterial):
        materials.owned_material(owner, public.key, LESSON)


def _opens(viewer, key, kind):
    try:
        return materials.visible_material(viewer, key, kind)
    except NoSuchMaterial:
        return None


def test_P5_a_new_choice_replaces_the_one_before_of_that_material_only():
    owner, one, other = make_player(), make_player(), make_player()
    row, second = make(owner), make(owner)
    for material in (row, second):
        share(material, players=(one.username,), link=True)
    share(row, players=(other.username,))
    for material in (row, second):
        material.refresh_from_db()
    assert audience_of(row) == Audience(players=(other.username,))
    assert audience_of(second) == Audience(players=(one.username,), link=True)
    materials.delete_material(owner, row)
    with pytest.raises(NoSuchMaterial):
        materials.delete_material(one, second)
    assert list(Material.objects.all()) == [second]


def test_P6_hiding_is_of_one_material_by_moderators_who_do_not_own_it():
    owner, staff = make_player(), make_moderator()
    row, kept, own = make(owner), make(owner), make(staff)
    with pytest.raises(NotAModerator):
        materials.hide_material(StaffContext(owner, NOON, "mine"), row)
    with pytest.raises(NoSuchMaterial):
        materials.hide_material(StaffContext(staff, NOON, "mine"), own)
    materials.hide_material(StaffContext(staff, NOON, "copied"), row)
    assert set(Material.objects.values_list("pk", "hidden_at", "hidden_reason")) == {
        (row.pk, NOON, "copied"), (kept.pk, None, ""), (own.pk, None, ""),
    }  # fmt: skip


def test_P6_with_an_account_go_its_materials_and_what_was_shared_with_it():
    gone, other = make_player(), make_player()
    mine, theirs = make(gone), make(other)
    share(theirs, players=(gone.username,))
    share(mine, players=(other.username,))
    share(third := make(other), players=(make_player("third").username,))
    materials.delete_materials_of(gone)
    assert set(Material.objects.all()) == {theirs, third}
    assert [row.player.username for row in MaterialShare.objects.all()] == ["third"]


def test_P7_a_lesson_has_sixty_pages_with_their_own_numbers_and_places(monkeypatch):
    player = make_player()
    lesson, second = make_lesson(player, {}, {}), make_lesson(player, {})
    assert own_lessons.MOST_PAGES == 60
    monkeypatch.setattr(own_lessons, "MOST_PAGES", 3)
    (page,) = own_lessons.add_pages(player, lesson, [OwnPage(**A_PAGE)], NOON)
    assert (page.number, page.place) == (3, 3)
    with pytest.raises(LessonFull):
        own_lessons.add_pages(player, lesson, [OwnPage(**A_PAGE)], NOON)
    materials.update_material(player, lesson, MaterialChange(order=[3]), NOON)
    assert numbers(own_lessons.pages_in_order(lesson)) == [3, 1, 2]
    assert materials.delete_problems_or_pages(player, lesson, [1, 2, 9]) == 2
    assert [numbers(own_lessons.pages_in_order(one)) for one in (lesson, second)] == [[3], [1]]
    with pytest.raises(NoSuchMaterial):
        materials.delete_problems_or_pages(make_player(), lesson, [3])
    (page,) = own_lessons.add_pages(player, lesson, [OwnPage(**A_PAGE)], NOON)
    assert (page.number, page.place) == (4, 2)
    assert own_lessons.find_page(lesson, 4) == page
    with pytest.raises(NoSuchMaterial):
        own_lessons.find_page(second, 4)


def test_P9_a_page_is_changed_in_its_own_lesson_and_done_by_who_did_it():
    player, other = make_player(), make_player()
    lesson = make_lesson(player, {}, {})
    first, second = own_lessons.pages_in_order(lesson)
    first.task = "Capture it."
    own_lessons.replace_page(player, first, NOON)
    assert [page.task for page in own_lessons.pages_in_order(lesson)] == ["Capture it.", A_PAGE["task"]]
    second.delete()
    with pytest.raises(NoSuchMaterial):
        own_lessons.replace_page(player, OwnPage(**A_PAGE, material=lesson, pk=10**6), NOON)
    for is_guest, until, refusal in ((True, None, NotForGuests), (False, NOON + SECOND, Suspended)):
        player.is_guest, player.suspended_until = is_guest, until
        with pytest.raises(refusal):
            own_lessons.replace_page(player, first, NOON)
        with pytest.raises(refusal):
            own_lessons.add_pages(player, lesson, [OwnPage(**A_PAGE)], NOON)
    own_lessons.mark_page_done(player, first)
    assert collections.solved_numbers(player, [first]) == {first.number}
    assert collections.solved_numbers(other, [first]) == set()


def test_C106_a_streak_may_miss_one_day_and_no_two(time_machine):
    player, other = make_player(), make_player()
    for day, counted in ((0, 1), (0, 1), (1, 2), (3, 3), (6, 1), (8, 2)):
        now = NOON + days(day)
        time_machine.move_to(now, tick=False)
        streaks.extend_streak_if_todays(player, problem_of_day(now.date()), now)
        assert streaks.current_streak(player) == counted
    streaks.extend_streak_if_todays(player, problem_of_day((NOON + days(9)).date()), NOON + days(8))
    assert streaks.current_streak(player) == 2, "that is not today's"
    assert streaks.current_streak(other) == 0
    streaks.extend_streak_if_todays(other, problem_of_day((NOON + days(8)).date()), NOON + days(8))
    for after, counted in ((2, 2), (3, 0)):
        time_machine.move_to(NOON + days(8 + after), tick=False)
        assert streaks.current_streak(player) == counted
    streaks.delete_streak(player)
    time_machine.move_to(NOON + days(8), tick=False)
    assert (streaks.current_streak(player), streaks.current_streak(other)) == (0, 1)


def test_the_limits_of_materials_problems_and_tries():
    assert (materials.MOST_MATERIALS, own_lessons.MOST_PAGES, collections.MOST_PROBLEMS) == (50, 60, 200)
    assert (collections.MOST_A_DAY, collections.MOST_FILES, collections.A_BLOCK) == (500, 20, 60)
    assert (own_problems.MOST_A_DAY, own_problems.MOST_EMPTY, own_problems.MOST_POINTS) == (10, 10, 24)
    assert (own_problems.MOST_RIGHT, own_problems.MOST_SHOWN, own_problems.NODES) == (3, 100, 3000)
    assert (claims.MOST_READ, claims.FREE) == (3000, 3)
    assert (tries.ENOUGH, tries.MOST_DUE, tries.LONGEST_WAIT, daily_readers.AT_ONCE) == (20, 50, 365, 200)
    assert (timedelta(minutes=5), days(2)) == (own_problems.TIME_TO_READ, streaks.LONGEST_GAP)
