"""Classes are created, joined and left (T1, T2)."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Muted, Suspended
from accounts.models import Block
from accounts.privacy.account_deletion import delete
from classes import access, errors
from classes.models import Classroom, Pupil, PupilStanding
from classes.services import asking, founding, joining
from classes.services.founding import ClassDetails
from clubs.errors import AddressNotConfirmed
from notifications.models import Notice
from tests.classes.helpers import make_class, put, standing
from tests.classes.test_pages_and_api import page
from tests.clubs.helpers import asked
from tests.clubs.test_membership import play
from tests.factories import NOON, days, make_moderator, make_player
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db


def roles(classroom, *people, key=""):
    """The role of each of these people in the class, "" for those who may not see it."""

    def role(person):
        try:
            return str(access.visible_class(person, classroom.pk, key).role)
        except errors.NoSuchClass:
            return ""

    return [role(one) for one in people]


def test_T1_an_established_account_creates_up_to_ten_classes(settings):
    settings.IGO_CONFIRM_EMAIL = True
    aino = make_player("aino")
    found = lambda name="Beginners", by=aino: founding.create_class(asked(by), ClassDetails(name, "On Mondays"))  # noqa: E731
    play(aino, 9)
    refused(errors.CannotTeach, found)
    play(aino, 1)
    refused(AddressNotConfirmed, found)
    EmailAddress.objects.create(user=aino, email=aino.email, verified=True, primary=True)

    made = found("  Beginners   of 2026 ")

    assert (made.name, made.about, roles(made, aino)) == ("Beginners of 2026", "On Mondays", ["teacher"])
    for _ in range(9):
        found()
    refused(errors.TooManyClasses, found)
    founding.delete_class(asked(aino), made.pk)
    assert found().pk


def test_T1_an_administrator_needs_no_games_and_no_two_factor_authentication(settings):
    settings.IGO_CONFIRM_EMAIL = True
    admin = make_player("admin", is_staff=True)
    admin.groups.add(Group.objects.get(name="administrators"))
    refused(AddressNotConfirmed, founding.create_class, asked(admin), ClassDetails("Beginners"))
    settings.IGO_CONFIRM_EMAIL = False
    assert "finished games" not in page(admin, "/classes/new/")
    assert "finished games" in page(make_player(), "/classes/new/")
    assert founding.create_class(asked(admin), ClassDetails("Beginners")).teacher == admin


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"is_guest": True}, NotForGuests),
        ({"is_bot": True}, errors.CannotTeach),
        ({"muted_until": NOON + days(1)}, Muted),
        ({"suspended_until": NOON + days(1)}, Suspended),
    ],
)
def test_T1_guests_bots_and_restricted_players_create_none(fields, refusal):
    player = make_player()
    play(player, 10)
    for name, value in fields.items():
        setattr(player, name, value)
    refused(refusal, founding.create_class, asked(player), ClassDetails("Beginners"))
    assert not Classroom.objects.exists()


@pytest.mark.parametrize(
    "details", [ClassDetails(""), ClassDetails("x" * 61), ClassDetails("a", "x" * 2001), ClassDetails()]
)
def test_T1_names_and_descriptions_that_do_not_fit_are_refused(details):
    refused(errors.BadClass, founding.create_class, asked(make_player()), details)


def test_T1_only_the_teacher_changes_or_deletes_a_class():
    pupil, stranger = make_player(), make_player()
    made = make_class(None, pupil)
    for act in (
        lambda one: founding.change_class(asked(one), made.pk, ClassDetails("No")),
        lambda one: founding.delete_class(asked(one), made.pk),
    ):
        refused(errors.NotTeacher, act, pupil)
        refused(errors.NoSuchClass, act, stranger)

    founding.change_class(asked(made.teacher), made.pk, ClassDetails(about="On Fridays"))

    made.refresh_from_db()
    assert (made.name, made.about) == ("Beginners", "On Fridays")


def test_T2_a_link_admits_everyone_until_it_ends():
    aino, bea, carl = make_player("aino"), make_player("bea"), make_player("carl")
    made = make_class(aino)
    first = joining.create_invite_link(asked(aino), made.pk).invite_key
    refused(errors.NoSuchClass, joining.join_class, asked(bea), made.pk)
    assert roles(made, bea) == [""]
    assert roles(made, aino, bea, key=first) == ["teacher", "visitor"]

    joining.join_class(asked(bea), made.pk, first)

    assert standing(made, bea) == "pupil"
    refused(errors.AlreadyInClass, joining.join_class, asked(bea), made.pk, first)
    refused(errors.AlreadyInClass, joining.join_class, asked(aino), made.pk, first)
    joining.create_invite_link(asked(aino), made.pk)
    refused(errors.NoSuchClass, joining.join_class, asked(carl), made.pk, first)
    joining.remove_invite_link(asked(aino), made.pk)
    refused(errors.NoSuchClass, joining.join_class, asked(carl), made.pk, "")
    refused(errors.NotTeacher, joining.create_invite_link, asked(bea), made.pk)


def test_T2_an_invited_player_accepts_or_declines():
    aino, bea, carl = make_player("aino"), make_player("bea"), make_player("carl")
    made = make_class(aino)
    for one in (bea, carl):
        joining.invite_pupil(asked(aino), made.pk, one)
    refused(errors.AlreadyInClass, joining.invite_pupil, asked(aino), made.pk, bea)
    invitations = list(Notice.objects.filter(kind="class_invited"))
    assert {(one.player, one.title, one.path) for one in invitations} == {
        (one, "Beginners", made.get_absolute_url()) for one in (bea, carl)
    }

    joining.join_class(asked(bea), made.pk)
    joining.leave_class(asked(carl), made.pk)

    assert (standing(made, bea), standing(made, carl), roles(made, carl)) == ("pupil", "declined", [""])
    assert asking.notices_of_open_invitations(invitations) == []
    refused(errors.CannotInvitePupil, joining.invite_pupil, asked(aino, NOON + days(29)), made.pk, carl)
    assert joining.invite_pupil(asked(aino, NOON + days(31)), made.pk, carl).standing == "invited"
    assert len(asking.notices_of_open_invitations(invitations)) == 1
    for one in (make_player(is_bot=True), make_player(is_guest=True)):
        refused(errors.CannotInvitePupil, joining.invite_pupil, asked(aino), made.pk, one)


def test_T2_guests_bots_and_moderators_without_invitation_do_not_join():
    made = make_class()
    key = joining.create_invite_link(asked(made.teacher), made.pk).invite_key
    refused(NotForGuests, joining.join_class, asked(make_player(is_guest=True)), made.pk, key)
    refused(errors.NoBotsInClasses, joining.join_class, asked(make_player(is_bot=True)), made.pk, key)
    refused(errors.NoSuchClass, joining.join_class, asked(make_moderator()), made.pk)
    assert not Pupil.objects.exists()


@pytest.mark.parametrize("by_teacher", [True, False])
def test_T2_a_block_between_teacher_and_player_keeps_them_apart(by_teacher):
    aino, bea = make_player("aino"), make_player("bea")
    made = make_class(aino)
    key = joining.create_invite_link(asked(aino), made.pk).invite_key
    Block.objects.create(player=aino if by_teacher else bea, blocked=bea if by_teacher else aino, at=NOON)
    refused(errors.NoSuchClass, joining.join_class, asked(bea), made.pk, key)
    refused(errors.CannotInvitePupil, joining.invite_pupil, asked(aino), made.pk, bea)
    put(made, bea, PupilStanding.INVITED)
    refused(errors.NoSuchClass, joining.join_class, asked(bea), made.pk)


def test_T2_pupils_leave_and_come_back_and_removed_ones_only_by_invitation():
    aino, bea, carl = make_player("aino"), make_player("bea"), make_player("carl")
    made = make_class(aino, bea, carl)
    key = joining.create_invite_link(asked(aino), made.pk).invite_key
    joining.leave_class(asked(bea), made.pk)
    assert (standing(made, bea), roles(made, bea)) == ("left", [""])
    joining.join_class(asked(bea), made.pk, key)
    refused(errors.NotPupil, joining.leave_class, asked(aino), made.pk)
    refused(errors.NotTeacher, joining.remove_pupil, asked(bea), made.pk, carl)

    joining.remove_pupil(asked(aino), made.pk, carl)

    assert standing(made, carl) == "removed"
    assert Notice.objects.get(kind="class_removed").player == carl
    refused(errors.NoSuchClass, joining.join_class, asked(carl), made.pk, key)
    refused(errors.NotPupil, joining.remove_pupil, asked(aino), made.pk, carl)
    joining.invite_pupil(asked(aino), made.pk, carl)
    joining.join_class(asked(carl), made.pk)
    assert roles(made, bea, carl) == ["pupil", "pupil"]


def test_T2_a_withdrawn_invitation_bars_neither_the_link_nor_a_new_invitation():
    aino, bea = make_player("aino"), make_player("bea")
    made = make_class(aino)
    key = joining.create_invite_link(asked(aino), made.pk).invite_key
    for _ in range(2):
        joining.invite_pupil(asked(aino), made.pk, bea)
        joining.remove_pupil(asked(aino), made.pk, bea)

    assert roles(made, bea) == [""]
    assert joining.join_class(asked(bea), made.pk, key).standing == "pupil"


def test_T2_a_class_has_room_for_a_hundred_and_a_pupil_for_twenty_classes(monkeypatch):
    assert (joining.MOST_PUPILS, joining.MOST_JOINED) == (100, 20)
    monkeypatch.setattr(joining, "MOST_PUPILS", 2)
    monkeypatch.setattr(joining, "MOST_JOINED", 1)
    aino, bea, carl, dora = (make_player(name) for name in ("aino", "bea", "carl", "dora"))
    made, other = make_class(aino, bea), make_class(name="Other")
    put(other, bea, "invited")
    refused(errors.TooManyClasses, joining.join_class, asked(bea), other.pk)
    joining.invite_pupil(asked(aino), made.pk, carl)
    refused(errors.ClassFull, joining.invite_pupil, asked(aino), made.pk, dora)
    assert joining.join_class(asked(carl), made.pk).standing == "pupil"
    key = joining.create_invite_link(asked(aino), made.pk).invite_key
    refused(errors.ClassFull, joining.join_class, asked(dora), made.pk, key)


def test_T2_only_people_in_the_class_and_moderators_see_it():
    aino, bea, carl, dora = (make_player(name) for name in ("aino", "bea", "carl", "dora"))
    made = make_class(aino, bea)
    make_class(carl, dora, name="Other")
    put(made, carl, "invited")
    people = (aino, bea, carl, dora, make_moderator())
    assert roles(made, *people) == ["teacher", "pupil", "invited", "", "moderator"]
    assert list(access.taught_classes_with_size(aino)) == [made]
    assert [one.classroom.name for one in access.pupil_rows_of(carl)] == ["Beginners"]


def test_a_deleted_account_takes_its_classes_along_and_leaves_those_of_others():
    aino, bea = make_player("aino"), make_player("bea")
    make_class(aino, bea)
    other = make_class(bea, aino, name="Other")

    delete(player=aino, now=NOON)

    assert list(Classroom.objects.all()) == [other]
    assert not Pupil.objects.exists()
