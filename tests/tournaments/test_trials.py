"""A whole McMahon tournament in the database, at random: with drop-outs, losses on time, a disqualification and a
corrected result (E3, E4, E33, E36, E50, E51, E57, E92). A double elimination of 13: test_brackets.py."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.models import Game
from tests.factories import NOON, days
from tests.tournaments.helpers import asked, look, lose, make_running, pairings, reload
from tests.tournaments.test_staying import run_out
from tournaments import tables
from tournaments.access import current_stage
from tournaments.models import EntryState, LogLine, Pairing, RoundState, TournamentState
from tournaments.services import directing, leaving
from tournaments.stage_data import pairing_system, standings_after_round, standings_input
from tournaments.systems.ledger import HALVES, make_ledger
from tournaments.systems.types import Criterion, EventResult, SystemKind

pytestmark = pytest.mark.django_db

ROUNDS = 5


def field(tournament):
    return pairing_system(tournament, current_stage(tournament)), standings_input(tournament)


def mms(tournament):
    system, found = field(tournament)
    return {line.entry: line.values[Criterion.MMS] for line in standings_after_round(system, found, None)}


def play_round(tournament, number, rng):
    """End every game of a round: by resignation, in the first three rounds the first one and one of ten on time."""
    now, is_first = NOON + days(30 * number), True
    for one in pairings(tournament, number):
        if one.game is None or Game.objects.get(pk=one.game_id).is_finished:
            continue
        if number <= 3 and (is_first or rng.random() < 0.1):
            run_out(one, now)
        else:
            lose(one, rng.choice([one.black.player, one.white.player]), NOON + days(30 * (number - 1)))
        is_first = False
    return now


@pytest.mark.parametrize("players", [20, pytest.param(64, marks=pytest.mark.nightly)])
def test_a_mcmahon_with_drop_outs_losses_on_time_a_disqualification_and_a_corrected_result(players):
    rng = random.Random(players)
    tournament, people = make_running(players, played={"kind": SystemKind.MCMAHON, "rounds": ROUNDS}, most=players)
    owner, gone = asked(tournament.owner), rng.sample(people, 6)
    for number in range(1, ROUNDS + 1):
        rows = pairings(tournament, number)
        seats = Counter(pk for one in rows for pk in (one.black_id, one.white_id) if pk is not None)
        playing = sum(one.plays(number) for one in standings_input(tournament).entries)
        assert set(seats.values()) == {1}
        assert (len(seats), sum(one.white_id is None for one in rows)) == (playing, playing % 2), "E36"
        if number < ROUNDS:
            leaving.withdraw_from_tournament(asked(gone[number - 1]), tournament.pk, now=bool(number % 2))
            look()
        if number == 2:
            leaving.remove_player(owner, tournament.pk, gone[5], "used an engine")
        now = play_round(tournament, number, rng)
        look(now)
        look(now + days(4))

    assert reload(tournament).state == TournamentState.REVIEW
    assert set(tournament.rounds.values_list("state", flat=True)) == {RoundState.DONE}
    assert tournament.entries.get(player=gone[5]).state == EntryState.REMOVED
    acts = Counter(LogLine.objects.filter(tournament=tournament).values_list("act", flat=True))
    assert acts["published"] == acts["round_done"] == ROUNDS
    assert 0 < acts["asked"] <= Pairing.objects.filter(game__end_reason="time").count(), "E51"
    assert acts["silent"] > 0
    met = Counter(frozenset((one.black_id, one.white_id)) for n in range(1, 6) for one in pairings(tournament, n))
    assert set(met.values()) == {1}, "E84: nobody meets the same opponent twice"
    system, found = field(tournament)
    byes = sum(one.is_bye for one in found.pairings)
    given = sum(sum(HALVES[one.result]) for one in found.pairings if not one.is_bye)
    points = make_ledger(system, found).points
    absent = {one.id: sum(not one.plays(n) for n in range(1, ROUNDS + 1)) // 2 * 2 for one in found.entries}
    assert given + 2 * byes <= sum(points.values()) <= given + 2 * byes + sum(absent.values()), "E33, E95"

    before, rows = mms(tournament), [one.pk for n in range(1, 6) for one in pairings(tournament, n)]
    wrong = next(one for one in pairings(tournament, 1) if one.game and Game.objects.get(pk=one.game_id).winner == 1)
    directing.set_result(owner, tournament.pk, (1, wrong.board), (EventResult.WHITE_WINS.value, "reported wrongly"))
    after = mms(tournament)
    assert {pk: after[pk] - before[pk] for pk in after if after[pk] != before[pk]} == {
        wrong.black_id: -2, wrong.white_id: 2,
    }  # fmt: skip
    assert rows == [one.pk for n in range(1, 6) for one in pairings(tournament, n)], "E92: published rounds stay"
    assert len(tables.standings_table_of(tournament).lines) == players
    look(now + days(20))
    assert reload(tournament).state == TournamentState.FINISHED
