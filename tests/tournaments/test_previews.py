"""Directors see, draw again and change round 1 before the start (E122)."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game
from ratings.ranks import Rank
from tests.factories import make_player
from tests.tournaments.helpers import asked, look, make_open, pairings, refused, reload
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tests.tournaments.test_revising import change
from tournaments import errors
from tournaments.models import Round, RoundState, TournamentState
from tournaments.services import entering, fixing, proposing, starting
from tournaments.services.changing import ProposalEdit
from tournaments.services.entering import EntryStatement
from tournaments.systems.types import SystemKind

pytestmark = pytest.mark.django_db

MCMAHON = {"kind": SystemKind.MCMAHON, "handicaps": True}


def opened(ranks=("6k", "9k", "1k", "3k"), **asked_for):
    """A tournament that is open, with players who stated these ranks."""
    made = make_open(played={**MCMAHON, **asked_for})
    people = [make_player() for _ in ranks]
    for player, rank in zip(people, ranks, strict=True):
        entering.enter_tournament(asked(player), made.pk, stated=EntryStatement(Rank.parse(rank)))
    return made, people


def seats(tournament):
    rows = pairings(tournament, 1)
    return [(one.black.player_id, one.white and one.white.player_id, one.handicap, one.komi) for one in rows]


def preview(tournament):
    return proposing.propose_next_round(asked(tournament.owner), tournament.pk).proposal


def test_E122_the_games_are_those_of_the_preview():
    tournament, people = opened()
    seen, shown = preview(tournament), seats(tournament)
    assert sorted(handicap for _black, _white, handicap, _komi in shown) == [1, 2]
    refused(errors.WrongState, proposing.publish_proposal, asked(tournament.owner), tournament.pk, seen)
    assert (reload(tournament).state, Game.objects.exists()) == (TournamentState.OPEN, False)

    starting.start_tournament(asked(tournament.owner), tournament.pk, seen)
    look()

    games = Game.objects.prefetch_related("seats")
    assert seats(tournament) == shown
    assert {tuple(seat.player_id for seat in game.seat_list()) for game in games} == {row[:2] for row in shown}
    assert tournament.rounds.count() == 3
    assert {player.pk for player in people} == {pk for row in shown for pk in row[:2]}


def test_E122_without_players_there_is_nothing_to_preview():
    tournament, _ = opened(ranks=())
    refused(errors.CannotBePaired, preview, tournament)
    assert Round.objects.get(tournament=tournament).state == RoundState.PLANNED


def test_E122_a_changed_preview_is_kept_also_by_a_start_that_names_none():
    tournament, people = opened()
    seen = preview(tournament)
    found = fixing.pair_players_in_proposal(
        asked(tournament.owner), tournament.pk, ProposalEdit(people[0].pk, people[2].pk, seen)
    )
    shown = seats(tournament)
    assert {people[0].pk, people[2].pk} in [set(row[:2]) for row in shown]
    refused(errors.PairingsChanged, starting.start_tournament, asked(tournament.owner), tournament.pk, seen)
    assert found.proposal != seen
    starting.start_tournament(asked(tournament.owner), tournament.pk)
    look()
    assert seats(tournament) == shown
    assert Round.objects.get(tournament=tournament, number=1).state == RoundState.PLAYING


def test_E122_it_is_drawn_again_and_another_draw_may_give_other_games():
    tournament, _ = opened(ranks=("5k",) * 8)
    draws = set()
    for _ in range(6):
        seen = preview(tournament)
        draws.add(tuple(seats(tournament)))
    assert len(draws) > 1
    assert Round.objects.get(tournament=tournament).proposal == seen


def test_E122_a_preview_is_out_of_date_when_players_have_changed():
    tournament, _ = opened()
    seen = preview(tournament)
    late = make_player()
    entering.enter_tournament(asked(late), tournament.pk)
    page = signed_in(tournament.owner).get(f"{tournament.get_absolute_url()}direct/").content.decode()
    assert "have changed since these pairings were made" in page
    assert "Use these pairings" not in page
    refused(errors.PairingsChanged, starting.start_tournament, asked(tournament.owner), tournament.pk, seen)
    starting.start_tournament(asked(tournament.owner), tournament.pk)
    assert Round.objects.get(tournament=tournament, number=1).state == RoundState.PLANNED
    look()
    assert late.pk in {pk for row in seats(tournament) for pk in row[:2]}
    assert Round.objects.get(tournament=tournament, number=1).proposal != seen


def test_E122_changed_rules_end_a_preview():
    tournament, _ = opened()
    preview(tournament)
    change(tournament, played={**MCMAHON, "rounds": 4})
    assert not Round.objects.filter(tournament=tournament).exists()


def test_E122_systems_that_do_not_pair_by_score_have_no_preview():
    tournament, _ = opened(kind=SystemKind.KNOCKOUT, handicaps=False)
    refused(errors.WrongState, preview, tournament)
    assert (
        "Preview round 1"
        not in signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
    )


def test_E122_by_page_and_by_program_and_for_directors_only():
    tournament, people = opened()
    owner, path = signed_in(tournament.owner), tournament.get_absolute_url()
    assert "Preview round 1" in owner.get(f"{path}direct/").content.decode()
    assert owner.post(f"{path}direct/", {"do": "propose"}).status_code == 302
    page = owner.get(f"{path}direct/").content.decode()
    assert "Use these pairings" in page
    assert "Pair again" in page
    seen = Round.objects.get().proposal
    directs = program_of(tournament.owner, "events:direct")
    shown = directs.get(f"/api/v1{path}rounds/1/pairings/").json()
    assert (shown["state"], shown["proposal"], len(shown["results"])) == ("proposed", seen, 2)
    for client in (Client(), signed_in(people[0]), program_of(people[0], "events:play")):
        assert client.get(f"/api/v1{path}rounds/1/pairings/").status_code == 404
        assert client.get(f"{path}rounds/1/").status_code == 404
    seed = reload(tournament).seed
    assert Client().get(f"/api/v1{path}").json()["seed"] is None
    assert seed not in Client().get(f"{path}log/").content.decode()
    assert send(directs, f"/api/v1{path}acts/", act="start", proposal="other").json()["code"] == "conflict"
    assert send(directs, f"/api/v1{path}acts/", act="start", proposal=seen).json()["state"] == "running"
    assert Client().get(f"/api/v1{path}").json()["seed"] == seed
