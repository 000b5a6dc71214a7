"""Limits of creating, joining and running a club, its log and its notices (E75 to E79, E93)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Muted, Suspended
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from clubs import errors
from clubs.models import Club, ClubAct, ClubActKind, ClubNotice, ClubRole, JoiningPolicy, Membership, MemberStanding
from clubs.services import (
    acts,
    audiences,
    due,
    ending,
    founding,
    imports,
    inviting,
    joining,
    managing,
    moderating,
    notices,
    rights,
    rows,
)
from clubs.services.acts import ManagerAct, ManagerActInput
from notifications.models import Notice
from tests.clubs.helpers import ClubDetails, add, asked, make_club, roles, standing
from tests.clubs.test_membership import play, seen
from tests.factories import NOON, days, make_moderator, make_player
from tests.tournaments.helpers import refused
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def read_page(player, path):
    return signed_in(player).get(path).content.decode()


def row(club, player):
    return Membership.objects.get(club=club, player=player)


def log_of(club):
    """Return the log entries: action, actor, player concerned, role and reason."""
    names = ("act", "by__username", "about__username", "role", "reason")
    return list(ClubAct.objects.filter(club=club).order_by("pk").values_list(*names))


def notified(kind):
    return set(Notice.objects.filter(kind=kind).values_list("player__username", "by__username"))


def suspended(player, field="suspended_until"):
    Player.objects.filter(pk=player.pk).update(**{field: NOON + days(1)})
    player.refresh_from_db()
    return player


def test_E75_who_may_not_found_a_club(settings):
    settings.IGO_CONFIRM_EMAIL = True
    for player, refusal in (
        (suspended(make_player()), Suspended), (make_player(is_guest=True), NotForGuests),
        (make_player(is_bot=True), errors.BotsCannotJoinClubs),
    ):  # fmt: skip
        assert isinstance(founding.founding_refusal(player, NOON), refusal)
    player, other = make_player(), make_player()
    EmailAddress.objects.create(user=other, email=other.email, verified=True, primary=True)
    EmailAddress.objects.create(user=player, email=player.email, verified=False, primary=True)
    play(player, 10)
    assert isinstance(founding.founding_refusal(player, NOON), errors.AddressNotConfirmed)
    settings.IGO_CONFIRM_EMAIL = False
    assert founding.founding_refusal(player, NOON) is None
    assert founding.founding_refusal(other, NOON).data == {"needed": 10, "finished": 0}


def test_E75_an_administrator_needs_no_games_but_a_confirmed_address_and_owns_two_clubs_at_most(settings):
    settings.IGO_CONFIRM_EMAIL = True
    admin, moderator = make_moderator(grade="administrators"), make_moderator()
    assert isinstance(founding.founding_refusal(admin, NOON), errors.AddressNotConfirmed)
    for player in (admin, moderator):
        EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    assert isinstance(founding.founding_refusal(moderator, NOON), errors.TooFewGamesToFoundClub)
    for name in ("First", "Second"):
        founding.create_club(asked(admin), ClubDetails(name=name))
    refused(errors.TooManyClubs, founding.create_club, asked(admin), ClubDetails(name="Third"))


def test_E75_an_administrator_founds_without_two_factor_authentication_and_sees_no_condition():
    admin = make_player(is_staff=True)
    admin.groups.add(Group.objects.get(name="administrators"))
    assert not may(admin, StaffPermission.ADMINISTER)
    assert founding.founding_refusal(admin, NOON) is None
    assert "finished games" not in read_page(admin, "/clubs/new/")
    assert "finished games" in read_page(make_player(), "/clubs/new/")
    suspended(admin)
    assert isinstance(founding.founding_refusal(admin, NOON), Suspended)
    Player.objects.filter(pk=admin.pk).update(is_staff=False, suspended_until=None)
    assert isinstance(founding.founding_refusal(Player.objects.get(pk=admin.pk), NOON), errors.TooFewGamesToFoundClub)


def test_E75_clubs_that_one_founded_or_owns_count_and_those_of_others_do_not():
    player, other = make_player(), make_player()
    play(player, 10)
    for number in range(3):
        make_club(other, player, name=f"Of others {number}")
    managed = make_club(other, name="Managed")
    add(managed, player, ClubRole.MANAGER)
    assert founding.founding_refusal(player, NOON) is None
    founded = founding.create_club(asked(player), ClubDetails(name="Founded"))
    add(founded, other)
    managing.set_role(asked(player), founded.pk, other, ClubRole.OWNER)
    add(make_club(other, name="Owned"), player)
    assert founding.founding_refusal(player, NOON) is None, "one"
    managing.set_role(asked(other), managed.pk, player, ClubRole.OWNER)
    assert founding.founding_refusal(player, NOON).data == {"most": 2}


def test_E75_a_manager_changes_what_a_club_says_and_its_owner_also_the_name():
    owner, manager, member = (make_player(name) for name in ("aino", "bea", "carl"))
    club = make_club(owner, member)
    add(club, manager, ClubRole.MANAGER)
    founding.change_club(asked(manager), club.pk, ClubDetails(name="Tampere Go", about="Hello", place=" Tampere "))
    refused(errors.NotManager, founding.change_club, asked(member), club.pk, ClubDetails(name="Tampere Go"))
    refused(errors.NotClubOwner, founding.change_club, asked(manager), club.pk, ClubDetails(name="Nokia Go"))
    founding.change_club(asked(owner), club.pk, ClubDetails(name=" Nokia Go ", about="Hello", letters="ng"))
    club.refresh_from_db()
    assert (club.name, club.about, club.place, club.letters) == ("Nokia Go", "Hello", "", "NG")
    assert [line[:2] for line in log_of(club)] == [("changed", "bea"), ("changed", "aino")]
    assert ClubDetails(name="x" * 60).copy_to(Club()) is None
    make_club(name="Another Go")
    refused(errors.ClubNameTaken, founding.change_club, asked(owner), club.pk, ClubDetails(name="Another Go"))


def test_E76_E98_what_the_log_and_people_hear_of_who_comes_and_goes():
    owner, player = make_player("aino"), make_player("bea")
    club = make_club(owner, joining="request")
    joining.join_club(asked(player), club.pk, sentence="Hello")
    asking = row(club, player)
    assert (asking.sentence, asking.by, asking.joined_at, asking.role_at) == ("Hello", player, None, None)
    managing.answer_request(asked(owner), club.pk, player, accept=False)
    assert (row(club, player).sentence, row(club, player).by) == ("", owner)
    managing.invite_player(asked(owner), club.pk, player)
    joining.join_club(asked(player, NOON + days(1)), club.pk)
    joined = row(club, player)
    assert {joined.at, joined.joined_at, joined.role_at} == {NOON + days(1)}
    managing.set_role(asked(owner, NOON + days(2)), club.pk, player, ClubRole.CAPTAIN)
    assert (row(club, player).role_at, row(club, player).joined_at) == (NOON + days(2), NOON + days(1))
    managing.set_role(asked(owner), club.pk, player, ClubRole.CAPTAIN)
    joining.leave_or_withdraw_request(asked(player), club.pk)
    joining.join_club(asked(player, NOON + days(9)), club.pk)
    managing.answer_request(asked(owner), club.pk, player, accept=True)
    managing.ban_player(asked(owner), club.pk, player, " rude ")
    assert (row(club, player).reason, row(club, player).role) == ("rude", "member")
    managing.lift_ban(asked(owner), club.pk, player)
    assert (standing(club, player), row(club, player).reason) == ("removed", "rude")
    refused(errors.NoOpenRequestOrInvitation, managing.lift_ban, asked(owner), club.pk, player)
    assert log_of(club) == [
        ("declined", "aino", "bea", "", ""), ("invited", "aino", "bea", "", ""), ("joined", None, "bea", "", ""),
        ("role", "aino", "bea", "captain", ""), ("left", None, "bea", "", ""), ("admitted", "aino", "bea", "", ""),
        ("banned", "aino", "bea", "", "rude"), ("unbanned", "aino", "bea", "", ""),
    ]  # fmt: skip
    notices = Notice.objects.filter(player=player).order_by("pk").values_list("kind", flat=True)
    assert list(notices) == ["club_declined", "club_invited", "club_role", "club_admitted", "club_removed"]


def test_E76_managers_answer_remove_and_unban_nobody_who_has_nothing_to_do_with_the_club():
    owner, stranger = make_player(), make_player()
    club = make_club(owner)
    add(make_club(name="Oulu Go"), stranger)
    refused(errors.NoOpenRequestOrInvitation, managing.lift_ban, asked(owner), club.pk, stranger)
    refused(errors.NoOpenRequestOrInvitation, managing.answer_request, asked(owner), club.pk, stranger, accept=True)
    refused(errors.NotMember, managing.remove_member_or_invitation, asked(owner), club.pk, stranger, "")
    refused(errors.NotMember, managing.set_role, asked(owner), club.pk, stranger, ClubRole.CAPTAIN)
    assert log_of(club) == []
    managing.invite_player(asked(owner), club.pk, stranger)
    refused(errors.NoOpenRequestOrInvitation, managing.answer_request, asked(owner), club.pk, stranger, accept=True)
    managing.remove_member_or_invitation(asked(owner), club.pk, stranger, "")
    refused(errors.NotMember, managing.remove_member_or_invitation, asked(owner), club.pk, stranger, "")
    managing.ban_player(asked(owner), club.pk, stranger, "")
    refused(errors.NotMember, managing.remove_member_or_invitation, asked(owner), club.pk, stranger, "")
    assert standing(club, stranger) == "banned"


def test_E77_managers_give_roles_below_their_own():
    owner, manager, player = (make_player() for _ in range(3))
    club = make_club(owner, manager, player)
    managing.set_role(asked(owner), club.pk, manager, ClubRole.MANAGER)
    for role in (ClubRole.MANAGER, ClubRole.OWNER):
        refused(errors.NotClubOwner, managing.set_role, asked(manager), club.pk, player, role)
    assert managing.set_role(asked(manager), club.pk, player, ClubRole.CAPTAIN).role == ClubRole.CAPTAIN
    assert managing.set_role(asked(owner), club.pk, player, ClubRole.MANAGER).role == ClubRole.MANAGER


def test_E150_the_log_says_who_brought_games_and_who_deleted_them():
    owner, staff = make_player("aino"), make_moderator()
    club = make_club(owner)
    for by in (owner, staff):
        upload = imports.store_upload(asked(owner), club.pk, [("a.sgf", b"(;SZ[9]PB[x]PW[y];B[ee])")])
        imports.delete_upload(asked(by), club.pk, upload.pk)
    assert [entry[:2] for entry in log_of(club)] == [
        ("imported", "aino"), ("import_deleted", "aino"), ("imported", "aino"), ("import_deleted", staff.username),
    ]  # fmt: skip


def test_E76_days_after_a_request_or_an_invitation_was_declined():
    owner, asking, invited, left = (make_player() for _ in range(4))
    club = make_club(owner, joining="request")
    for player in (asking, left):
        joining.join_club(asked(player), club.pk)
    managing.answer_request(asked(owner), club.pk, asking, accept=False)
    refused(errors.RequestedRecently, joining.join_club, asked(asking, NOON + days(7) - SECOND), club.pk)
    assert joining.join_club(asked(asking, NOON + days(7)), club.pk).standing == MemberStanding.APPLIED
    joining.leave_or_withdraw_request(asked(left), club.pk)
    assert standing(club, left) == "left"
    assert joining.join_club(asked(left), club.pk).standing == MemberStanding.APPLIED, "taken back by themselves"
    joining.leave_or_withdraw_request(asked(left), club.pk)
    assert managing.invite_player(asked(owner), club.pk, left).standing == MemberStanding.INVITED
    managing.invite_player(asked(owner), club.pk, invited)
    joining.leave_or_withdraw_request(asked(invited), club.pk)
    assert standing(club, invited) == "declined"
    refused(errors.CannotInvite, managing.invite_player, asked(owner, NOON + days(30) - SECOND), club.pk, invited)
    assert joining.join_club(asked(invited), club.pk).standing == MemberStanding.APPLIED, (
        "they declined it, not the club"
    )
    joining.leave_or_withdraw_request(asked(invited), club.pk)
    managing.invite_player(asked(owner), club.pk, invited)
    joining.leave_or_withdraw_request(asked(invited), club.pk)
    assert managing.invite_player(asked(owner, NOON + days(30)), club.pk, invited).standing == MemberStanding.INVITED


def test_E76_who_was_removed_may_ask_again_at_once_and_comes_back_as_a_new_member():
    owner, member = make_player(), make_player()
    club = make_club(owner, member, joining="request")
    Membership.objects.filter(player=member).update(gets_notices=False)
    managing.remove_member_or_invitation(asked(owner), club.pk, member, "by mistake")
    asking = joining.join_club(asked(member, NOON + days(1)), club.pk)
    assert (asking.standing, asking.reason, asking.joined_at) == (MemberStanding.APPLIED, "", NOON)
    again = managing.answer_request(asked(owner, NOON + days(2)), club.pk, member, accept=True)
    assert (again.gets_notices, again.joined_at) == (True, NOON + days(2))


def test_E76_who_is_declined_by_the_club_may_be_invited_at_once_and_who_asks_is_admitted_by_an_invitation():
    owner, declined, asking = make_player(), make_player(), make_player()
    club = make_club(owner, joining="request")
    for player in (declined, asking):
        joining.join_club(asked(player), club.pk)
    managing.answer_request(asked(owner), club.pk, declined, accept=False)
    assert managing.invite_player(asked(owner), club.pk, declined).standing == MemberStanding.INVITED
    assert managing.invite_player(asked(owner), club.pk, asking).is_member
    refused(errors.CannotInvite, managing.invite_player, asked(owner), club.pk, make_player(is_guest=True))
    managing.remove_member_or_invitation(asked(owner), club.pk, declined, "")
    assert standing(club, declined) == "removed", "the invitation is taken back"
    assert not Notice.objects.filter(kind="club_removed").exists(), "who was no member hears nothing"


def test_E76_who_may_not_join_and_what_a_key_opens():
    owner = make_player()
    club = make_club(owner, joining="request")
    for player, refusal in (
        (suspended(make_player()), Suspended), (make_player(is_guest=True), NotForGuests),
        (make_player(is_bot=True), errors.BotsCannotJoinClubs),
    ):  # fmt: skip
        refused(refusal, joining.join_club, asked(player), club.pk)
    muted = suspended(make_player(), "muted_until")
    refused(Muted, joining.join_club, asked(muted), club.pk, sentence="Hello")
    assert joining.join_club(asked(muted), club.pk).standing == MemberStanding.APPLIED
    refused(errors.InvitationLinkInvalid, joining.join_club, asked(make_player()), club.pk, key="x")
    key = managing.create_invitation_link(asked(owner), club.pk).invite_key
    assert joining.join_club(asked(muted), club.pk, key=key).is_member, "who has asked comes in by the link"
    refused(errors.AlreadyMember, joining.join_club, asked(muted), club.pk, key=key)
    managing.remove_invitation_link(asked(owner), club.pk)
    assert [line[0] for line in log_of(club)] == ["linked", "joined", "unlinked"]


def test_E78_a_club_takes_as_many_as_it_may_and_memberships_of_others_do_not_count(monkeypatch):
    monkeypatch.setattr(rows, "MOST_MEMBERS", 3)
    monkeypatch.setattr(rows, "MOST_MEMBERSHIPS", 1)
    club = make_club()
    first, second, third = make_player(), make_player(), make_player()
    Membership.objects.create(club=make_club(name="Left"), player=first, standing=MemberStanding.LEFT, at=NOON)
    for player in (first, second):
        joining.join_club(asked(player), club.pk)
    refused(errors.ClubFull, joining.join_club, asked(third), club.pk)
    asking = make_club(name="Asking", joining="request")
    joining.join_club(asked(third), asking.pk)
    managing.answer_request(asked(asking.founder), asking.pk, third, accept=True)
    refused(errors.TooManyMemberships, joining.join_club, asked(third), make_club(name="More").pk)
    monkeypatch.setattr(rows, "MOST_MEMBERSHIPS", 9)
    full = make_club(None, make_player(), name="Full", joining="request")
    joining.join_club(asked(third), full.pk)
    add(full, make_player())
    refused(errors.ClubFull, managing.answer_request, asked(full.founder), full.pk, third, accept=True)


def test_E78_a_club_has_at_most_2000_members():
    assert rows.MOST_MEMBERS == 2000


def test_E77_E78_who_may_remove_whom():
    owner, manager, equal, member = (make_player() for _ in range(4))
    club = make_club(owner, member)
    for player in (manager, equal):
        add(club, player, ClubRole.MANAGER)
    for act in (managing.remove_member_or_invitation, managing.ban_player):
        for player in (owner, equal, manager):
            refused(errors.MemberRoleTooHigh, act, asked(manager), club.pk, player, "")
        refused(errors.MemberRoleTooHigh, act, asked(owner), club.pk, owner, "")
        refused(errors.NotManager, act, asked(member), club.pk, make_player(), "")
        refused(Suspended, act, asked(suspended(make_player())), club.pk, member, "")
    refused(errors.MemberRoleTooHigh, managing.set_role, asked(manager), club.pk, equal, ClubRole.MEMBER)
    refused(errors.MemberRoleTooHigh, managing.set_role, asked(manager), club.pk, manager, ClubRole.MEMBER)
    managing.remove_member_or_invitation(asked(owner), club.pk, equal, "")
    assert (standing(club, equal), row(club, equal).role) == ("removed", "member")
    refused(errors.NotMember, managing.set_role, asked(owner), club.pk, equal, ClubRole.CAPTAIN)
    managing.ban_player(asked(manager), club.pk, equal, "")
    managing.remove_member_or_invitation(asked(manager), club.pk, member, "x" * 301)
    assert row(club, member).reason == "x" * 300
    assert Club.objects.get().member_count == 2


def test_E77_the_log_and_the_new_owner_hear_of_a_club_that_is_handed_over():
    owner, heir = make_player("aino"), make_player("bea")
    club = make_club(owner, heir)
    managing.set_role(asked(owner, NOON + days(1)), club.pk, heir, ClubRole.OWNER)
    assert log_of(club) == [("handed_over", "aino", "bea", "", "")]
    assert {row(club, player).role_at for player in (owner, heir)} == {NOON + days(1)}
    assert notified("club_owner") == {("bea", "aino")}
    due.transfer_ownership(club, NOON + days(2), row(club, owner))
    assert roles(club) == {"aino": "owner", "bea": "manager"}
    assert {row(club, player).role_at for player in (owner, heir)} == {NOON + days(2)}
    assert log_of(club)[1:] == [("took_over", None, "aino", "", "")]
    assert notified("club_owner") == {("bea", "aino"), ("aino", None)}


def test_E77_who_leaves():
    owner, member, captain = make_player(), make_player(), make_player()
    club = make_club(owner, member)
    add(club, captain, ClubRole.CAPTAIN)
    refused(errors.NotMember, joining.leave_or_withdraw_request, asked(make_player()), club.pk)
    for player in (member, captain):
        joining.leave_or_withdraw_request(asked(player), club.pk)
        refused(errors.NotMember, joining.leave_or_withdraw_request, asked(player), club.pk)
    assert Club.objects.get().closed_at is None
    key = managing.create_invitation_link(asked(owner), club.pk).invite_key
    assert key
    joining.leave_or_withdraw_request(asked(owner, NOON + days(1)), club.pk)
    club.refresh_from_db()
    assert (club.closed_at, club.invite_key, club.member_count) == (NOON + days(1), "", 0)
    assert log_of(club)[-1][:2] == ("closed", owner.username)


def test_E78_notices_go_to_members_who_want_them_and_are_taken_back():
    owner, member, silent, muted = (make_player(name) for name in ("aino", "bea", "carl", "dora"))
    club, other = make_club(owner, member, silent), make_club(name="Other")
    add(club, suspended(muted, "muted_until"), ClubRole.MANAGER)
    joining.set_notice_preference(asked(silent), club.pk, wanted=False)
    refused(errors.NotMember, joining.set_notice_preference, asked(make_player()), club.pk, wanted=False)
    refused(Muted, notices.write_notice, asked(muted), club.pk, "Hello")
    refused(errors.NotManager, notices.write_notice, asked(member), club.pk, "Hello")
    for text in (" ", "x" * (notices.LONGEST_NOTICE + 1)):
        refused(errors.InvalidClubField, notices.write_notice, asked(owner), club.pk, text)
    first = notices.write_notice(asked(owner), club.pk, "x")
    assert notified("club_notice") == {("bea", "aino"), ("dora", "aino")}
    for _ in range(4):
        notices.write_notice(asked(owner), club.pk, "x" * notices.LONGEST_NOTICE)
    refused(errors.TooManyNotices, notices.write_notice, asked(owner), club.pk, "sixth of a day")
    assert notices.write_notice(asked(other.founder), other.pk, "x"), "each club has its own"
    refused(errors.NoSuchClubNotice, notices.delete_notice, asked(other.founder), other.pk, first.pk)
    notices.delete_notice(asked(owner, NOON + days(1)), club.pk, first.pk)
    assert ClubNotice.objects.get(pk=first.pk).deleted_at == NOON + days(1)
    refused(errors.NoSuchClubNotice, notices.delete_notice, asked(owner), club.pk, first.pk)
    assert [line[:2] for line in log_of(club)] == [("notice", "aino")] * 5 + [("notice_deleted", "aino")]
    second = ClubNotice.objects.exclude(pk=first.pk).first()
    notices.hide_notice(second.pk, "insults", NOON)
    hidden = ClubNotice.objects.exclude(hidden_at=None)
    assert list(hidden.values_list("pk", "hidden_reason", "hidden_at")) == [(second.pk, "insults", NOON)]
    other_hidden = ClubNotice.objects.exclude(pk=second.pk).first()
    notices.hide_notice(other_hidden.pk, "x", NOON)
    notices.unhide_notice(second.pk)
    assert list(ClubNotice.objects.exclude(hidden_at=None)) == [other_hidden]


def test_E78_notices_are_for_members_and_not_for_players_who_left_were_removed_or_have_only_asked():
    owner, member, gone, out, asking = (make_player(name) for name in ("aino", "bea", "carl", "dora", "eve"))
    club = make_club(owner, member, gone, out, joining=JoiningPolicy.REQUEST)
    joining.leave_or_withdraw_request(asked(gone), club.pk)
    managing.remove_member_or_invitation(asked(owner), club.pk, out, "why")
    joining.join_club(asked(asking), club.pk)
    notices.write_notice(asked(owner), club.pk, "Tea at five")
    assert notified("club_notice") == {("bea", "aino")}


def test_E77_who_follows_a_deleted_owner_is_by_role_activity_and_time():
    owner, *people = [make_player(name, date_joined=NOON - days(400)) for name in ("o", "m1", "m2", "c1", "p1", "p2")]
    club = make_club(owner)
    then = NOON - days(300)
    ranks = [
        (ClubRole.MANAGER, 2),
        (ClubRole.MANAGER, 1),
        (ClubRole.CAPTAIN, 0),
        (ClubRole.MEMBER, 0),
        (ClubRole.MEMBER, -1),
    ]
    for player, (role, day) in zip(people, ranks, strict=True):
        add(club, player, role, then + days(day))

    def heir(now=NOON):
        found = due.find_heir(club, now, excluded_id=owner.pk)
        return found and found.player.username

    assert heir() == "m2", "no one is active: the highest who has served longest"
    assert due.find_heir(club, NOON).player == owner, "who is still there is one of them"
    for name, expected in (("p1", "p1"), ("p2", "p2"), ("c1", "c1"), ("m1", "m1"), ("m2", "m2")):
        seen(Player.objects.get(username=name), NOON - days(90) + SECOND)
        assert heir() == expected
    suspended(people[1])
    assert heir() == "m1"
    assert heir(NOON + SECOND) == "m2", "90 days are over"
    Player.objects.filter(username__in=("m1", "m2")).update(deleted_at=NOON)
    Membership.objects.filter(player=people[2]).update(standing=MemberStanding.LEFT)
    assert heir() == "p2"
    Membership.objects.exclude(player=owner).delete()
    assert heir() is None


def test_E77_clubs_are_looked_at_once_a_day_and_one_that_breaks_stops_no_other(monkeypatch):
    joined = NOON - days(400)
    clubs = [make_club(make_player(date_joined=joined), name=f"Club {number}") for number in range(3)]
    for club in clubs:
        add(club, make_player(), ClubRole.MANAGER, NOON)
        Membership.objects.filter(club=club, role=ClubRole.OWNER).update(role_at=joined)
    Club.objects.filter(pk=clubs[0].pk).update(checked_at=NOON - days(1) + SECOND)
    Club.objects.filter(pk=clubs[1].pk).update(checked_at=NOON - days(1))
    Club.objects.filter(pk=clubs[2].pk).update(checked_at=None)
    check, looked = due.replace_absent_owner_or_close, []

    def checking(number, now):
        looked.append(number)
        if len(looked) == 1:
            raise RuntimeError
        return check(number, now)

    monkeypatch.setattr(due, "replace_absent_owner_or_close", checking)
    assert due.replace_owners_and_close_empty(now=NOON) == 1
    assert looked == [clubs[2].pk, clubs[1].pk], "never looked at: first"
    assert Club.objects.get(pk=clubs[1].pk).checked_at == NOON
    Club.objects.update(closed_at=NOON)
    assert (due.replace_owners_and_close_empty(now=NOON + days(9)), check(clubs[0].pk, NOON)) == (0, False)


def test_E77_E93_a_club_without_an_owner_gets_one_and_one_without_members_closes():
    empty, orphan = make_club(name="Empty"), make_club(name="Orphan")
    member = make_player(date_joined=NOON - days(400))
    add(orphan, member, at=NOON - days(300))
    Membership.objects.filter(role=ClubRole.OWNER).delete()
    for club in (empty, orphan):
        rows.update_member_count(club)
    assert [due.replace_absent_owner_or_close(club.pk, NOON) for club in (empty, orphan)] == [True, True]
    assert roles(orphan) == {member.username: "owner"}, "though no one is active"
    assert Club.objects.get(pk=empty.pk).closed_at == NOON
    assert due.replace_absent_owner_or_close(orphan.pk, NOON) is False


def test_E93_who_is_deleted_leaves_all_clubs_with_a_line_in_their_logs():
    owner, gone = make_player("aino"), make_player("bea")
    mine, other, closed = (
        make_club(gone, name="Mine"),
        make_club(owner, gone, name="Other"),
        make_club(gone, name="Old"),
    )
    Club.objects.filter(pk=closed.pk).update(closed_at=NOON)
    due.remove_deleted_account_from_clubs(gone, NOON + days(1))
    assert [Club.objects.get(pk=club.pk).closed_at for club in (mine, other, closed)] == [NOON + days(1), None, NOON]
    assert [line[:3] for line in log_of(other)] == [("left", None, "bea")]
    assert [line[0] for line in log_of(mine)] == ["left", "closed"]
    assert roles(other) == {"aino": "owner"}
    due.delete_memberships(gone)
    assert set(Membership.objects.values_list("player", flat=True)) == {owner.pk}


def test_E79_moderators_hide_rename_close_and_take_it_back():
    owner, manager, member = (make_player(name) for name in ("aino", "bea", "carl"))
    club = make_club(owner, member, about="Bad", rules="Rules", place="Here", letters="TG")
    add(club, manager, ClubRole.MANAGER)
    kept = moderating.clear_club_texts(club.pk, NOON)
    club.refresh_from_db()
    assert [club.about, club.rules, club.place, club.link, club.letters] == [""] * 5
    assert kept == {"about": "Bad", "rules": "Rules", "place": "Here", "link": "", "letters": "TG", "picture": ""}
    founding.change_club(asked(owner), club.pk, ClubDetails(name=club.name, about="Good"))
    moderating.restore_club_texts(club.pk, kept, NOON)
    club.refresh_from_db()
    assert [club.about, club.rules, club.place, club.letters] == ["Good", "Rules", "Here", "TG"]

    kept = moderating.replace_club_name_by_neutral(club.pk, NOON)
    assert Club.objects.get().letters != "TG"
    other = make_club(name="Tampere Go")
    moderating.restore_club_name(club.pk, kept, NOON)
    assert Club.objects.get(pk=club.pk).name == kept["neutral"], "another club is called so"
    Club.objects.filter(pk=other.pk).update(closed_at=NOON)
    moderating.restore_club_name(club.pk, kept, NOON)
    club.refresh_from_db()
    assert (club.name, club.letters) == ("Tampere Go", "TG")
    moderating.restore_club_name(club.pk, {**kept, "name": "Third", "neutral": "x"}, NOON)
    assert Club.objects.get(pk=club.pk).name == "Tampere Go", "it has another name by now"

    moderating.reopen_club_by_staff(club.pk, NOON)
    Notice.objects.all().delete()
    moderating.close_club_by_staff(club.pk, NOON)
    club.refresh_from_db()
    assert (club.closed_at, club.closed_by_staff) == (NOON, True)
    taken = make_club(name="Tampere Go")
    moderating.reopen_club_by_staff(club.pk, NOON)
    assert not Club.objects.get(pk=club.pk).is_open, "another club is called so"
    Club.objects.filter(pk=taken.pk).update(closed_at=NOON)
    moderating.reopen_club_by_staff(taken.pk, NOON)
    assert not Club.objects.get(pk=taken.pk).is_open, "moderators did not close it"
    moderating.reopen_club_by_staff(club.pk, NOON)
    club.refresh_from_db()
    assert (club.closed_at, club.closed_by_staff) == (None, False)
    moderating.close_club_by_staff(club.pk, NOON)
    Club.objects.filter(pk=club.pk).update(member_count=0)
    moderating.reopen_club_by_staff(club.pk, NOON)
    assert not Club.objects.get(pk=club.pk).is_open, "no one is in it"


def test_E78_what_is_missing_in_an_act_is_named():
    owner, member = make_player("aino"), make_player("bea")
    club = make_club(owner, member, joining=JoiningPolicy.REQUEST)
    for doing, given in (
        (ManagerAct.INVITE, ManagerActInput(player=" ")),
        (ManagerAct.ROLE, ManagerActInput(player="bea", role="king")),
    ):
        refused(errors.InvalidClubField, acts.perform_act, asked(owner), club.pk, doing, given)
    refused(
        errors.NoSuchClubNotice, acts.perform_act, asked(owner), club.pk, ManagerAct.DELETE_NOTICE, ManagerActInput()
    )
    asking, other = make_player("carl"), make_player("dora")
    for player in (asking, other):
        joining.join_club(asked(player), club.pk)
    for doing, name in (
        (ManagerAct.ADMIT, " carl "),
        (ManagerAct.DECLINE, "dora"),
        (ManagerAct.BAN, "bea"),
        (ManagerAct.UNBAN, "bea"),
    ):
        acts.perform_act(asked(owner), club.pk, doing, ManagerActInput(player=name, reason="why"))
    acts.perform_act(asked(owner), club.pk, ManagerAct.REMOVE, ManagerActInput(player="carl", reason="why"))
    assert [standing(club, player) for player in (asking, other, member)] == ["removed", "declined", "removed"]
    assert [line[4] for line in log_of(club)] == ["", "", "why", "", "why"]


def test_E10_E78_events_of_a_club_that_is_closed_or_of_others():
    owner, member = make_player(), make_player()
    club, other = make_club(owner, member, name="Base"), make_club(owner, name="alto", events_by=ClubRole.OWNER)
    assert rights.clubs_allowing_events_by(owner) == [other, club]
    assert (rights.is_member(member, club.pk), rights.is_member(member, other.pk)) == (True, False)
    joining.leave_or_withdraw_request(asked(member), club.pk)
    refused(errors.NotMember, rights.check_may_make_events, member, club.pk)
    assert not rights.is_member(member, club.pk)
    Club.objects.filter(pk=club.pk).update(closed_at=NOON)
    refused(errors.NoSuchClub, rights.check_may_make_events, owner, club.pk)
    assert not rights.is_member(owner, club.pk)
    assert rights.clubs_allowing_events_by(owner) == [other]


def test_E77_E98_an_owner_closes_a_club_and_its_members_hear_why():
    owner, member, gone = (make_player(name) for name in ("aino", "bea", "carl"))
    club = make_club(owner, member, gone)
    make_club(member, make_player("dora"), name="Another Go")
    joining.leave_or_withdraw_request(asked(gone), club.pk)
    refused(errors.InvalidClubField, ending.close_club_by_owner, asked(owner), club.pk, "  ")
    ending.close_club_by_owner(asked(owner), club.pk, " moved ")
    assert log_of(club)[-1] == (ClubActKind.CLOSED, "aino", None, "", "moved")
    assert notified("club_closed") == {("bea", None)}


def test_the_limits_of_clubs():
    assert (founding.MOST_CLUBS, founding.NEEDED_GAMES, rows.MOST_MEMBERS) == (2, 10, 2000)
    assert (days(7), days(30), days(90)) == (joining.ASK_AGAIN, managing.INVITE_AGAIN, due.GONE)
    assert (days(1), 200, 200) == (due.A_DAY, due.MOST_AT_ONCE, due.MOST_HEIRS)
    assert (audiences.MOST_SHARES, inviting.MOST_AT_ONCE, inviting.LONGEST_LIST) == (20, 50, 10_000)
    assert (imports.MOST_FILES_AT_ONCE, imports.MOST_A_DAY, imports.MOST_GAMES_OF_CLUB) == (50, 20, 5_000)
