"""Leagues and team matches reported, and the words of a league hidden (E79)."""

from __future__ import annotations

import pytest

from moderation import services
from moderation.errors import BadMeasure
from moderation.models import Appeal, Case, Decision
from moderation.models.decision import AppealOutcome, Measure
from tests.factories import NOON, make_moderator, make_player
from tests.leagues.helpers import make_league
from tests.team_matches.helpers import Clubs
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments.models import Tournament

from .helpers import decide

pytestmark = pytest.mark.django_db


def test_E79_the_words_of_a_league_are_reported_hidden_with_a_reason_and_given_back_after_an_appeal():
    owner, reporter, staff = make_player(), make_player(), make_moderator()
    league = make_league(owner, *(make_player() for _ in range(3)), name="Awful", about="Awful text")
    path = f"/report/league/{league.pk}/"
    client = signed_in(reporter)
    assert path in client.get(league.get_absolute_url()).content.decode()
    assert path not in signed_in(owner).get(league.get_absolute_url()).content.decode()
    assert "Awful text" in client.get(path).content.decode()
    assert client.post(path, {"kind": "profile", "text": "look"}).status_code == 302
    assert client.get(f"/report/league/{league.pk + 1}/").status_code == 404
    case = Case.objects.get()
    assert case.player == owner
    page = signed_in(staff).get(f"/mod/case/{case.pk}/").content.decode()
    assert "Awful text" in page
    assert "Hide a league&#x27;s name and description" in page

    form = {
        "seen": 0, "measure": "hide_league", "league": league.pk, "reason": "It is awful.", "days": 7,
        "games_then": "play_on", "ends_case": "on",
    }  # fmt: skip
    assert signed_in(staff).post(f"/mod/case/{case.pk}/decide/", form).status_code == 302

    made = Decision.objects.get()
    league.refresh_from_db()
    group = Tournament.objects.get(league_group__season__league=league)
    assert (made.measure, league.about) == (Measure.HIDE_LEAGUE, "")
    assert league.name.startswith("League ")
    assert group.name == f"{league.name} 1 A"
    assert "Awful" not in client.get(group.get_absolute_url()).content.decode()
    assert "Awful" not in client.get(f"/leagues/{league.pk}/log/").content.decode()
    assert "League name and description hidden" in signed_in(owner).get("/decisions/").content.decode()

    services.appeal_decision(decision_id=made.pk, player=owner, text="Please", now=NOON)
    verdict = services.AppealAnswer(AppealOutcome.LIFTED, "You are right")
    services.answer_appeal(case_id=Appeal.objects.get().case_id, staff=make_moderator(), verdict=verdict, now=NOON)

    league.refresh_from_db()
    group.refresh_from_db()
    assert (league.name, league.about, group.name) == ("Awful", "Awful text", "Awful 1 A")


def test_a_moderator_hides_only_leagues_that_the_case_is_about():
    owner, other = make_player(), make_league(make_player(), started=False)
    league = make_league(owner, started=False)
    row = services.report_player(
        target=services.target_league(league.pk),
        complaint=services.Complaint("profile", make_player(), "look"), now=NOON,
    )  # fmt: skip

    with pytest.raises(BadMeasure):
        decide(row.case, make_moderator(), Measure.HIDE_LEAGUE, league=other.pk)

    other.refresh_from_db()
    assert other.name == "Small league"


def test_E79_somebody_in_a_team_match_is_reported_with_both_lineups_by_page_and_program():
    clubs = Clubs()
    match = clubs.ordered()
    cheat, reporter = clubs.b[0], clubs.a[0]
    path = f"/report/team-match/{match.pk}/"
    client = signed_in(reporter)
    assert path in client.get(match.get_absolute_url()).content.decode()
    page = client.get(path).content.decode()
    assert "Oulu Go: b1, b2" in page
    assert f'value="{reporter.username}"' not in page, "nobody reports themselves"

    assert client.post(path, {"kind": "other", "player": cheat.username, "text": "a false order"}).status_code == 302
    body = {"kind": "other", "team_match": match.pk, "player": clubs.b[1].username}
    program = program_of(make_player(), "account:write")
    assert send(program, "/api/v1/reports", **body).status_code == 201
    assert {case.player for case in Case.objects.all()} == {cheat, clubs.b[1]}
    evidence = Case.objects.get(player=cheat).reports.get().evidence[0]
    assert (evidence["what"], evidence["id"]) == ("team_match", match.pk)

    stranger = make_player()
    body["player"] = stranger.username
    assert send(program, "/api/v1/reports", **body).status_code >= 400
    assert send(program, "/api/v1/reports", kind="other", team_match=match.pk).status_code == 400
    assert client.post(path, {"kind": "other", "player": stranger.username}).status_code == 404
    assert client.get(f"/report/team-match/{match.pk + 1}/").status_code == 404
