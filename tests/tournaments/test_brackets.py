"""Knockouts from the draw to the winner, with many irregularities."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Block
from games import verbs
from games.models import Game
from notifications.models import Notice
from rules import Color
from tests.factories import NOON, act, days, make_moderator
from tests.tournaments.helpers import (
    acts_of,
    asked,
    look,
    lose,
    make_draft,
    make_open,
    make_running,
    pairings,
    refused,
    reload,
)
from tournaments import errors, tables
from tournaments.bracket_shown import build_bracket
from tournaments.models import LogLine, Pairing, RoundState, TournamentState
from tournaments.services import brackets, directing, due, leaving
from tournaments.services.advancing import ROUND_PAUSE
from tournaments.systems.types import EventResult, SystemKind

pytestmark = pytest.mark.django_db

SINGLE, DOUBLE = {"kind": SystemKind.KNOCKOUT, "seeding": "drawn"}, {"kind": SystemKind.DOUBLE_KNOCKOUT}


def running(tournament):
    rows = Pairing.objects.filter(round__tournament=tournament, game__isnull=False).undecided()
    return list(rows.select_related("black__player", "white__player", "game", "round").order_by("pk"))


def places(tournament):
    return {line.player.pk: line.place for line in tables.standings_table_of(tournament).lines}


def play_out(tournament, chooses):
    """Resign game after game until none is left; `chooses` says who loses."""
    games = 0
    while some := running(tournament):
        lose(some[0], chooses(some[0]))
        look()
        games += 1
    return games


def weaker(order):
    return lambda pairing: max(pairing.black.player, pairing.white.player, key=order.index)


@pytest.mark.parametrize(("players", "first"), [(6, 2), pytest.param(13, 5, marks=pytest.mark.nightly)])
def test_E39_a_double_elimination_of_13_and_by_day_of_6(players, first):
    tournament, _ = make_running(players, played={**DOUBLE, "seeding": "drawn"})
    order = [entry.player for entry in tournament.entries.order_by("number")]
    random.Random(players).shuffle(order)
    assert len(running(tournament)) == first, "E38: three byes of sixteen, two of eight"

    games = play_out(tournament, weaker(order))

    assert games == 2 * (players - 1), "everybody but the winner loses twice"
    assert reload(tournament).state == TournamentState.REVIEW
    found = places(tournament)
    assert [player.pk for player in order[:2]] == sorted(found, key=lambda pk: found[pk])[:2]
    lost = dict.fromkeys(order, 0)
    for one in Pairing.objects.filter(round__tournament=tournament).select_related(
        "black__player", "white__player", "game"
    ):
        lost[one.white.player if one.game.winner == Color.BLACK else one.black.player] += 1
    assert sorted(lost.values()) == [0, *[2] * (players - 1)]


def test_E39_the_winner_of_the_lower_bracket_must_win_twice():
    tournament, people = make_running(2, played=DOUBLE)
    first = running(tournament)[0]
    lose(first, first.white.player)
    look()
    second = running(tournament)[0]
    lose(second, first.black.player)
    look()
    assert reload(tournament).state == TournamentState.RUNNING, "one loss each"
    third = running(tournament)[0]
    lose(third, first.white.player)
    look()
    assert reload(tournament).state == TournamentState.REVIEW
    assert places(tournament)[first.black.player.pk] == 1
    assert len(people) == 2


def test_E21_a_match_begins_when_both_players_are_known():
    tournament, _ = make_running(8, played=SINGLE)
    one, two, three, _four = running(tournament)
    for pairing in (one, two):
        lose(pairing, pairing.white.player)
    look()
    later = [pairing for pairing in running(tournament) if pairing.round.number == 2]
    assert [{p.black, p.white} for p in later] == [{one.black, two.black}]
    assert [round_.state for round_ in tournament.rounds.order_by("number")] == [
        RoundState.PLAYING, RoundState.PLAYING, RoundState.PLANNED,
    ]  # fmt: skip
    assert Game.objects.get(pk=three.game_id).phase == "play"


def test_E21_after_a_directors_result_a_bracket_waits_a_minute_in_which_it_can_be_reversed():
    tournament, _ = make_running(4, played=SINGLE)
    one, two = running(tournament)
    lose(one, one.white.player)
    look()
    owner, before = asked(tournament.owner), NOON + ROUND_PAUSE - timedelta(seconds=1)
    path = f"/tournaments/{tournament.pk}/direct/"
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(tournament.owner)
    directing.set_result(owner, tournament.pk, (1, two.board), ("black_wins", "no_show"))
    for now in (NOON, before):
        due.run_all_background_steps(now)
        assert not pairings(tournament, 2)
    page = client.get(path).content.decode()
    assert "Undo the result" in page
    assert "The next games will start in about a minute" in page

    directing.set_result(asked(tournament.owner, before), tournament.pk, (1, two.board), ("", "mistake"))
    look(before + ROUND_PAUSE)
    assert not pairings(tournament, 2), "the game continues"
    assert "Undo the result" not in client.get(path).content.decode()

    lose(two, two.black.player)
    due.run_all_background_steps(NOON + 2 * ROUND_PAUSE)
    (final,) = pairings(tournament, 2)
    assert {final.black, final.white} == {one.black, two.white}, "a game's own end makes no pause"


def test_E38_a_match_of_three_goes_on_with_colours_swapped():
    tournament, _ = make_running(2, played={**SINGLE, "games_each": 3})
    first = running(tournament)[0]
    lose(first, first.white.player)
    look()
    second = running(tournament)[0]
    assert (second.black, second.white, second.match_game) == (first.white, first.black, 2)
    lose(second, second.white.player)
    look()
    third = running(tournament)[0]
    lose(third, first.white.player)
    look()
    assert reload(tournament).state == TournamentState.REVIEW
    assert places(tournament)[first.black.player.pk] == 1


def test_E38_the_third_place_is_played_for():
    tournament, _ = make_running(4, played={**SINGLE, "third_place": True})
    order = [entry.player for entry in tournament.entries.order_by("number")]
    assert play_out(tournament, weaker(order)) == 4
    assert sorted(places(tournament).values()) == [1, 2, 3, 4]


def test_E50_who_has_left_loses_the_next_match_without_a_game():
    tournament, _ = make_running(4, played=SINGLE)
    one, two = running(tournament)
    lose(one, one.white.player)
    look()
    leaving.withdraw_from_tournament(asked(one.black.player), tournament.pk)
    lose(two, two.white.player)
    look()
    assert reload(tournament).state == TournamentState.REVIEW
    assert places(tournament)[two.black.player.pk] == 1
    assert pairings(tournament, 2)[0].game is None


def test_E85_two_who_blocked_each_other_do_not_play_and_the_better_seed_goes_on():
    tournament = make_open(played=SINGLE)
    from tests.factories import make_player
    from tournaments.services import entering, starting

    people = [make_player(), make_player()]
    for player in people:
        entering.enter_tournament(asked(player), tournament.pk)
    Block.objects.create(player=people[0], blocked=people[1], at=NOON)
    starting.start_tournament(asked(tournament.owner), tournament.pk)
    look()
    assert not Game.objects.exists()
    assert places(tournament)[tournament.entries.get(number=1).player_id] == 1


def test_E24_a_round_of_a_knockout_has_its_days_from_its_first_game_on():
    tournament, _ = make_running(4, played=SINGLE | {"round_days": 7})
    ends = lambda: [one.ends_at for one in tournament.rounds.order_by("number")]  # noqa: E731
    assert ends() == [NOON + days(7), None]
    for pairing in pairings(tournament, 1):
        lose(pairing, pairing.white.player, NOON + days(2))
    look(NOON + days(2))
    assert ends() == [NOON + days(7), NOON + days(9)]
    course = [act for act in acts_of(tournament) if act in ("published", "round_done")]
    assert course == ["published", "round_done", "published"]
    final = tournament.rounds.get(number=2)
    assert [list(directing.overdue_rounds(NOON + days(day))) for day in (8, 9)] == [[], [final]], (
        "the first round is over"
    )
    extend = lambda: directing.extend_round(asked(tournament.owner, NOON + days(10)), tournament.pk, 2, 3)  # noqa: E731
    assert extend().ends_at == NOON + days(13)
    (last,) = pairings(tournament, 2)
    lose(last, last.white.player, NOON + days(3))
    look(NOON + days(3))
    refused(errors.WrongState, extend)


def test_E92_a_corrected_result_goes_to_the_director_who_strikes_the_game_out():
    tournament, _ = make_running(4, played=SINGLE)
    one, two = running(tournament)
    for pairing in (one, two):
        lose(pairing, pairing.white.player)
    look()
    owner, final = asked(tournament.owner), running(tournament)[0]
    for result in ("black_wins", ""):
        directing.set_result(owner, tournament.pk, (2, final.board), (result, "in doubt"))
    directing.set_result(owner, tournament.pk, (1, one.board), ("white_wins", "played by a friend"))
    look()
    stray = LogLine.objects.get(tournament=tournament, act="stray")
    assert (stray.round, stray.board) == (2, final.board)
    assert Notice.objects.filter(kind="event_stray", player=tournament.owner).count() == 1
    assert len(running(tournament)) == 1, "nothing is started or ended by itself"
    for result in ("white_wins", ""):
        directing.set_result(owner, tournament.pk, (1, two.board), (result, "in doubt"))
        look()
    assert acts_of(tournament).count("stray") == 1, "once for a match, whatever is corrected later"
    assert Notice.objects.filter(kind="event_stray").count() == 1

    directing.set_result(owner, tournament.pk, (2, final.board), ("struck", "another has won"))
    look()

    new = next(pairing for pairing in running(tournament) if pairing.pk != final.pk)
    assert {new.black, new.white} == {one.white, two.black}
    assert LogLine.objects.filter(tournament=tournament, act="stray").count() == 1
    lose(new, two.black.player)
    look()
    assert places(tournament)[one.white.player.pk] == 1


def test_E41_an_annulled_game_is_played_again_with_colours_swapped():
    tournament, _ = make_running(2, played=SINGLE)
    only = running(tournament)[0]
    lose(only, only.white.player)
    act(Game.objects.get(pk=only.game_id), verbs.Annul, by=make_moderator(), reason="engine")
    look()
    again = running(tournament)[0]
    assert (again.black, again.white) == (only.white, only.black)


def test_E91_the_same_look_twice_pairs_once():
    tournament, _ = make_running(5, played=SINGLE)
    before = Pairing.objects.count()
    for _ in range(2):
        brackets.advance_knockout(tournament.pk, NOON)
    assert Pairing.objects.count() == before
    assert not brackets.knockouts_to_advance(NOON).exists()


def test_E96_the_bracket_is_a_picture_and_a_list_and_the_same_for_programs():
    tournament, people = make_running(5, played=SINGLE)
    client = Client(headers={"Accept-Language": "en"})
    page = client.get(f"/tournaments/{tournament.pk}/bracket/").content.decode()
    assert "<svg" in page
    assert all(player.username in page for player in people)
    rows = client.get(f"/api/v1/tournaments/{tournament.pk}/bracket/").json()["results"]
    assert len(rows) == 7
    assert sum(row["bye"] for row in rows) == 3
    assert client.get(f"/tournaments/{tournament.pk}/standings/").status_code == 200
    assert client.get(f"/tournaments/{tournament.pk}/").status_code == 200
    swiss, _ = make_running(2)
    assert client.get(f"/tournaments/{swiss.pk}/bracket/").status_code == 404
    assert client.get(f"/api/v1/tournaments/{swiss.pk}/bracket/").json()["code"] == "no_such_bracket"
    boxes = build_bracket(tournament).boxes
    assert len({(box.x, box.y) for box in boxes}) == len(boxes)


def test_E94_the_bracket_asks_no_more_for_more_players():
    counts = []
    for players in (4, 9):
        tournament, _ = make_running(players, played=DOUBLE)
        client = Client()
        client.get(f"/tournaments/{tournament.pk}/bracket/")
        with CaptureQueriesContext(connection) as done:
            assert client.get(f"/tournaments/{tournament.pk}/bracket/").status_code == 200
        counts.append(len(done))
        boxes = build_bracket(tournament).boxes
        assert len({(box.x, box.y) for box in boxes}) == len(boxes), "no match hides another"
    assert counts[0] == counts[1] < 15


@pytest.mark.parametrize(
    "wrong",
    [
        {"games_each": 2},
        {"following": "hand"},
        {"handicaps": True},
        {"third_place": True, "kind": SystemKind.DOUBLE_KNOCKOUT},
    ],
    ids=str,
)
def test_what_does_not_fit_a_knockout_is_refused(wrong):
    refused(errors.BadTournament, make_draft, played={**SINGLE, **wrong})
    assert EventResult.STRUCK.value == "struck"
