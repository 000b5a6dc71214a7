"""Reports about events and players in team matches, and hiding an event's texts (E79)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from ladders.models import Ladder
from moderation import services
from moderation.errors import MeasureNotApplicable
from moderation.models import Appeal, Case, Decision
from moderation.models.decision import AppealOutcome, Measure
from moderation.services.events_and_matches import EVENTS, visible_reported_events
from notifications.models import Notice
from tests.factories import NOON, make_moderator, make_player
from tests.leagues.helpers import make_league
from tests.team_matches.helpers import Clubs
from tests.tournaments.helpers import keys, make_draft, make_ladder, make_open, notified
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments.models import AuthorRole, Tournament
from tournaments.services.moderating import TOURNAMENTS

from .helpers import decide

pytestmark = pytest.mark.django_db


def awful(kind, owner):
    """Create an event of this kind with an awful name and description, and another player's event."""
    words = {"name": "Awful", "about": "Awful text"}
    people = [make_player() for _ in range(3)]
    match kind:
        case "tournament":
            return make_open(owner, **words), make_open()
        case "ladder":
            return make_ladder(owner, **words), make_ladder(make_player())
    return make_league(owner, *people, **words), make_league(make_player(), started=False)


@pytest.mark.parametrize("kind", EVENTS)
def test_E79_the_words_of_an_event_are_reported_hidden_with_a_reason_and_given_back_after_an_appeal(kind):
    owner, reporter, staff = make_player(), make_player(), make_moderator()
    event, _ = awful(kind, owner)
    path = f"/report/{kind}/{event.pk}/"
    client = signed_in(reporter)
    assert path in client.get(event.get_absolute_url()).content.decode()
    assert path not in signed_in(owner).get(event.get_absolute_url()).content.decode()
    assert "/report/" not in Client().get(event.get_absolute_url()).content.decode()
    assert "Awful text" in client.get(path).content.decode()
    assert client.post(path, {"kind": "profile", "text": "look"}).status_code == 302
    assert client.get(f"/report/{kind}/{event.pk + 9}/").status_code == 404
    case = Case.objects.get()
    assert case.player == owner
    page = signed_in(staff).get(f"/mod/case/{case.pk}/").content.decode()
    assert "Awful text" in page
    assert f"{kind.title()}:" in page
    assert "Hide an event&#x27;s name and description" in page

    form = {
        "seen": 0, "measure": "hide_event", "event": f"{kind}-{event.pk}", "reason": "It is awful.", "days": 7,
        "games_then": "play_on", "ends_case": "on",
    }  # fmt: skip
    assert signed_in(staff).post(f"/mod/case/{case.pk}/decide/", {**form, "event": ""}).status_code == 400
    assert signed_in(staff).post(f"/mod/case/{case.pk}/decide/", form).status_code == 302

    made = Decision.objects.get()
    event.refresh_from_db()
    assert (made.measure, event.about) == (Measure.HIDE_EVENT, "")
    assert re.fullmatch(rf"{kind.title()} \d{{8}}", event.name)
    shown = ("", "log/") if kind != "ladder" else ("", "history/")
    assert [at for at in shown if "Awful" in client.get(f"{event.get_absolute_url()}{at}").content.decode()] == []
    assert Notice.objects.get(player=owner, kind="event_moderated").title == event.name
    assert "Event name and description hidden" in signed_in(owner).get("/decisions/").content.decode()

    services.appeal_decision(decision_id=made.pk, player=owner, text="Please", now=NOON)
    verdict = services.AppealAnswer(AppealOutcome.LIFTED, "You are right")
    services.answer_appeal(case_id=Appeal.objects.get().case_id, staff=make_moderator(), verdict=verdict, now=NOON)

    event.refresh_from_db()
    assert (event.name, event.about) == ("Awful", "Awful text")
    assert set(Notice.objects.filter(player=owner, kind="event_moderated").values_list("title", flat=True)) == {"Awful"}


@pytest.mark.parametrize("kind", EVENTS)
def test_E79_a_moderator_hides_only_events_that_the_case_is_about(kind):
    event, other = awful(kind, make_player())
    program = program_of(make_player(), "account:write")
    assert send(program, "/api/v1/reports", kind="profile", **{kind: event.pk}).status_code == 201
    assert send(program, "/api/v1/reports", kind="profile", **{kind: other.pk + 9}).status_code == 404
    case, before = Case.objects.get(player=event.owner), other.name

    for wrong in (f"{kind}-{other.pk}", f"club-{event.pk}", ""):
        with pytest.raises(MeasureNotApplicable):
            decide(case, make_moderator(), Measure.HIDE_EVENT, event=wrong)

    other.refresh_from_db()
    assert other.name == before


def reported(event):
    """The case about this event, after a player's report."""
    program = program_of(make_player(), "account:write")
    kind = type(event).__name__.lower()
    assert send(program, "/api/v1/reports", kind="profile", **{kind: event.pk}).status_code == 201
    return Case.objects.filter(player=event.owner).latest("pk")


def lifted(decision, now=NOON):
    """This decision is reversed after an appeal."""
    services.appeal_decision(decision_id=decision.pk, player=decision.player, text="Please", now=now)
    verdict = services.AppealAnswer(AppealOutcome.LIFTED, "You are right")
    case_id = Appeal.objects.get(decision=decision).case_id
    services.answer_appeal(case_id=case_id, staff=make_moderator(), verdict=verdict, now=now)


@pytest.mark.parametrize("kind", EVENTS)
def test_E79_texts_that_are_hidden_are_not_hidden_again_and_the_name_comes_back_in_any_order(kind):
    event, _ = awful(kind, make_player())
    key, staff = f"{kind}-{event.pk}", make_moderator()
    first = decide(reported(event), staff, Measure.HIDE_EVENT, event=key)
    case = reported(event)
    page = signed_in(staff).get(f"/mod/case/{case.pk}/").content.decode()
    assert f'value="{key}"' not in page
    assert "hide_event" not in page
    with pytest.raises(MeasureNotApplicable):
        decide(case, staff, Measure.HIDE_EVENT, event=key)

    type(event).objects.filter(pk=event.pk).update(about="Bad again")
    assert f'value="{key}"' in signed_in(staff).get(f"/mod/case/{case.pk}/").content.decode()
    second = decide(case, staff, Measure.HIDE_EVENT, event=key)
    event.refresh_from_db()
    assert (event.name, event.about) == (first.kept["neutral"], "")
    lifted(first)
    lifted(second)
    event.refresh_from_db()
    assert (event.name, event.about) == ("Awful", "Awful text")


def test_E79_the_names_of_reported_events_take_one_query_for_each_kind(django_assert_num_queries):
    owner = make_player()
    case = reported(make_open(owner))
    for event in (make_open(owner), make_open(owner), make_ladder(owner), make_ladder(owner)):
        assert reported(event) == case
    rows = Case.objects.prefetch_related("reports").get(pk=case.pk)

    with django_assert_num_queries(2):
        assert len(visible_reported_events(rows)) == 5


def test_E79_a_group_of_a_league_is_reported_as_its_league():
    league, _ = awful("league", make_player())
    group = Tournament.objects.get(league_group__season__league=league)
    client = signed_in(make_player())
    path = f"/report/tournament/{group.pk}/"
    assert path in client.get(group.get_absolute_url()).content.decode()

    assert client.post(path, {"kind": "profile"}).headers["Location"] == "/reports/"

    case = Case.objects.get(player=league.owner)
    made = decide(case, make_moderator(), Measure.HIDE_EVENT, event=f"league-{league.pk}")
    group.refresh_from_db()
    assert group.name == f"{made.kept['neutral']} 1 A"
    assert "Awful" not in client.get(group.get_absolute_url()).content.decode()


def test_E79_an_event_of_the_server_has_no_organiser_to_report():
    ladder, _ = awful("ladder", make_player())
    Ladder.objects.filter(pk=ladder.pk).update(owner=None, own="ladder9:2026-3")
    client = signed_in(make_player())
    assert "/report/" not in client.get(ladder.get_absolute_url()).content.decode()
    assert client.get(f"/report/ladder/{ladder.pk}/").status_code == 404


def test_E79_a_draft_is_reported_only_by_those_who_see_it():
    draft = make_draft()
    assert signed_in(make_player()).get(f"/report/tournament/{draft.pk}/").status_code == 404
    assert signed_in(make_moderator()).get(f"/report/tournament/{draft.pk}/").status_code == 200


def test_E79_directors_learn_what_moderators_hid_and_the_log_names_nobody():
    tournament = make_open(name="Awful", about="Awful text")
    helper = make_player()
    tournament.directors.create(player=helper)
    kept = TOURNAMENTS.hide_texts(tournament.pk, NOON)

    assert notified("event_moderated") == keys(tournament.owner, helper)
    line = tournament.log.get(act="moderated")
    assert (line.role, line.by, line.changes) == (AuthorRole.MODERATOR, None, None)
    for number in (tournament.pk, tournament.pk + 9):
        with pytest.raises(Tournament.DoesNotExist):
            TOURNAMENTS.hide_texts(number, NOON)
    TOURNAMENTS.restore_texts(tournament.pk + 9, kept, NOON)
    Tournament.objects.filter(pk=tournament.pk).update(name="Better")
    TOURNAMENTS.restore_texts(tournament.pk, kept, NOON)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.about) == ("Better", "")


def test_E79_the_other_tournaments_of_a_series_are_hidden_and_restored_too():
    owner = make_player()
    first, second, third, other, fresh = [make_open(owner, name="Awful", about=f"Text {one}") for one in range(5)]
    mine = Tournament.objects.filter(owner=owner).order_by("pk")
    for before, after in ((first, second), (second, third)):
        mine.filter(pk=after.pk).update(previous=before)
    mine.filter(pk=third.pk).update(name="Nice")
    elsewhere = make_open(name="Awful", about="Text")
    mine.filter(pk=first.pk).update(previous=elsewhere)
    Notice.objects.all().delete()

    made = decide(reported(second), make_moderator(), Measure.HIDE_EVENT, event=f"tournament-{second.pk}")
    hidden = (made.kept["neutral"], "")
    rest = [("Nice", "Text 2"), ("Awful", "Text 3"), ("Awful", "Text 4")]
    assert list(mine.values_list("name", "about")) == [hidden, hidden, *rest]
    assert Tournament.objects.get(pk=elsewhere.pk).name == "Awful"
    assert [one.log.filter(act="moderated").count() for one in mine] == [1, 1, 0, 0, 0]
    assert notified("event_moderated") == keys(owner)

    mine.filter(pk=fresh.pk).update(previous=other, name=hidden[0], about="")
    mine.filter(pk=other.pk).update(previous=third.pk)
    lifted(made)
    restored = [("Awful", "Text 0"), ("Awful", "Text 1"), ("Nice", "Text 2"), ("Awful", "Text 3"), ("Awful", "Text 1")]
    assert list(mine.values_list("name", "about")) == restored


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
