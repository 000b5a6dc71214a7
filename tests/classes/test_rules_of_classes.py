"""Limits of classes: numbers, times, permissions (T1 to T8, T14 to T16)."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError
from django.utils import timezone

from accounts.core.audit import StaffContext
from accounts.core.guests import NotForChildren
from accounts.core.restrictions import NewGamesBlocked, Suspended
from accounts.models import Player, SecurityEvent
from accounts.privacy.account_deletion import delete
from accounts.privacy.blocking import block_player
from challenges.models import ChallengeStatus
from challenges.server_bots import LEVELS, bot_name
from challenges.services import withdraw_challenge
from classes import access, errors
from classes.models import Child, Classroom, Homework, HomeworkGame, HomeworkPosition, Pupil, PupilStanding
from classes.services import (
    acts,
    children,
    founding,
    games,
    guardians,
    homework,
    joining,
    messages,
    moderating,
    positions,
    progress,
    shared,
)
from classes.services.acts import TeacherActInput
from classes.services.founding import ClassDetails
from classes.services.guardians import GuardianTakeover
from classes.services.positions import PositionSource, PositionToAssign
from clubs.services.audiences import Audience
from games import verbs
from games.models import Game
from learn.models import Material, Progress, Tried
from learn.services import materials
from learn.services.progress import all_page_bits
from library.models import Record
from notifications.models import Notice
from rules import Reason
from study.models import ReaderTree, Sharing, StudySettings, Teacher, Tree
from tests.classes.helpers import make_child, make_class, put, standing
from tests.classes.test_sharing import made_by
from tests.clubs.helpers import asked
from tests.clubs.test_membership import play
from tests.factories import NOON, act, days, make_game, make_moderator, make_player
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


def test_the_limits_of_classes():
    assert (founding.MOST_CLASSES, joining.MOST_PUPILS, joining.MOST_JOINED, homework.MOST_HOMEWORK) == (
        10,
        100,
        20,
        20,
    )
    assert (children.MOST_AT_ONCE, children.MOST_DELETED, children.TRIES) == (40, 200, 20)
    assert (games.MOST_REVIEWS, shared.MOST_SHOWN, positions.MOST_SHOWN, progress.ENOUGH_MOVES) == (12, 20, 300, 10)
    assert positions.CLASSMATE_TIME.per_move == days(7)


def test_T1_without_confirmed_addresses_ten_games_are_enough_until_the_account_is_deleted(settings):
    settings.IGO_CONFIRM_EMAIL = False
    aino = make_player("aino")
    play(aino, 10)
    assert founding.create_class(asked(aino, NOON + HOUR), ClassDetails("Beginners")).created_at == NOON + HOUR

    Player.objects.filter(pk=aino.pk).update(deleted_at=NOON)

    refused(errors.CannotTeach, founding.create_class, asked(aino), ClassDetails("Beginners"))
    made = make_class()
    key = joining.create_invite_link(asked(made.teacher), made.pk).invite_key
    refused(errors.NoSuchClass, joining.join_class, asked(aino), made.pk, key)


def test_T1_the_name_can_change_without_the_description():
    made = make_class()
    founding.change_class(asked(made.teacher), made.pk, ClassDetails(name=" The  others "))
    made.refresh_from_db()
    assert (made.name, made.about) == ("The others", "On Mondays")


def test_T1_the_end_of_a_class_leaves_other_classes_alone():
    made = make_class()
    other = make_class(made.teacher, name="Other")
    aino, bea = make_child(made), make_child(other, "Bea")

    founding.delete_class(asked(made.teacher), made.pk)

    assert list(Classroom.objects.all()) == [other]
    assert Child.objects.get(pk=aino.pk).ends_at == NOON + days(30)
    assert Child.objects.get(pk=bea.pk).ends_at is None


def test_T2_every_change_has_its_time_and_a_declined_player_is_invited_again_after_30_days():
    aino, bea = make_player("aino"), make_player("bea")
    made = make_class(aino)
    at = lambda: Pupil.objects.get(classroom=made, player=bea).at  # noqa: E731
    joining.invite_pupil(asked(aino, NOON + HOUR), made.pk, bea)
    notice = Notice.objects.get(kind="class_invited")
    assert (at(), notice.created_at, notice.by) == (NOON + HOUR, NOON + HOUR, aino)
    joining.leave_class(asked(bea), made.pk)
    assert at() == NOON
    refused(errors.CannotInvitePupil, joining.invite_pupil, asked(aino, NOON + days(30) - SECOND), made.pk, bea)
    joining.invite_pupil(asked(aino, NOON + days(30)), made.pk, bea)
    joining.join_class(asked(bea, NOON + days(31)), made.pk)
    joining.leave_class(asked(bea, NOON + days(31)), made.pk)
    assert joining.invite_pupil(asked(aino, NOON + days(31)), made.pk, bea), "who has left is invited at once"
    joining.join_class(asked(bea, NOON + days(32)), made.pk)
    joining.remove_pupil(asked(aino, NOON + days(32)), made.pk, bea)
    removed = Notice.objects.get(kind="class_removed")
    assert (at(), removed.created_at, removed.by) == (NOON + days(32), NOON + days(32), None)


def test_T2_teachers_invite_a_limited_number_of_players_and_never_themselves(settings):
    settings.IGO_OFFERS = "2/day"
    made = make_class()
    refused(errors.AlreadyInClass, joining.invite_pupil, asked(made.teacher), made.pk, made.teacher)
    for _ in range(2):
        joining.invite_pupil(asked(made.teacher), made.pk, make_player())
    refused(errors.CannotInvitePupil, joining.invite_pupil, asked(made.teacher), made.pk, make_player())


def test_T2_invited_players_count_as_places_and_their_own_place_does_not(monkeypatch):
    monkeypatch.setattr(joining, "MOST_PUPILS", 2)
    monkeypatch.setattr(children, "MOST_PUPILS", 2)
    aino, bea, carl = (make_player(name) for name in ("aino", "bea", "carl"))
    made = make_class(aino, bea)
    put(made, carl, PupilStanding.INVITED)
    put(make_class(name="Other"), make_player())
    refused(errors.ClassFull, children.create_child_accounts, asked(aino), made.pk, [""])
    assert joining.join_class(asked(carl), made.pk).standing == "pupil"
    joining.leave_class(asked(bea), made.pk)
    assert len(children.create_child_accounts(asked(aino), made.pk, [""])) == 1


def test_T1_the_refusal_of_a_class_says_what_is_wrong_with_its_first_field():
    with pytest.raises(errors.BadClass) as refusal:
        founding.create_class(asked(make_player()), ClassDetails(name="x" * 61, about="y" * 2001))

    assert refusal.value.fields == ("name",)
    assert "60" in refusal.value.message()
    assert "2000" not in refusal.value.message(), "the other field has a sentence of its own"


def test_T2_acts_name_players_with_spaces_around_the_name():
    made, bea = make_class(), make_player("bea")
    run = lambda doing, **data: acts.perform_teacher_act(asked(made.teacher), made.pk, doing, TeacherActInput(**data))  # noqa: E731
    for name in ("", "  "):
        with pytest.raises(errors.BadClass) as refusal:
            run(acts.TeacherAct.INVITE, player=name)
        assert refusal.value.fields == ("player",)
    run(acts.TeacherAct.INVITE, player=" bea ")
    assert standing(made, bea) == "invited"
    run(acts.TeacherAct.REMOVE, player="bea")
    assert not made.pupils.exists()
    run(acts.TeacherAct.LINK)
    made.refresh_from_db()
    assert len(made.invite_key) == 43
    run(acts.TeacherAct.END_LINK)
    run(acts.TeacherAct.MESSAGE, text=" hello ")
    run(acts.TeacherAct.HOMEWORK, item="ko", due=date(2100, 1, 1))
    made.refresh_from_db()
    assert (made.invite_key, made.messages.get().text, made.homework.get().item) == ("", "hello", "ko")
    run(acts.TeacherAct.END_HOMEWORK, item="ko")
    assert not made.homework.exists()


def test_T3_reviews_are_the_latest_games_with_something_open_to_read(monkeypatch):
    bea, carl, aino = make_player("bea"), make_player("carl"), make_player("aino")
    child = make_child(make_class(aino, bea))
    wanted = {
        "nothing": False, "shared": True, "hidden": False, "private": False, "by default": True, "not shared": False,
        "a child's": False, "a reader's": True, "a hidden reader's": False, "a teacher": True,
    }  # fmt: skip
    found = {}
    StudySettings.objects.create(player=carl, sharing=Sharing.ALWAYS)
    StudySettings.objects.create(player=child, sharing=Sharing.ALWAYS)
    for number, what in enumerate(wanted):
        white = {"by default": carl, "not shared": carl, "a child's": child}.get(what) or make_player()
        game = found[what] = make_game(black=bea, white=white)
        act(game, verbs.Resign, by=bea, now=NOON + number * HOUR)
        seat = game.seat_list()[1]
        if what in ("shared", "hidden", "private", "by default", "not shared", "a child's"):
            is_shared = {"by default": None, "a child's": None, "private": None, "not shared": False}.get(what, True)
            Tree.objects.create(
                seat=seat, shared=is_shared, hidden_at=NOON if what == "hidden" else None, changed_at=NOON
            )
        elif "reader" in what:
            hidden = NOON if "hidden" in what else None
            ReaderTree.objects.create(game=game, author=aino, hidden_at=hidden, changed_at=NOON)
        elif what == "a teacher":
            Teacher.objects.create(game=game, player=aino, invited_by=bea, at=NOON)
    expected = [found[what].pk for what, is_shown in reversed(wanted.items()) if is_shown]

    assert [one.pk for one in games.latest_reviewed_games([bea.pk], aino, NOON)] == expected
    assert [one.pk for one in games.latest_reviewed_games([bea.pk], aino, NOON + days(180) + 4 * HOUR)] == expected[:2]
    assert {one.pk for one in games.reviewed_games([bea.pk], aino)} == set(expected)
    monkeypatch.setattr(games, "MOST_REVIEWS", 2)
    assert [one.pk for one in games.latest_reviewed_games([bea.pk], aino, NOON)] == expected[:2]


def test_T3_progress_counts_only_these_pupils_known_items_and_known_problems():
    bea, carl = make_player("bea"), make_player("carl")
    every = all_page_bits("live-problems")
    for player, item, bits in (
        (bea, "live-problems", every | every + 1), (bea, "capture", all_page_bits("capture") - 1),
        (carl, "ko", all_page_bits("ko")),
    ):  # fmt: skip
        Progress.objects.create(player=player, item=item, done=bits, changed_at=NOON)
    Tried.objects.create(player=carl, problem="live-1", was_right=True, at=NOON)

    found = progress.progress_of([bea.pk])

    assert list(found) == [bea.pk]
    assert found[bea.pk] == progress.PupilProgress(lessons=0, problems=every.bit_count(), done=found[bea.pk].done)
    lessons, problems = progress.item_totals()
    assert set(progress.page_bits_by_item()) >= {"ko", "live-problems"}
    assert problems == sum(
        all_page_bits(key).bit_count() for key in progress.page_bits_by_item() if key.endswith("-problems")
    )
    assert lessons == sum(not key.endswith("-problems") for key in progress.page_bits_by_item())


@pytest.mark.parametrize(
    ("moves", "reason", "finishes"),
    [
        (10, Reason.RESIGNATION, True), (9, Reason.RESIGNATION, False), (9, Reason.SCORE, True),
        (30, Reason.CANCELLED, False), (30, Reason.ANNULLED, False), (10, Reason.TIME, True),
    ],
)  # fmt: skip
def test_T14_what_finishes_the_homework(moves, reason, finishes):
    bea, carl = make_player("bea"), make_player("carl")
    made = make_class(None, bea, carl)
    row = Homework.objects.create(classroom=made, item="position-1", due=NOON.date())
    found = HomeworkPosition.objects.create(homework=row, name="x", start={}, rule_set="japanese")
    game = make_game(black=bea, white=carl)
    Game.objects.filter(pk=game.pk).update(finished_at=NOON, end_reason=reason, move_number=moves)
    HomeworkGame.objects.create(position=found, player=bea, game=game)
    HomeworkGame.objects.create(position=found, player=carl)

    done = progress.progress_in(made, [bea.pk, carl.pk])

    assert [done[one.pk].done for one in (bea, carl)] == [{"position-1"} if finishes else set(), set()]
    assert list(progress.progress_in(made, [carl.pk])) == [carl.pk]


def test_T4_homework_is_in_the_order_of_its_dates_without_items_that_have_gone():
    made = make_class()
    for item, day in (("ko", 3), ("capture", 2), ("gone", 1), ("live-problems", 2)):
        Homework.objects.create(classroom=made, item=item, due=date(2100, 1, day))
    Homework.objects.create(classroom=make_class(name="Other"), item="ko", due=date(2100, 1, 1))

    assert [one.item for one in homework.homework_of_class(made)] == ["capture", "live-problems", "ko"]
    with pytest.raises(errors.BadClass) as refusal:
        homework.assign_homework(asked(made.teacher), made.pk, "eyes", None)
    assert refusal.value.fields == ("due",) if "eyes" in progress.page_bits_by_item() else ("item",)


def test_T4_homework_is_due_next_until_its_day_is_over():
    made, other, today = make_class(), make_class(name="Other"), timezone.localdate()
    for item, due in (("ko", today - days(1)), ("capture", today), ("live-problems", today + days(1))):
        Homework.objects.create(classroom=made, item=item, due=due)
    late = Homework.objects.create(classroom=other, item="ko", due=today + days(1))
    Homework.objects.create(classroom=make_class(name="Third"), item="ko", due=today)
    assert homework.next_homework([made, other]) == {made.pk: made.homework.get(item="capture"), other.pk: late}


def test_T5_names_in_a_list_and_how_long_they_may_be():
    assert children.parse_names(" 12 ") == [""] * 12
    assert children.parse_names("\u200f۱۲\n") == [""] * 12
    assert children.parse_names("999") == [""] * 999
    assert [children.parse_names(text) for text in ("1000", "Ann")] == [["1000"], ["Ann"]]
    assert children.parse_names("12 a\n7") == ["12 a", "7"]
    made = make_class()
    longest = "x" * 40
    assert [card.child.name for card in children.create_child_accounts(asked(made.teacher), made.pk, [longest])] == [
        longest
    ]
    many = children.create_child_accounts(asked(made.teacher), made.pk, [""] * 40)
    assert len({card.code for card in many}) == 40
    assert all(re.fullmatch(r"([a-hj-km-np-z2-9]{4}-){2}[a-hj-km-np-z2-9]{4}", card.code) for card in many)


def test_T5_a_new_account_has_the_teachers_zone_and_the_time_and_a_repeated_form_costs_nothing():
    teacher = make_player(time_zone="Europe/Helsinki")
    made = make_class(teacher)
    request = children.PlayerRequest(teacher, NOON + HOUR, "key")
    [card] = children.create_child_accounts(request, made.pk, ["Aino"])
    for _ in range(9):
        refused(errors.ChildrenAlreadyCreated, children.create_child_accounts, request, made.pk, ["Aino"])
    for _ in range(9):
        children.create_child_accounts(asked(teacher), made.pk, [""])

    player = Player.objects.get(pk=card.child.pk)
    child = Child.objects.get(pk=card.child.pk)
    pupil = Pupil.objects.get(player=player)
    assert (player.time_zone, player.date_joined) == ("Europe/Helsinki", NOON + HOUR)
    assert (child.made_at, pupil.at, child.card, child.ends_at) == (NOON + HOUR, NOON + HOUR, 1, None)
    with pytest.raises(errors.TooManyCards) as refusal:
        children.create_child_accounts(asked(teacher), made.pk, [""])
    assert 86_000 < refusal.value.data["seconds"] <= 86_401


def test_T5_names_of_accounts_are_an_animal_and_six_digits(monkeypatch):
    made = make_class()
    name = lambda: children.create_child_accounts(asked(made.teacher), made.pk, [""])[0].child.player.username  # noqa: E731
    monkeypatch.setattr(children.secrets, "choice", lambda signs: signs[0])
    monkeypatch.setattr(children.secrets, "randbelow", lambda bound: bound - 1)
    assert name() == "badger-999999"
    monkeypatch.setattr(children.secrets, "randbelow", lambda bound: 0)
    assert name() == "badger-100000"
    refused(errors.ClassFull, name)  # this name is taken, at each of the tries
    monkeypatch.setattr(children, "is_name_taken", lambda name, now: False)
    refused(IntegrityError, name)


def test_T5_a_name_that_is_taken_at_the_same_moment_is_replaced_by_another(monkeypatch):
    made, numbers = make_class(), iter([1, 1, 2])
    monkeypatch.setattr(children.secrets, "choice", lambda signs: signs[0])
    monkeypatch.setattr(children.secrets, "randbelow", lambda bound: next(numbers))
    monkeypatch.setattr(children, "is_name_taken", lambda name, now: False)

    cards = [children.create_child_accounts(asked(made.teacher), made.pk, [""])[0] for _ in range(2)]

    assert [card.child.player.username for card in cards] == ["badger-100001", "badger-100002"]


@pytest.mark.parametrize("failures", [19, 20])
def test_T5_a_free_name_is_looked_for_twenty_times(monkeypatch, failures):
    made, tried = make_class(), []
    monkeypatch.setattr(children, "is_name_taken", lambda name, now: tried.append(name) or len(tried) <= failures)
    make = lambda: children.create_child_accounts(asked(made.teacher), made.pk, [""])  # noqa: E731
    if failures == 20:
        refused(errors.ClassFull, make)
    else:
        make()
    assert len(tried) == 20


def test_T5_links_on_cards_are_for_children_whose_accounts_are_in_use():
    child = Child.objects.get(pk=make_child(make_class()).pk)
    other = Child.objects.get(pk=make_child(child.classroom, "Bea").pk)
    secrets = {one.pk: children.card_secret(one, children.SIGN_IN) for one in (child, other)}
    open_to = lambda one: children.find_child_by_secret(secrets[one.pk], children.SIGN_IN)  # noqa: E731
    assert (open_to(child), open_to(other)) == (child, other)
    for fields in ({"is_child": False}, {"is_active": False}):
        Player.objects.filter(pk=child.pk).update(is_child=True, is_active=True)
        Player.objects.filter(pk=child.pk).update(**fields)
        assert open_to(child) is None
    assert children.find_child_by_secret(children.signing.dumps("x", salt=children.SIGN_IN), children.SIGN_IN) is None
    guardian = children.signing.dumps(["x"], salt=guardians.CONFIRM)
    assert guardians.read_guardian_link(guardian) is None


def test_T5_a_teacher_makes_a_hundred_new_cards_a_day(monkeypatch):
    monkeypatch.setattr(children, "make_password", lambda code: code)
    made = make_class()
    child = make_child(made)
    monkeypatch.setattr(children, "CARDS", "2/day")
    assert [children.issue_new_card(asked(made.teacher), made.pk, child).child.card for _ in range(2)] == [2, 3]
    with pytest.raises(errors.TooManyCards) as refusal:
        children.issue_new_card(asked(made.teacher), made.pk, child)
    assert 86_000 < refusal.value.data["seconds"] <= 86_401


def test_T5_a_child_meets_bots_of_the_server_of_every_level_and_no_others():
    made = make_class(None, bea := make_player("bea"))
    put(made, invited := make_player("invited"), PupilStanding.INVITED)
    child = make_child(made)
    lowest, highest = (make_player(bot_name(level), is_bot=True) for level in (1, LEVELS))
    named = make_player(bot_name(2))
    make_player("robot", is_bot=True)
    loose = make_player("loose", is_guest=True, is_child=True)

    found = children.contacts_by_child([child.pk, loose.pk])

    assert found[child.pk] == {made.teacher.pk, bea.pk, child.pk, lowest.pk, highest.pk}
    assert found[loose.pk] == {lowest.pk, highest.pk}
    assert not {named.pk, invited.pk} & found[child.pk]
    assert set(children.pupils_of_teacher(made.teacher)) == {bea, child}
    assert list(children.children_taught_by(made.teacher)) == [child]
    Player.objects.filter(pk=child.pk).update(is_child=False)
    assert list(children.children_taught_by(made.teacher)) == []


def test_T6_accounts_end_an_hour_after_the_last_day_the_oldest_first(monkeypatch):
    made = make_class()
    rows = [Child.objects.get(pk=make_child(made, name).pk) for name in ("Aino", "Bea", "Carl")]
    for number, row in enumerate(rows):
        Child.objects.filter(pk=row.pk).update(ends_at=NOON - number * SECOND)
    monkeypatch.setattr(children, "MOST_DELETED", 1)
    assert children.delete_ended_accounts(now=NOON + HOUR - 2 * SECOND) == 0
    assert children.delete_ended_accounts(now=NOON + HOUR) == 1
    assert {one.pk for one in Child.objects.all()} == {rows[0].pk, rows[1].pk}
    monkeypatch.setattr(children, "MOST_DELETED", 200)
    assert children.delete_ended_accounts(now=NOON + HOUR) == 1
    assert children.delete_ended_accounts(now=NOON + HOUR + SECOND) == 1
    assert Player.objects.get(pk=rows[0].pk).deleted_at == NOON + HOUR + SECOND


def test_T7_a_link_to_a_guardian_is_good_for_seven_days(monkeypatch):
    child = Child.objects.get(pk=make_child(make_class()).pk)
    guardians.send_guardian_link(child, "p@example.org")
    sign = lambda: guardians.signing.dumps(  # noqa: E731
        [guardians.card_secret(child, guardians.CONFIRM), "p@example.org"], salt=guardians.CONFIRM
    )
    secret = sign()
    assert guardians.read_guardian_link(secret) == GuardianTakeover(child, "p@example.org")
    clock = guardians.signing.time.time
    monkeypatch.setattr(guardians.signing.time, "time", lambda: clock() + days(7).total_seconds() - 60)
    assert guardians.read_guardian_link(secret) is not None
    monkeypatch.setattr(guardians.signing.time, "time", lambda: clock() + days(7).total_seconds() + 60)
    assert guardians.read_guardian_link(secret) is None


def test_T7_ten_e_mails_a_day_to_one_address_in_any_case_and_how_long_to_wait(monkeypatch):
    made = make_class()
    every = [Child.objects.get(pk=make_child(made, f"c{number}").pk) for number in range(3)]
    for number in range(10):
        guardians.send_guardian_link(every[number // 5], "parent@example.org" if number % 2 else "PARENT@example.org")
    with pytest.raises(errors.TooManyGuardianEmails) as refusal:
        guardians.send_guardian_link(every[2], "Parent@Example.org")
    assert 86_000 < refusal.value.data["seconds"] <= 86_401


@pytest.mark.parametrize("kind", ["player", "unconfirmed"])
def test_T7_an_address_in_use_is_refused_in_any_case(kind):
    child = Child.objects.get(pk=make_child(make_class()).pk)
    owner = make_player("parent")
    if kind == "unconfirmed":
        EmailAddress.objects.create(user=owner, email="second@example.org")
    used = "PARENT@example.org" if kind == "player" else "SECOND@example.org"

    refused(
        errors.AddressTaken, guardians.convert_child_to_player, GuardianTakeover(child, used, "seven herons fly"), NOON
    )

    assert (
        guardians.convert_child_to_player(GuardianTakeover(child, "third@example.org", "seven herons fly"), NOON)
        == child.player
    )
    assert list(SecurityEvent.objects.filter(player=child.player).values_list("kind", flat=True)) == ["address_changed"]
    address = EmailAddress.objects.get(user=child.player)
    assert (address.email, address.verified, address.primary) == ("third@example.org", True, True)


@pytest.mark.parametrize("fields", [{"is_child": False}, {"card": 2}, {"ends_at": NOON}])
def test_T7_a_guardian_takes_over_only_the_account_of_the_card_until_it_ends(fields):
    child = Child.objects.get(pk=make_child(make_class()).pk)
    rows = Player.objects.filter(pk=child.pk) if "is_child" in fields else Child.objects.filter(pk=child.pk)
    rows.update(**fields)
    refused(
        errors.NoSuchCard,
        guardians.convert_child_to_player,
        GuardianTakeover(child, "p@example.org", "seven herons fly"),
        NOON,
    )
    if "ends_at" in fields:
        rows.update(ends_at=NOON + SECOND)
        assert guardians.convert_child_to_player(GuardianTakeover(child, "p@example.org", "seven herons fly"), NOON)


def test_T8_children_get_messages_and_the_longest_is_2000_letters():
    made = make_class(None, bea := make_player("bea"))
    child = make_child(made)
    put(made, make_player(), PupilStanding.LEFT)

    message = messages.write_message(asked(made.teacher, NOON + HOUR), made.pk, "x" * 2000)

    notices = Notice.objects.filter(kind="class_message")
    assert {(one.player, one.by, one.created_at) for one in notices} == {
        (one, made.teacher, NOON + HOUR) for one in (bea, child)
    }
    assert message.at == NOON + HOUR
    for _ in range(4):
        messages.write_message(asked(made.teacher), made.pk, "x")
    with pytest.raises(errors.TooManyClassMessages) as refusal:
        messages.write_message(asked(made.teacher), made.pk, "x")
    assert 86_000 < refusal.value.data["seconds"] <= 86_401
    other = make_class(made.teacher, name="Other")
    assert messages.write_message(asked(made.teacher), other.pk, "x"), "the limit is of each class"


def test_T16_the_page_shows_twenty_of_each_kind_that_the_teacher_keeps(settings, monkeypatch):
    monkeypatch.setattr(shared, "MOST_SHOWN", 2)
    made = make_class(None, pupil := make_player())
    record, *rest = made_by(made.teacher, made)
    newest = materials.create_material(made.teacher, Material.Kind.LESSON, materials.MaterialDetails("Newest"), NOON)
    materials.share_material(made.teacher, newest, Audience(classes=(made.pk,)), NOON)
    seen = lambda: [one.pk for one in shared.shared_with_class(made, pupil)]  # noqa: E731

    assert seen() == [newest.pk, rest[1].pk, record.pk]
    assert list(made_by(make_player("other"))), "of another teacher"
    settings.IGO_APPS_OFF = ["library"]
    assert seen() == [newest.pk, rest[1].pk]
    settings.IGO_APPS_OFF = []
    Record.objects.filter(pk=record.pk).update(kept_at=None)
    assert seen() == [newest.pk, rest[1].pk]
    stranger = make_player()
    assert list(shared.shared_with_class(made, stranger)) == []


def test_T5_a_child_does_not_leave_and_visitors_have_nothing_to_leave():
    made = make_class()
    child = make_child(made)
    key = joining.create_invite_link(asked(made.teacher), made.pk).invite_key
    refused(NotForChildren, joining.leave_class, asked(child), made.pk)
    stranger = make_player()
    refused(errors.NoSuchClass, joining.leave_class, asked(stranger), made.pk)
    assert key


def test_T2_suspended_players_join_no_class_until_that_is_over():
    made, player = make_class(), make_player(suspended_until=NOON + days(1))
    put(made, player, PupilStanding.INVITED)
    refused(Suspended, joining.join_class, asked(player), made.pk)
    assert standing(made, player) == "invited"
    assert joining.join_class(asked(player, NOON + days(1)), made.pk).standing == "pupil"


def test_T6_a_deleted_account_leaves_no_homework_games():
    bea, carl = make_player(), make_player()
    made = make_class(None, bea, carl)
    row = Homework.objects.create(classroom=made, item="position-1", due=NOON.date())
    found = HomeworkPosition.objects.create(homework=row, name="x", start={}, rule_set="japanese")
    for player in (bea, carl):
        found.games.create(player=player)
    delete(player=bea, now=NOON)
    assert [one.player for one in found.games.all()] == [carl]
    assert [one.player for one in made.pupils.all()] == [carl]


def test_T6_a_deleted_account_ends_its_own_classes_only():
    aino = make_player("aino")
    made, other = make_class(aino), make_class(name="Other")
    mine, theirs = make_child(made), make_child(other, "Bea")
    put(other, aino)

    delete(player=aino, now=NOON)

    assert Child.objects.get(pk=mine.pk).ends_at is not None
    assert Child.objects.get(pk=theirs.pk).ends_at is None
    assert list(other.pupils.values_list("player", flat=True)) == [theirs.pk]
    assert list(Classroom.objects.all()) == [other]


def test_T15_only_the_message_that_is_meant_is_hidden():
    made = make_class()
    first, second, third = (messages.write_message(asked(made.teacher), made.pk, text) for text in "abc")

    moderating.hide_class_texts(StaffContext(make_moderator(), NOON, "Be kind"), made.pk, second.pk)

    rows = made.messages.order_by("pk").values_list("text", "hidden_reason")
    assert list(rows) == [("a", ""), ("", "Be kind"), ("c", "")]
    assert moderating.report_target(made.teacher, made.pk, third.pk).evidence["text"] == "c"
    refused(errors.NoSuchClass, moderating.report_target, made.teacher, made.pk, third.pk + 1)
    elsewhere = make_class(made.teacher, name="Other")
    refused(errors.NoSuchClass, moderating.report_target, made.teacher, elsewhere.pk, first.pk)


def test_T14_private_games_of_grown_up_pupils_are_left_out_and_moderators_see_none():
    bea, moderator = make_player("bea"), make_moderator()
    made = make_class(None, bea)
    child = make_child(made)
    row = Homework.objects.create(classroom=made, item="position-1", due=NOON.date())
    found = HomeworkPosition.objects.create(homework=row, name="x", start={}, rule_set="japanese")
    public, private = make_game(black=bea), make_game(black=bea, private=True)
    others, childs = make_game(private=True), make_game(private=True)
    for player, game in ((bea, public), (bea, others), (child, childs), (bea, private)):
        HomeworkGame.objects.create(position=found, player=player, game=game)
    HomeworkGame.objects.create(position=found, player=bea)
    Game.objects.filter(pk=childs.pk).update(private=True)

    def seen(viewer):
        rows = positions.games_from_position(found, access.visible_class(viewer, made.pk), viewer)
        return [(one.game_id, one.opens) for one in rows]

    assert seen(made.teacher) == [(childs.pk, False), (public.pk, True)]
    assert seen(bea) == [(private.pk, True), (public.pk, True)]
    assert seen(moderator) == []
    assert positions.games_from_position(found, access.visible_class(made.teacher, made.pk), None) == []


def drawn(rows):
    return PositionToAssign(name="x", source=PositionSource(rows=rows), rule_set="japanese", level=None)


@pytest.mark.parametrize(
    ("width", "height", "fits"),
    [(5, 5, True), (25, 25, True), (5, 25, True), (4, 5, False), (5, 4, False), (26, 25, False), (25, 26, False)],
)
def test_T13_a_board_is_drawn_with_five_to_twenty_five_rows_and_columns(width, height, fits):
    made = make_class()
    give = lambda: positions.assign_position(  # noqa: E731
        asked(made.teacher), made.pk, drawn("\n".join(["." * width] * height)), date(2100, 1, 1)
    )
    if fits:
        position = give().position
        assert (position.board.width, position.board.height) == (width, height)
    else:
        refused(errors.BadClass, give)


@pytest.mark.parametrize("sign", "RUGY#")
def test_T13_a_drawn_board_has_two_colours(sign):
    made, given = make_class(), drawn(f"....{sign}\n" + ".....\n" * 4)
    with pytest.raises(errors.BadClass) as refusal:
        positions.assign_position(asked(made.teacher), made.pk, given, date(2100, 1, 1))
    assert refusal.value.fields == ("rows",)


def test_T13_offers_to_classmates_are_not_listed_and_those_that_are_closed_stay_as_they_were():
    bea, carl = make_player(), make_player()
    made = make_class(None, bea, carl)
    found = positions.assign_position(asked(made.teacher), made.pk, drawn(".....\n" * 5), date(2100, 1, 1))
    offer = positions.play_position(asked(bea), made.pk, found.number).offer
    assert offer.token, "only who has the link sees it"
    withdraw_challenge(asked(bea, NOON + HOUR), offer.pk)

    homework.delete_homework(asked(made.teacher, NOON + days(1)), made.pk, found.homework.item)

    offer.refresh_from_db()
    assert (offer.status, offer.answered_at) == (ChallengeStatus.WITHDRAWN, NOON + HOUR)


def test_T13_the_one_who_has_waited_longest_is_paired_first_and_children_who_may_not_start_games_do_not_wait():
    bea, carl, dora = make_player("bea"), make_player("carl"), make_player("dora")
    made = make_class(None, bea, carl, dora)
    found = positions.assign_position(asked(made.teacher), made.pk, drawn("\n".join(["....."] * 5)), date(2100, 1, 1))
    start = lambda player: positions.play_position(asked(player), made.pk, found.number)  # noqa: E731
    child = make_child(made, barred_until=NOON + days(1))
    refused(NewGamesBlocked, start, child)
    block_player(player=carl, other=bea, now=NOON)
    first, second = start(bea), start(carl)
    assert (first.game, second.game, start(bea)) == (None, None, first)
    game = start(dora).game
    assert {seat.player for seat in game.seat_list()} == {bea, dora}
    assert (game.rated, positions.terms_of_position(found).time) == (False, positions.CLASSMATE_TIME)
    assert positions.find_unfinished_game(found, bea) == first
    act(game, verbs.Resign, by=bea)
    assert positions.find_unfinished_game(found, bea) is None
    positions.stop_waiting(asked(carl), made.pk, found.number)
    assert positions.find_unfinished_game(found, carl) is None
    refused(errors.NotPupil, positions.stop_waiting, asked(made.teacher), made.pk, found.number)
    refused(errors.NoSuchHomework, positions.stop_waiting, asked(carl), made.pk, found.number + 1)


def test_T13_games_have_the_handicap_and_the_board_of_the_file():
    made = make_class()
    text = "(;GM[1]SZ[9]HA[2]AB[gc][cg];W[ee])"
    given = PositionToAssign(name="x", source=PositionSource(sgf=text), rule_set="japanese", level=None, komi=None)
    terms = positions.terms_of_position(
        positions.assign_position(asked(made.teacher), made.pk, given, date(2100, 1, 1))
    )
    assert (terms.handicap, terms.width, terms.rated, terms.color) == (2, 9, False, "random")
    assert terms.variant.plain
