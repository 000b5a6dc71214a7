"""Whole events, played at random: a McMahon with many irregularities, and a year of a ladder."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.tournaments.systems.fields import MCMAHON, players
from tournaments.systems.ladder import (
    FinishedLadderGame,
    LadderGameEnd,
    add_player,
    highest_challengeable_place,
    order_after_game,
    remove_player,
)
from tournaments.systems.ledger import HALVES, make_ledger
from tournaments.systems.pairing import pair_round_by_system, pairing_inputs_hash
from tournaments.systems.standings import standings_table
from tournaments.systems.types import Criterion, EventResult, PairingConstraints, StageData


def test_a_mcmahon_of_64_with_drop_outs_time_outs_a_disqualification_and_a_correction():
    """E3, E4, E34, E36, E50, E92: five rounds; the corrected result recounts, published rounds stay."""
    rng = random.Random(64)
    system, field = replace(MCMAHON, tiebreaks=(Criterion.SOS, Criterion.SOSOS)), StageData(players(64))
    for number in range(1, 6):
        order = PairingConstraints(number, "published")
        proposal = pair_round_by_system(system, field, order)
        playing = {entry.id for entry in field.entries if entry.plays(number)}
        seats = [id_ for one in proposal.pairings for id_ in one.entrants]
        assert sorted(seats) == sorted(playing)
        assert sum(one.is_bye for one in proposal.pairings) == len(playing) % 2
        assert not proposal.given_up

        results = [
            *[EventResult.BLACK_WINS, EventResult.WHITE_WINS] * 8,
            EventResult.WHITE_BY_DEFAULT,
            EventResult.DRAW,
        ]
        rows = tuple(replace(one, result=rng.choice(results)) for one in proposal.pairings)
        out = {3 * number, 40 + number} if number < 5 else set()
        field = StageData(
            tuple(replace(one, last_round=number) if one.id in out else one for one in field.entries),
            field.pairings + rows,
        )
    before = standings_table(system, field)
    at = next(at for at, one in enumerate(field.pairings) if one.round == 1 and one.result is EventResult.BLACK_WINS)
    corrected = replace(field.pairings[at], result=EventResult.WHITE_WINS)
    after_ = replace(field, pairings=(*field.pairings[:at], corrected, *field.pairings[at + 1 :]))

    assert [one.entrants for one in after_.pairings] == [one.entrants for one in field.pairings]
    mms = {line.entry: line.values[Criterion.MMS] for line in before}
    new = {line.entry: line.values[Criterion.MMS] for line in standings_table(system, after_)}
    assert {id_: new[id_] - mms[id_] for id_ in mms if new[id_] != mms[id_]} == {
        corrected.black: -2,
        corrected.white: 2,
    }
    assert pairing_inputs_hash(system, after_, PairingConstraints(6, "x")) != pairing_inputs_hash(
        system, field, PairingConstraints(6, "x")
    )
    given = sum(sum(HALVES[one.result]) for one in field.pairings if not one.is_bye)
    byes = sum(one.is_bye for one in field.pairings)
    absent = sum((5 - one.last_round) // 2 * 2 for one in field.entries if one.last_round)
    assert sum(make_ledger(system, field).points.values()) == given + 2 * byes + absent


def test_a_ladder_of_200_over_a_year():
    """E60 to E65: no one is lost, no place is empty, the strong are above the weak in the end."""
    rng, order = random.Random(200), ()
    for id_ in rng.sample(range(200), 200):
        order = add_player(order, id_)
    ends = [LadderGameEnd.BOARD] * 17 + [LadderGameEnd.EARLY, LadderGameEnd.DRAW, LadderGameEnd.NOTHING]
    for day in range(365):
        for _ in range(8):
            place = rng.randrange(2, len(order) + 1)
            target = rng.randrange(highest_challengeable_place(place), place)
            two = order[place - 1], order[target - 1]
            strong, weak = max(two), min(two)
            winner = strong if rng.random() < 0.5 + (strong - weak) / 400 else weak
            order = order_after_game(order, FinishedLadderGame(winner, strong + weak - winner, rng.choice(ends)))
        if day % 30 == 0:
            gone = rng.choice(order)
            order = add_player(remove_player(order, gone), gone)

    assert sorted(order) == list(range(200))
    assert sum(order[:100]) > sum(order[100:]) + 1000
