"""Questions from clubs, tournaments, leagues and team matches that were answered before their e-mail was sent (issue
37)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.services import joining, managing
from leagues.models import LeagueMember
from notifications.kinds import Channel, EmailTiming, NoticeGroup
from notifications.models import Notice
from notifications.services import choosing
from notifications.services.asking import answered_notice_ids
from team_matches.services import team_matches, teams
from tests.clubs.helpers import make_club
from tests.factories import NOON, make_player
from tests.leagues.helpers import make_league
from tests.mail_play.test_links import emails_now
from tests.notifications.test_true_when_sent import only, wants_emails
from tests.team_matches.helpers import Clubs
from tests.tournaments.helpers import asked, make_open
from tournaments.models import Entry
from tournaments.services import entering

pytestmark = pytest.mark.django_db


def left_open(kind):
    """Return the players whose notices of this kind are still unanswered."""
    notices = list(Notice.objects.filter(kind=kind).select_related("player"))
    gone = answered_notice_ids(notices)
    return {notice.player.username for notice in notices if notice.pk not in gone}


def test_invitations_to_a_club_and_requests_to_join_it():
    owner, guests = make_player("owner"), [make_player("ben"), make_player("dan")]
    club = make_club(owner, joining="request")
    for guest in guests:
        managing.invite_player(asked(owner), club.pk, guest)
    assert left_open("club_invited") == {"ben", "dan"}
    joining.join_club(asked(guests[0]), club.pk)
    assert left_open("club_invited") == {"dan"}

    wants = make_player("eva")
    joining.join_club(asked(wants), club.pk)
    assert left_open("club_request") == {"owner"}
    managing.answer_request(asked(owner), club.pk, wants, accept=False)
    assert left_open("club_request") == set()


def test_invitations_to_a_tournament():
    tournament = make_open()
    guests = [make_player("ben"), make_player("dan")]
    for guest in guests:
        entering.invite_player(asked(tournament.owner), tournament.pk, guest)
    entering.enter_tournament(asked(guests[0]), tournament.pk)
    assert left_open("event_invited") == {"dan"}


def test_challenges_of_clubs_and_members_who_were_asked_to_play():
    clubs = Clubs()
    match = clubs.challenge()
    assert len(left_open("match_offered")) == 2
    team_matches.accept_match(asked(clubs.owners[1]), match.pk)
    assert left_open("match_offered") == set()
    teams.ask_member_to_play(asked(clubs.a[0]), match.pk, clubs.a[1])
    assert left_open("match_asked") == {clubs.a[1].username}
    teams.set_will_play(asked(clubs.a[1]), match.pk, plays=False)
    assert left_open("match_asked") == set()


def test_the_daily_e_mail_leaves_them_out():
    guest = wants_emails(make_player("ben"))
    choosing.store_notice_choices(guest, {NoticeGroup.ANSWER: {Channel.EMAIL: EmailTiming.DAILY}})
    answered_one, open_one = (make_player(), "Tampere Go"), (make_player(), "Oulu Go")
    for owner, name in (answered_one, open_one):
        club = make_club(owner, name=name, joining="request")
        managing.invite_player(asked(owner, timezone.now()), club.pk, guest)
        if name == "Tampere Go":
            joining.join_club(asked(guest, timezone.now()), club.pk)
    email = only(emails_now(timedelta(days=1)), guest)
    assert "Tampere Go" not in email.body
    assert "Oulu Go" in email.body


def test_whether_one_stays_in_a_league_or_a_tournament():
    people = [make_player(name) for name in ("ben", "dan", "eva", "fay")]
    league, tournament = make_league(*people), make_open()
    for player in people:
        Notice.objects.create(player=player, kind="league_asked", path=league.get_absolute_url(), created_at=NOON)
        Notice.objects.create(player=player, kind="event_still_in", path=tournament.get_absolute_url(), created_at=NOON)
        entering.enter_tournament(asked(player), tournament.pk)
    LeagueMember.objects.filter(player=people[0]).update(stays=True)
    Entry.objects.filter(player__in=people[1:]).update(answer_by=NOON)
    assert left_open("league_asked") == left_open("event_still_in") == {"dan", "eva", "fay"}
