"""Creating, joining, running and leaving clubs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession

from accounts.models import Block
from accounts.names import RESERVED
from accounts.privacy.account_deletion import delete
from clubs import announcing, errors
from clubs.models import Club, ClubAct, ClubActKind, ClubRole, JoiningPolicy, Membership, MemberStanding
from clubs.services import due, founding, joining, managing, rights
from games import verbs
from notifications.models import Notice
from programs.services import feed
from tests.clubs.helpers import ClubDetails, add, asked, make_club, roles, standing
from tests.factories import NOON, days, make_game, make_player
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db


def play(player, games):
    other = make_player()
    for _ in range(games):
        game = make_game(black=player, white=other, size=9)
        verbs.perform(verbs.ActionRequest(game.pk, player, game.number, None, NOON), verbs.Resign())


def notices(player):
    rows = Notice.objects.filter(player=player).order_by("pk")
    return [str(one.sentence) % {"name": one.by and one.by.username, "title": one.title} for one in rows]


def test_E75_a_club_is_founded_after_ten_games_with_a_confirmed_address_and_two_at_most(settings):
    settings.IGO_CONFIRM_EMAIL = True
    aino = make_player("aino")
    found = lambda name: founding.create_club(asked(aino), ClubDetails(name=name))  # noqa: E731
    refused(errors.AddressNotConfirmed, found, "Helsinki Igo Club")
    EmailAddress.objects.create(user=aino, email=aino.email, verified=True, primary=True)
    play(aino, 9)
    refused(errors.TooFewGamesToFoundClub, found, "Helsinki Igo Club")
    play(aino, 1)

    club = found("Helsinki Igo Club")

    assert (club.letters, club.member_count, roles(club)) == ("HI", 1, {"aino": "owner"})
    assert list(ClubAct.objects.values_list("act", flat=True)) == [ClubActKind.FOUNDED]
    for alike in ("Helsinki Igo Club", "helsinki igo-club", "HE1SINKI IG0 CLUB", "Ηelsinki Igo Club"):
        refused((errors.ClubNameTaken, errors.InvalidClubField), found, alike)
    found("Second")
    refused(errors.TooManyClubs, found, "Third")
    Club.objects.filter(name="Second").update(closed_at=NOON)
    assert found("Second").pk, "the name of a closed club is free"


@pytest.mark.parametrize(
    "name", ["Go", "x" * 61, "Staff of Igo", "The m0derators", "Go\u202eclub", "Тampere", "a <b>", "…"]
)
def test_E75_names_that_are_too_short_or_look_like_others_are_refused(name):
    refused(errors.InvalidClubField, ClubDetails(name=name).copy_to, Club())


def test_E75_names_of_all_scripts_are_fine_and_letters_of_the_emblem_stand_in_the_name():
    assert "moderator" in RESERVED
    for name, letters in (
        ("باشگاه گو تهران", "بگ"),
        ("日本棋院 Tokyo", "日T"),
        ("Åbo & Turku: Go!", "ÅT"),
        ("Kyoto", "K"),
    ):
        club = Club()
        ClubDetails(name=name).copy_to(club)
        assert club.letters == letters
    ClubDetails(name="Tampere Go", letters="tg").copy_to(Club())
    for letters in ("TX", "GT", "T!", "TGO"):
        refused(errors.InvalidClubField, ClubDetails(name="Tampere Go", letters=letters).copy_to, Club())
    for field, value in (("link", "http://example.org"), ("link", "javascript:alert(1)"), ("about", "x" * 2001)):
        with pytest.raises(errors.InvalidClubField) as refusal:
            ClubDetails(name="Tampere Go", **{field: value}).copy_to(Club())
        assert refusal.value.data["field"] == field
    for field in ("shape", "shade", "joining", "events_by"):
        refused(errors.InvalidClubField, ClubDetails(name="Tampere Go", **{field: "no"}).copy_to, Club())


def test_E76_open_by_request_and_by_invitation():
    owner, asking, guest, stranger = (make_player(name) for name in ("aino", "bea", "carl", "dora"))
    club = make_club(owner)
    assert joining.join_club(asked(asking), club.pk).is_member
    refused(errors.AlreadyMember, joining.join_club, asked(asking), club.pk)
    joining.leave_or_withdraw_request(asked(asking), club.pk)
    assert Club.objects.get(pk=club.pk).member_count == 1

    Club.objects.update(joining=JoiningPolicy.REQUEST)
    assert joining.join_club(asked(asking), club.pk, sentence="I live in Tampere").standing == MemberStanding.APPLIED
    assert notices(owner) == ["bea has asked to join the club Tampere Go"]
    refused(errors.AlreadyMember, joining.join_club, asked(asking), club.pk)
    refused(errors.NotManager, managing.answer_request, asked(stranger), club.pk, asking, accept=True)
    managing.answer_request(asked(owner), club.pk, asking, accept=False)
    refused(errors.RequestedRecently, joining.join_club, asked(asking), club.pk)
    joining.join_club(asked(asking, NOON + days(8)), club.pk, sentence="Again")
    assert managing.answer_request(asked(owner), club.pk, asking, accept=True).is_member
    assert Membership.objects.get(player=asking).sentence == ""
    refused(errors.NoOpenRequestOrInvitation, managing.answer_request, asked(owner), club.pk, asking, accept=True)

    Club.objects.update(joining=JoiningPolicy.INVITATION)
    refused(errors.NeedsInvitation, joining.join_club, asked(guest), club.pk)
    managing.invite_player(asked(owner), club.pk, guest)
    assert notices(guest) == ["aino has invited you to the club Tampere Go"], "#2344, #2060: it names the club"
    refused(errors.AlreadyMember, managing.invite_player, asked(owner), club.pk, guest)
    joining.leave_or_withdraw_request(asked(guest), club.pk)
    refused(errors.CannotInvite, managing.invite_player, asked(owner), club.pk, guest)
    managing.invite_player(asked(owner, NOON + days(31)), club.pk, guest)
    assert joining.join_club(asked(guest), club.pk).is_member

    link = managing.create_invitation_link(asked(owner), club.pk).invite_key
    newer = managing.create_invitation_link(asked(owner), club.pk).invite_key
    refused(errors.InvitationLinkInvalid, joining.join_club, asked(stranger), club.pk, key=link)
    assert joining.join_club(asked(stranger), club.pk, key=newer).is_member
    managing.remove_invitation_link(asked(owner), club.pk)
    refused(errors.InvitationLinkInvalid, joining.join_club, asked(make_player()), club.pk, key=newer)


def test_E76_blocked_pairs_bots_and_guests_are_not_invited_and_requests_of_the_blocked_make_no_noise():
    owner, other = make_player(), make_player()
    club = make_club(owner, joining="request")
    Block.objects.create(player=other, blocked=owner, at=NOON)
    refused(errors.CannotInvite, managing.invite_player, asked(owner), club.pk, other)
    refused(errors.CannotInvite, managing.invite_player, asked(owner), club.pk, make_player(is_bot=True))
    refused(errors.BotsCannotJoinClubs, joining.join_club, asked(make_player(is_bot=True)), club.pk)
    joining.join_club(asked(other), club.pk)
    assert notices(owner) == []
    assert managing.answer_request(asked(owner), club.pk, other, accept=True).is_member


def test_E77_roles_are_given_from_above_and_a_club_is_handed_over_before_its_owner_leaves():
    owner, manager, captain, member = people = [make_player(name) for name in ("aino", "bea", "carl", "dora")]
    club = make_club(*people)
    for player, role in ((manager, ClubRole.MANAGER), (captain, ClubRole.CAPTAIN)):
        managing.set_role(asked(owner), club.pk, player, role)
    refused(errors.NotManager, managing.set_role, asked(captain), club.pk, member, ClubRole.CAPTAIN)
    refused(errors.NotClubOwner, managing.set_role, asked(manager), club.pk, member, ClubRole.MANAGER)
    refused(errors.MemberRoleTooHigh, managing.set_role, asked(manager), club.pk, owner, ClubRole.MEMBER)
    refused(errors.MemberRoleTooHigh, managing.remove_member_or_invitation, asked(manager), club.pk, owner, "")
    refused(errors.NotClubOwner, managing.set_role, asked(manager), club.pk, member, ClubRole.OWNER)
    with pytest.raises(errors.NotMember) as caught:
        managing.set_role(asked(owner), club.pk, make_player(), ClubRole.CAPTAIN)
    assert caught.value.message() == "This player is not a member of your club. Choose a member."
    managing.set_role(asked(manager), club.pk, member, ClubRole.CAPTAIN)
    refused(errors.OwnerCannotLeave, joining.leave_or_withdraw_request, asked(owner), club.pk)

    managing.set_role(asked(owner), club.pk, manager, ClubRole.OWNER)

    assert roles(club) == {"aino": "manager", "bea": "owner", "carl": "captain", "dora": "captain"}
    joining.leave_or_withdraw_request(asked(owner), club.pk)
    assert standing(club, owner) == MemberStanding.LEFT
    assert "You now own the club Tampere Go" in notices(manager)


def test_E78_who_is_removed_may_come_back_who_is_banned_may_not():
    owner, member, stranger = make_player(), make_player(), make_player()
    club = make_club(owner, member)
    managing.remove_member_or_invitation(asked(owner), club.pk, member, "never plays")
    assert (standing(club, member), notices(member)) == (
        MemberStanding.REMOVED, ["You are no longer a member of the club Tampere Go"]
    )  # fmt: skip
    joining.join_club(asked(member), club.pk)
    managing.ban_player(asked(owner), club.pk, member, "insults")
    managing.ban_player(asked(owner), club.pk, stranger, "")
    for banned in (member, stranger):
        refused(errors.BannedFromClub, joining.join_club, asked(banned), club.pk)
        refused(errors.CannotInvite, managing.invite_player, asked(owner), club.pk, banned)
    managing.lift_ban(asked(owner), club.pk, member)
    assert joining.join_club(asked(member), club.pk).is_member
    with pytest.raises(errors.NotMember) as caught:
        managing.remove_member_or_invitation(asked(owner), club.pk, make_player(), "")
    assert caught.value.message() == "This player is not a member of your club. Choose a member."


def test_E78_nobody_is_in_more_than_fifty_clubs():
    player = make_player()
    for number in range(49):
        add(make_club(name=f"Club number {number:02}"), player)
    asking = make_club(name="By request", joining="request")
    joining.join_club(asked(player), asking.pk)
    one_more = make_club(name="One more")
    refused(errors.TooManyMemberships, joining.join_club, asked(player), one_more.pk)
    Club.objects.filter(name="Club number 00").update(closed_at=NOON)
    assert joining.join_club(asked(player), one_more.pk).is_member
    managing.answer_request(asked(asking.founder), asking.pk, player, accept=True)
    assert Membership.objects.members().filter(player=player, club__closed_at=None).count() == 50


def seen(player, at):
    UserSession.objects.filter(user=player).delete()
    UserSession.objects.create(user=player, session_key=f"{player.pk:032}", ip="127.0.0.1", last_seen_at=at)


def test_E77_an_owner_gone_for_90_days_is_followed_by_the_longest_serving_active_manager():
    later = NOON + days(95)
    owner, first, second, captain = people = [
        make_player(name, date_joined=NOON - days(400)) for name in ("aino", "bea", "carl", "dora")
    ]
    club = make_club(owner)
    for player, role, since in ((second, "manager", 2), (first, "manager", 1), (captain, "captain", 0)):
        add(club, player, ClubRole(role), NOON - days(300) + days(since))
    for player in people:
        seen(player, later)
    assert due.replace_owners_and_close_empty(now=later) == 0
    seen(owner, NOON)
    seen(first, NOON)
    assert due.replace_owners_and_close_empty(now=later + timedelta(hours=23)) == 0, "looked at once a day"

    assert due.replace_owners_and_close_empty(now=later + days(1)) == 1

    assert roles(club) == {"aino": "manager", "bea": "manager", "carl": "owner", "dora": "captain"}
    seen(second, NOON)
    assert due.replace_owners_and_close_empty(now=later + days(200)) == 0, "nobody is active: it stays as it is"


def test_E77_E93_a_deleted_owner_is_followed_at_once_and_an_empty_club_closes():
    owner, member = make_player(), make_player()
    club = make_club(owner, member)
    alone = make_club(owner, name="Alone")
    delete(player=owner, now=NOON)
    club.refresh_from_db()
    alone.refresh_from_db()
    assert (roles(club), club.member_count, alone.closed_at) == ({member.username: "owner"}, 1, NOON)
    assert not Membership.objects.filter(player=owner).exists()

    joining.leave_or_withdraw_request(asked(member), club.pk)

    club.refresh_from_db()
    assert club.closed_at == NOON
    refused(errors.NoSuchClub, joining.join_club, asked(member), club.pk)


def test_E78_the_club_says_who_makes_its_events():
    owner, captain, member = make_player(), make_player(), make_player()
    club = make_club(owner, member)
    add(club, captain, ClubRole.CAPTAIN)
    rights.check_may_make_events(owner, club.pk)
    refused(errors.MayNotMakeEvents, rights.check_may_make_events, captain, club.pk)
    refused(errors.NotMember, rights.check_may_make_events, make_player(), club.pk)
    Club.objects.update(events_by=ClubRole.CAPTAIN)
    rights.check_may_make_events(captain, club.pk)
    assert rights.clubs_allowing_events_by(captain) == [club]
    assert rights.clubs_allowing_events_by(member) == []


def test_E99_managers_hear_of_a_request_to_each_of_their_clubs_unless_blocked(monkeypatch):
    player, manager, woken = make_player(), make_player(), []
    monkeypatch.setattr(announcing.events, "signal_player_lists_changed", lambda *people: woken.extend(people))
    for name in ("Tampere Go", "Turku Go"):
        club = make_club(manager, name=name, joining=JoiningPolicy.REQUEST)
        joining.join_club(asked(player), club.pk)
    announcing.notify_managers_of_request(club, player, NOON)  # the first notice is unread
    stranger = make_club(name="Oulu Go").founder
    announcing.notify_managers_of_request(club, make_player(), NOON)
    assert not Notice.objects.filter(player=stranger).exists()
    assert Notice.objects.filter(player=manager, kind="club_request").count() == 3
    assert manager.pk in woken

    for one, other in ((0, 1), (1, 0)):
        pair = (make_player(), make_player())
        club = make_club(pair[0], name=f"Club {one}", joining=JoiningPolicy.REQUEST)
        Block.objects.create(player=pair[one], blocked=pair[other], at=NOON)
        announcing.notify_managers_of_request(club, pair[1], NOON)
        assert not Notice.objects.filter(player=pair[0]).exists()
        assert feed.events_after(pair[0].pk, 0).events == []
