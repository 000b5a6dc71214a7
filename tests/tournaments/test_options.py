"""Organisers' options for rounds and counting: E21, E23, E33, E34, E52, E55."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games import verbs
from games.models import Game
from ladders.models import LadderPlace
from notifications.models import Notice
from tests.factories import NOON, days, make_player
from tests.tournaments.helpers import (
    acts_of,
    asked,
    look,
    make_ladder,
    make_open,
    make_running,
    pairings,
    plan,
    points,
    reload,
    table,
    white_loses,
)
from tests.tournaments.test_pages_and_api import FORM, program_of, send, signed_in
from tests.tournaments.test_staying import run_out
from tournaments import errors
from tournaments.access import current_stage
from tournaments.models import LogLine, TournamentState
from tournaments.services import acts, copying, directing, leaving, proposing, staying
from tournaments.services.acts import ActInput, TournamentAct
from tournaments.stage_data import pairing_system
from tournaments.systems.types import CLUB_WEIGHT, Criterion, FloatersFrom, SystemKind

pytestmark = pytest.mark.django_db

BY_DATE = {"following": "date", "round_days": 7}


def test_E21_a_round_starts_on_its_date_and_not_when_the_last_game_ends():
    tournament, _ = make_running(4, played=BY_DATE)
    white_loses(tournament, 1)
    look(NOON + days(6))
    assert not pairings(tournament, 2), "the games are over, the days are not"
    look(NOON + days(7))
    assert len(pairings(tournament, 2)) == 2


def test_E21_E24_at_its_date_a_round_waits_for_games_that_still_run():
    tournament, _ = make_running(4, played=BY_DATE)
    look(NOON + days(7))
    assert not pairings(tournament, 2)
    assert Notice.objects.filter(player=tournament.owner, kind="event_overdue").count() == 1
    directing.extend_round(asked(tournament.owner, NOON + days(8)), tournament.pk, 1, 3)
    white_loses(tournament, 1, NOON + days(1))
    look(NOON + days(10))
    assert not pairings(tournament, 2), "more days are more days for all"
    look(NOON + days(11))
    assert len(pairings(tournament, 2)) == 2


@pytest.mark.parametrize(
    ("played", "field"),
    [
        ({"following": "date"}, "following"),
        ({**BY_DATE, "kind": SystemKind.ROUND_ROBIN, "at_once": 2}, "following"),
        ({**BY_DATE, "kind": SystemKind.KNOCKOUT}, "following"),
        ({"half_for_missed": True, "kind": SystemKind.ROUND_ROBIN}, "half_for_missed"),
    ],
)
def test_E21_E34_options_that_do_not_fit_are_refused(played, field):
    with pytest.raises(errors.BadTournament) as refused:
        plan(played=played).check(NOON)
    assert refused.value.data["field"] == field


@pytest.mark.parametrize(
    ("kind", "absence", "text"),
    [
        (SystemKind.SWISS, "", "a missed round 0."),
        (SystemKind.SWISS, "point", "a missed round 1."),
        (SystemKind.MCMAHON, "", "a missed round 0.5"),
        (SystemKind.MCMAHON, "none", "a missed round 0."),
    ],
)
def test_E137_organisers_choose_what_a_missed_round_is_worth(kind, absence, text):
    tournament, people = make_running(4, played={"kind": kind, "rounds": 3, "absence": absence})
    staying.set_skipped_rounds(asked(people[0]), tournament.pk, [2])
    white_loses(tournament, 1)
    look()
    if kind == SystemKind.SWISS:
        won = sum(one.black.player == people[0] for one in pairings(tournament, 1))
        assert points(tournament, people[0]) == 2 * won + (2 if absence else 0)
    assert text in Client(headers={"Accept-Language": "en"}).get(f"/tournaments/{tournament.pk}/").content.decode()


def test_E138_organisers_choose_who_meets_another_score_group_and_whether_clubs_are_kept_apart():
    made = make_open(
        played={"kind": SystemKind.MCMAHON, "drawn_down": "bottom", "drawn_up": "top", "clubs_apart": False}
    )
    system = pairing_system(made, current_stage(made))
    assert (system.drawn_down, system.drawn_up, system.club_weight) == (FloatersFrom.BOTTOM, FloatersFrom.TOP, 0)
    usual = make_open()
    system = pairing_system(usual, current_stage(usual))
    assert (system.drawn_down, system.drawn_up) == (FloatersFrom.MIDDLE, FloatersFrom.MIDDLE)
    assert system.club_weight == CLUB_WEIGHT
    with pytest.raises(errors.BadTournament):
        plan(played={"kind": SystemKind.ROUND_ROBIN, "drawn_up": "top"}).check(NOON)


@pytest.mark.parametrize(("half", "sos"), [(False, 2), (True, 1)])
def test_E34_by_choice_a_game_not_played_counts_half_in_the_sos_of_others(half, sos):
    tournament, _ = make_running(2, played={"rounds": 1, "half_for_missed": half})
    only = pairings(tournament, 1)[0]
    leaving.remove_player(asked(tournament.owner), tournament.pk, only.black.player, "used an engine")
    # the one who was put out met one who won by default
    assert table(tournament)[only.black_id].values[Criterion.SOS] == sos
    copied = copying.copy_tournament(asked(tournament.owner), tournament.pk)
    assert current_stage(copied).half_for_missed is half
    page = Client().get(f"/tournaments/{tournament.pk}/").content.decode()
    assert ("Unplayed games count as half a point" in page) is half


@pytest.mark.parametrize("strikes", [True, False])
def test_E52_by_choice_nobody_is_struck_out_of_a_round_robin(strikes):
    tournament, _ = make_running(
        4, played={"kind": SystemKind.ROUND_ROBIN, "after_timeout": "out", "strike_out": strikes}
    )
    page = Client().get(f"/tournaments/{tournament.pk}/").content.decode()
    assert ("none of their games count" in page) is strikes, "E11"
    only = pairings(tournament, 1)[0]
    run_out(only, NOON + days(4))
    look(NOON + days(4))
    assert tournament.entries.get(pk=only.black_id).struck is strikes


def test_E52_three_losses_on_time_within_72_hours_also_when_they_are_looked_at_late():
    tournament, _ = make_running(4, played={"kind": SystemKind.ROUND_ROBIN, "at_once": 3})
    gone = pairings(tournament, 1)[0].black
    mine = [one for number in (1, 2, 3) for one in pairings(tournament, number) if gone in (one.black, one.white)]
    for one in mine:
        if one.white == gone:
            black = one.black.player
            acts_on(one, black)
        run_out(one, NOON + days(4))
    look(NOON + days(30))
    lines = LogLine.objects.filter(tournament=tournament, about=gone.player).order_by("pk")
    assert list(lines.values_list("act", flat=True))[-2:] == ["timed_out", "struck"]


def acts_on(pairing, player):

    verbs.perform(verbs.ActionRequest(pairing.game_id, player, pairing.game.number, None, NOON), verbs.Pass())


def test_E55_a_director_sets_bar_and_floor_when_the_field_is_known():
    tournament, _ = make_running(4, played={"kind": SystemKind.MCMAHON, "following": "hand"}, name="Winter")
    owner, texts = asked(tournament.owner), {"bar": "1d", "floor": "15k", "reason": "nobody is stronger"}
    seen = proposing.propose_next_round(owner, tournament.pk).proposal
    client = Client()
    client.force_login(owner.player)
    path = f"/tournaments/{tournament.pk}/direct/"
    assert 'value="bars"' in client.get(path).content.decode()
    for _turn in range(2):
        assert client.post(path, {"do": "bars", **texts}).status_code == 302

    stage = current_stage(tournament)
    assert (stage.bar, stage.floor) == (30, 15)
    line = LogLine.objects.get(tournament=tournament, act="bars")
    assert (line.before, line.after, line.reason) == ("4d, 20k", "1d, 15k", "nobody is stronger")
    assert Notice.objects.filter(kind="event_act").count() == 4
    with pytest.raises(errors.PairingsChanged):
        proposing.publish_proposal(owner, tournament.pk, seen)
    for error, wrong in (
        (errors.BadActInput, {"bar": "15k", "floor": "1d"}),
        (errors.BadActInput, {"bar": "12d"}),
        (errors.ReasonNeeded, {"bar": "2d", "reason": " "}),
    ):
        with pytest.raises(error):
            acts.perform_act(owner, tournament.pk, TournamentAct.BARS, ActInput(**{**texts, **wrong}))
    proposing.publish_proposal(owner, tournament.pk, proposing.propose_next_round(owner, tournament.pk).proposal)
    with pytest.raises(errors.WrongState):
        acts.perform_act(owner, tournament.pk, TournamentAct.BARS, ActInput(**texts))
    assert 'value="bars"' not in client.get(path).content.decode()
    with pytest.raises(errors.WrongState):
        acts.perform_act(asked((other := make_open()).owner), other.pk, TournamentAct.BARS, ActInput(**texts))


def test_E23_vacations_stop_clocks_and_pauses_are_not_allowed_unless_it_is_asked_for():
    client = Client()
    client.force_login(make_player())
    for path in ("/tournaments/new/", "/ladders/new/", "/leagues/new/"):
        page = client.get(path).content.decode()
        kinds = ("vacation", "weekend", "night", "pause")
        checked = {kind: f'name="off_time" value="{kind}"' in page and _is_checked(page, kind) for kind in kinds}
        assert checked == {"vacation": True, "weekend": True, "night": False, "pause": False}, path
    program = program_of(make_player(), "events:direct")
    for text, kinds in (({}, ["vacation", "weekend"]), ({"off_time": ["pause"]}, ["pause"]), ({"off_time": []}, [])):
        made = send(program, "/api/v1/tournaments/", name="A", kind="swiss", terms={"size": 9, "days": 3, **text})
        assert (made.status_code, made.json()["off_time"]) == (201, kinds)


def _is_checked(page, kind):
    field = page.split(f'name="off_time" value="{kind}"')[1]
    return "checked" in field[: field.index(">")]


def test_E23_the_page_of_vacations_names_the_games_that_run_on():
    tournament, people = make_running(2, played={"rounds": 1})
    number = pairings(tournament, 1)[0].game_id
    client = Client()
    client.force_login(people[0])
    assert "stop your clock in" not in client.get("/settings/time/").content.decode()
    Game.objects.filter(pk=number).update(off_time=[])
    page = client.get("/settings/time/").content.decode()
    assert "Vacation doesn't stop your clock in these games" in page
    assert f'href="/g/{number}/"' in page


def test_E96_who_is_far_down_a_long_ladder_finds_their_own_row():
    ladder = make_ladder(*(make_player() for _ in range(3)))
    last = ladder.ladder_places.get(place=3)
    LadderPlace.objects.filter(pk=last.pk).update(place=204)
    client = Client()
    client.force_login(last.player)
    page = client.get(f"/ladders/{ladder.pk}/").content.decode()
    assert 'href="?page=3#me"' in page
    assert 'id="me"' in page


def test_E96_who_shares_a_place_is_named_by_the_line_which_nobody_shares():
    tournament, _ = make_running(4, played={"rounds": 1})
    white_loses(tournament, 1)
    look()
    rows = Client().get(f"/api/v1/tournaments/{tournament.pk}/standings/").json()["results"]
    assert [(row["number"], row["place"]) for row in rows] == [(1, 1), (2, 1), (3, 3), (4, 3)]
    lines = {row["player"]: row["number"] for row in rows}
    for one in pairings(tournament, 1):
        black, white = one.black.player.username, one.white.player.username
        assert [row["rounds"] for row in rows if row["player"] == black] == [[f"{lines[white]}+/b0"]]
        assert [row["rounds"] for row in rows if row["player"] == white] == [[f"{lines[black]}-/w0"]]
    page = Client().get(f"/tournaments/{tournament.pk}/standings/").content.decode()
    assert "2 <small>(1)</small>" in page


def test_E57_without_a_review_the_results_are_final_when_the_last_game_has_ended():
    tournament, people = make_running(4, played={"rounds": 1, "without_review": True})

    white_loses(tournament, 1)
    look()

    now = reload(tournament)
    assert (now.state, now.ended_at, now.finished_at) == (TournamentState.FINISHED, NOON, NOON)
    assert acts_of(tournament)[-2:] == ["round_done", "closed"], "there was no review"
    assert not Notice.objects.filter(kind="event_review").exists()
    notices = Notice.objects.filter(kind="event_finished").values_list("player", flat=True)
    assert set(notices) == {player.pk for player in people}


def test_E55_E57_the_form_the_api_and_a_copy_have_whether_there_is_a_review():
    owner = make_player()
    pages, program = signed_in(owner), program_of(owner, "events:direct")
    path = pages.post("/tournaments/new/", {**FORM, "without_review": "on"})["Location"]
    reviewed = pages.post("/tournaments/new/", FORM)["Location"]
    body = {"name": "By program", "kind": "swiss", "terms": {"size": 9}, "without_review": True}
    made = send(program, "/api/v1/tournaments/", **body).json()

    shown = pages.get(path).content.decode()
    assert "Results are final without a review" in shown
    assert "as soon as the last game has ended" in shown
    assert "Results are final without a review" not in pages.get(reviewed).content.decode()
    assert 'name="without_review" aria' in (form := pages.get(f"{path}edit/").content.decode())
    assert re.search(r'name="without_review"[^>]* checked', form)
    assert made["without_review"] is True
    copied = copying.copy_tournament(asked(owner), made["id"])
    assert copied.without_review
