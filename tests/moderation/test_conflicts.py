"""Conflicts of interest: moderators who may not handle a case, and accounts that no one can restrict."""

import pytest

from clubs.models import ClubRole, MemberStanding
from clubs.services.notices import write_notice
from games import verbs
from moderation import services
from moderation.access import cases_for
from moderation.errors import InvolvedInCase, MissingPermission
from moderation.models.case import CaseKind
from moderation.models.decision import AppealOutcome, Measure
from tests.clubs.helpers import add, asked, make_club
from tests.factories import NOON, act, days, make_game, make_moderator, make_player
from tests.moderation.helpers import decide, report
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db


def report_club(club, notice=None, by=None):
    """Report the club, or one of its notices; return the case."""
    by = by or make_player()
    target = services.target_club(by, club.pk) if notice is None else services.target_club_notice(by, notice.pk)
    complaint = services.ReportContent(CaseKind.ABUSE, by, f'"path": "{club.get_absolute_url()}"')
    return services.report_player(target=target, complaint=complaint, now=NOON).case


def conflicts():
    """Cases that a moderator is part of."""
    staff = make_moderator()
    other = make_player()
    running = make_player()
    make_game(black=staff, white=running)
    lately = make_player()
    game = make_game(black=staff, white=lately, now=NOON - days(29))
    act(game, verbs.Resign, by=lately, now=NOON - days(29))
    managed, joined, noticed = (make_club(name=name) for name in ("Oulu Go", "Turku Go", "Vaasa Go"))
    add(managed, staff, ClubRole.MANAGER)
    add(joined, staff)
    add(noticed, staff)
    author, reader, angry = make_player(), make_player(), make_player()
    add(noticed, author, ClubRole.MANAGER)
    add(noticed, reader)
    notice = write_notice(asked(author), noticed.pk, "bad words")
    angry_club = make_club(angry, name="Rauma Go")
    add(angry_club, staff)
    closed = decide(report_club(angry_club), make_moderator(), Measure.CLOSE_CLUB, club=angry_club.pk)
    appeal = services.appeal_decision(decision_id=closed.pk, player=angry, text="Why?", now=NOON)
    return staff, {
        "about a club that they manage": report_club(managed),
        "about one of their clubs": report_club(joined),
        "about a notice in their club": report_club(noticed, notice, by=reader),
        "an appeal about one of their clubs": appeal.case,
        "about themselves": report(staff),
        "about an opponent": report(running),
        "about an opponent of this month": report(lately),
        "that they reported": report(other, by=staff),
    }


@pytest.mark.parametrize(
    "which",
    [
        "about themselves", "about an opponent", "about an opponent of this month", "that they reported",
        "about a club that they manage", "about one of their clubs", "about a notice in their club",
        "an appeal about one of their clubs",
    ],
)  # fmt: skip
def test_nobody_handles_a_case_that_they_are_part_of(which):
    staff, cases = conflicts()
    case = cases[which]
    calls = [
        lambda: services.assign_case(case_id=case.pk, staff=staff, now=NOON),
        lambda: services.release_case(case_id=case.pk, staff=staff, now=NOON),
        lambda: services.add_case_note(case_id=case.pk, staff=staff, text="hm", now=NOON),
        lambda: decide(case, staff, Measure.NONE),
    ]

    for call in calls:
        with pytest.raises(InvolvedInCase):
            call()
    assert not cases_for(staff, NOON).exists()
    services.assign_case(case_id=case.pk, staff=make_moderator(), now=NOON)


def test_an_opponent_of_long_ago_is_no_opponent():
    staff, old = make_moderator(), make_player()
    game = make_game(black=staff, white=old, now=NOON - days(31))
    act(game, verbs.Resign, by=old, now=NOON - days(31))

    services.assign_case(case_id=report(old).pk, staff=staff, now=NOON)


def test_E79_a_moderator_handles_cases_about_clubs_of_others():
    staff, owner = make_moderator(), make_player()
    club, own = make_club(owner, name="Oulu Go"), make_club(make_player(), name="Turku Go")
    add(own, staff)
    left = add(club, staff)
    case, client = report_club(club), browser(staff)
    assert client.get(case.get_absolute_url()).status_code == 404
    queue = client.get("/mod/").context
    assert (queue["waiting"], queue["cases"]) == (0, [])

    left.standing = MemberStanding.LEFT
    left.save()
    lie = f'See "path": "{own.get_absolute_url()}"'
    club.about = lie
    club.save()
    assert report_club(club) == case
    assert case.reports.last().evidence[0]["text"] == lie

    assert client.get(case.get_absolute_url()).status_code == 200
    assert client.get("/mod/").context["waiting"] == 1
    services.assign_case(case_id=case.pk, staff=staff, now=NOON)


def test_E79_the_history_of_an_owner_has_no_decisions_about_a_club_of_the_moderator():
    staff, owner = make_moderator(), make_player()
    own, other = make_club(owner, name="Oulu Go"), make_club(owner, name="Turku Go")
    add(own, staff)
    for club, reason in ((own, "It insults people."), (other, "It sells things.")):
        decide(report_club(club), make_moderator(), Measure.HIDE_CLUB, club=club.pk, reason=reason)

    page = browser(staff).get(report(owner).get_absolute_url()).content.decode()

    assert "It sells things." in page
    assert "It insults people." not in page


def test_E79_the_history_has_no_decision_that_an_appeal_about_a_club_of_the_moderator_changed():
    staff, owner = make_moderator(), make_player()
    own = make_club(owner)
    add(own, staff)
    muted = decide(report_club(own), make_moderator(), Measure.MUTED)
    appeal = services.appeal_decision(decision_id=muted.pk, player=owner, text="please", now=NOON)
    verdict = services.AppealAnswer(AppealOutcome.CHANGED, "Two days will do.", NOON + days(2))
    services.answer_appeal(case_id=appeal.case_id, staff=make_moderator(), verdict=verdict, now=NOON)

    page = browser(staff).get(report(owner).get_absolute_url()).content.decode()

    assert "Two days will do." not in page


def test_moderators_do_not_restrict_each_other():
    colleague = make_moderator()
    case = report(colleague)

    with pytest.raises(MissingPermission):
        decide(case, make_moderator(), Measure.SUSPENDED)
    decide(case, make_moderator(grade="administrators"), Measure.SUSPENDED)
