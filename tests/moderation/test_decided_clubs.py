"""Decisions about clubs, as their managers and members read them (E79)."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from clubs.errors import InvalidClubField
from clubs.models import Club, ClubRole
from clubs.services import founding, joining, managing
from clubs.services.notices import write_notice
from moderation import services
from moderation.errors import NoSuchDecision
from moderation.models.case import CaseKind
from moderation.models.decision import AppealOutcome, Measure
from moderation.models.report import Report
from notifications.models import Notice
from tests.clubs.helpers import add, asked, make_club
from tests.factories import NOON, make_moderator, make_player
from tests.moderation.helpers import decide
from tests.support.browsers import browser
from tests.tournaments.helpers import make_ladder
from tests.tournaments.test_pages_and_api import program_of

pytestmark = pytest.mark.django_db
REASON = "The words insult people."


@pytest.fixture
def people():
    """The owner, another manager and a member of a club that was reported, and the decision's function."""
    owner, manager, member = (make_player(name) for name in ("aino", "bea", "carl"))
    club = make_club(owner, member, name="Rude Words")
    add(club, manager, ClubRole.MANAGER)
    services.report_player(
        target=services.target_club(make_player(), club.pk),
        complaint=services.ReportContent(CaseKind.ABUSE, make_player(), ""),
        now=NOON,
    )
    case = Report.objects.get().case

    def done(measure):
        return decide(case, make_moderator(), measure, club=club.pk, reason=REASON)

    return owner, manager, member, club, done


def page(player, path):
    """Return the status of the page for this player, and its text."""
    answer = browser(player).get(path)
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("measure", [Measure.HIDE_CLUB, Measure.RENAME_CLUB])
def test_E79_all_managers_read_the_reason_and_can_appeal(people, measure):
    owner, manager, member, club, done = people
    decision = done(measure)
    for one in (owner, manager):
        assert REASON in page(one, f"/clubs/{club.pk}/manage/")[1]
        assert REASON in page(one, "/decisions/")[1]
        (shown,) = program_of(one, "account:read").get("/api/v1/decisions/").json()["results"]
        assert (shown["club"], shown["reason"]) == (club.pk, REASON)
    assert REASON not in page(member, "/decisions/")[1]
    appeal = {"decision_id": decision.pk, "text": "It is a joke.", "now": NOON}
    with pytest.raises(NoSuchDecision):
        services.appeal_decision(player=member, **appeal)
    made = services.appeal_decision(player=manager, **appeal)
    for one in (owner, manager):
        assert "It is a joke." in page(one, "/decisions/")[1]
        (shown,) = program_of(one, "account:read").get("/api/v1/decisions/").json()["results"]
        assert shown["appeal"]["text"] == "It is a joke."
    verdict = services.AppealAnswer(AppealOutcome.LIFTED, "It is one.")
    services.answer_appeal(case_id=made.case_id, staff=make_moderator(), verdict=verdict, now=NOON)
    assert Club.objects.get().name == "Rude Words"
    assert "Another club manager appealed:" in page(owner, "/decisions/")[1]


def test_E79_all_managers_are_told_of_a_decision_and_of_the_answer_to_an_appeal(people):
    _owner, manager, _member, _club, done = people
    decision = done(Measure.HIDE_CLUB)
    appeal = services.appeal_decision(decision_id=decision.pk, player=manager, text="It is a joke.", now=NOON)
    assert told() == {("aino", "club_moderated"): 1, ("bea", "club_moderated"): 1}
    verdict = services.AppealAnswer(AppealOutcome.UPHELD, "It is none.")
    services.answer_appeal(case_id=appeal.case_id, staff=make_moderator(), verdict=verdict, now=NOON)
    assert told() == {("aino", "club_moderated"): 2, ("bea", "club_moderated"): 1, ("bea", "appeal_answered"): 1}


@pytest.mark.parametrize("measure", [Measure.HIDE_CLUB, Measure.RENAME_CLUB, Measure.CLOSE_CLUB])
def test_E79_all_managers_are_told_of_a_reversal(people, measure):
    done = people[-1]
    decision = done(measure)
    services.undo_decision(decision_id=decision.pk, staff=decision.by, reason="a mistake", now=NOON)
    assert told() == {("aino", "club_moderated"): 2, ("bea", "club_moderated"): 2}


def told():
    """Return how many notices about decisions the players have. All of them link to the players' decisions."""
    notices = Notice.objects.filter(kind__in=("club_moderated", "appeal_answered", "order_decided", "order_undone"))
    assert not notices.exclude(path="/decisions/").exists()
    return Counter(notices.values_list("player__username", "kind"))


def test_E79_an_owner_who_no_longer_manages_the_club_neither_reads_nor_appeals(people):
    owner, manager, _member, club, done = people
    decision = done(Measure.HIDE_CLUB)
    managing.set_role(asked(owner), club.pk, manager, ClubRole.OWNER)
    joining.leave_or_withdraw_request(asked(owner), club.pk)
    assert REASON not in page(owner, "/decisions/")[1]
    assert program_of(owner, "account:read").get("/api/v1/decisions/").json()["results"] == []
    with pytest.raises(NoSuchDecision):
        services.appeal_decision(decision_id=decision.pk, player=owner, text="It is a joke.", now=NOON)
    assert REASON in page(manager, "/decisions/")[1]


@pytest.mark.parametrize(("kind", "make"), [("club", make_club), ("ladder", make_ladder)])
def test_E79_the_form_is_titled_with_what_is_reported(kind, make):
    one = make(make_player("aino"), name="Rude Words")
    text = re.sub(r"\s+", " ", page(make_player(), f"/report/{kind}/{one.pk}/")[1])
    assert "<h1> Report <bdi>Rude Words</bdi> </h1>" in text


def test_E79_the_form_for_a_notice_is_titled_with_its_author():
    author, member = make_player("aino"), make_player()
    notice = write_notice(asked(author), make_club(author, member).pk, "bad words")
    assert "Report <bdi>aino</bdi>" in page(member, f"/report/club-notice/{notice.pk}/")[1]


def test_E79_managers_of_a_club_that_moderators_closed_read_why_and_members_only_that(people):
    owner, manager, member, club, done = people
    done(Measure.CLOSE_CLUB)
    for one in (owner, manager, member):
        status, text = page(one, f"/clubs/{club.pk}/")
        assert (status, "Moderators closed it." in text, REASON in text) == (200, True, one is not member)
    assert page(make_player(), f"/clubs/{club.pk}/")[0] == 404


def test_E79_a_club_cannot_take_a_removed_name_back_unless_the_decision_is_reversed(people):
    owner, _manager, _member, club, done = people
    decision = done(Measure.RENAME_CLUB)

    def rename(name):
        founding.change_club(asked(owner), club.pk, founding.ClubDetails(name=name))

    with pytest.raises(InvalidClubField) as refused:
        rename("RUDE words")
    assert refused.value.data["field"] == "name"
    rename("Kind Words")
    services.undo_decision(decision_id=decision.pk, staff=decision.by, reason="a mistake", now=NOON)
    rename("Rude Words")
    assert Club.objects.get().name == "Rude Words"
