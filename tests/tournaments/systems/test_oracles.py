"""E86: OpenGotha's results for real tournaments; sums are compared, not pairs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.skips import NO_CASES
from tournaments.systems.candidates import round_input
from tournaments.systems.files.opengotha_reading import read_opengotha
from tournaments.systems.matching import best_matching
from tournaments.systems.pairing import pair_round_by_system
from tournaments.systems.standings import standings_table
from tournaments.systems.types import Criterion, PairingConstraints, ScoreGroupPairing
from tournaments.systems.weights import pair_reasons, pair_weight

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "cases" / "events"
ROUNDS = (("simplemm", 2), ("simplemm", 5), ("simpleswiss", 4), ("notsosimpleswiss", 10))
TERMS = {
    "not_met": "baseDuplicateGameCost", "score": "mainScoreDiffCost", "drawn": "mainDUDDCost",
    "seeding": "mainSeedCost", "colors": "baseBWBalanceCost", "club": "secGeoCost",
}  # fmt: skip
SEEDINGS = {"SPLITANDSLIP": ScoreGroupPairing.SPLIT_AND_SLIP, "SPLITANDFOLD": ScoreGroupPairing.SPLIT_AND_FOLD}

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason=NO_CASES)


def tournament(name):
    """The file and its system, seeded as it was then."""
    data = (FOLDER / f"{name}.xml").read_bytes()
    result = dict(re.findall(rb'(pai\w+)="([^"]*)"', data))
    imported = read_opengotha(data)
    system = replace(
        imported.system,
        seeding=SEEDINGS[result[b"paiMaSeedSystem1"].decode()],
        later_seeding=SEEDINGS[result[b"paiMaSeedSystem2"].decode()],
        seeding_rounds=int(result[b"paiMaLastRoundForSeedSystem1"]),
        club_weight=int(result[b"paiSeAvoidSameGeo"]),
    )
    return replace(imported, system=system)


def published(name, number):
    """[(one, other, {term: weight})] as OpenGotha wrote them down."""
    text = (FOLDER / f"{name}_weights_R{number}.txt").read_text()
    rows = [
        dict(line.split("=", 1) for line in block.splitlines() if "=" in line)
        for block in re.split(r"(?=Player1Name)", text)[1:]
    ]
    return [
        (row.pop("Player1Name"), row.pop("Player2Name"), {key: int(value) for key, value in row.items()})
        for row in rows
    ]


@pytest.mark.parametrize(("name", "number"), ROUNDS)
def test_each_term_of_each_pair_weighs_what_opengotha_says(name, number):
    """E84, E86, E138: within 2, by rounding. notsosimpleswiss draws from top and bottom."""
    imported = tournament(name)
    ids = {entry.name: entry.id for entry in imported.field.entries}
    round_ = round_input(imported.system, imported.field, number, list(ids.values()))
    agree, pairs = Counter(), published(name, number)
    for one, other, weights in pairs:
        for reason in pair_reasons(round_, round_.candidates[ids[one]], round_.candidates[ids[other]]):
            agree[reason.name] += abs(reason.weight - weights[TERMS[reason.name]]) <= 2

    assert agree == dict.fromkeys(TERMS, len(pairs))


@pytest.mark.parametrize(("name", "number"), ROUNDS)
def test_of_opengothas_weights_the_best_sum_is_opengothas(name, number):
    """E83, E86."""
    imported = tournament(name)
    ids = {entry.name: entry.id for entry in imported.field.entries}
    weights = {
        frozenset({ids[one], ids[other]}): expected["totalCost"] for one, other, expected in published(name, number)
    }
    theirs = {one.entrants for one in imported.field.pairings if one.round == number and not one.is_bye}

    assert sum(weights[two] for two in best_matching(weights, b"key")) == sum(weights[two] for two in theirs)


@pytest.mark.parametrize(("name", "last"), [("simplemm", 5), ("simpleswiss", 7)])
def test_every_round_weighs_what_opengothas_pairs_weigh(name, last):
    """E83, E86: the whole way, from the file to the pairs; sums, for equals may be drawn in another way."""
    imported = tournament(name)
    ids = [entry.id for entry in imported.field.entries]
    for number in range(1, last + 1):
        past = tuple(one for one in imported.field.pairings if one.round < number)
        theirs = [one.entrants for one in imported.field.pairings if one.round == number]
        ours = [
            one.entrants
            for one in pair_round_by_system(
                imported.system, replace(imported.field, pairings=past), PairingConstraints(number, "any")
            ).pairings
        ]
        round_ = round_input(imported.system, imported.field, number, ids)
        sums = [
            sum(pair_weight(round_, *(round_.candidates[id_] for id_ in sorted(two))) for two in pairs)
            for pairs in (ours, theirs)
        ]

        assert sums[0] == sums[1], number


def test_the_points_of_a_table_sent_to_the_egd():
    """E30, E97: places and wins of ioct_20_02.h9."""
    imported = read_opengotha((FOLDER / "ioct_20_02.xml").read_bytes())
    names = {entry.id: entry.name for entry in imported.field.entries}
    lines = [line for line in (FOLDER / "ioct_20_02.h9").read_text().splitlines() if not line.startswith(";")]
    theirs = [(int(line.split()[0]), " ".join(line.split()[1:3]), int(line.split()[7])) for line in lines]

    ours = standings_table(imported.system, imported.field)
    assert [(line.place, names[line.entry], line.values[Criterion.POINTS] // 2) for line in ours] == theirs


def test_every_file_can_be_read():
    """E97: and each game stands in it once."""
    for file in sorted(FOLDER.glob("*.xml")):
        imported = read_opengotha(file.read_bytes())
        games = [one for one in imported.field.pairings if not one.is_bye]

        assert len(games) == file.read_text().count("<Game "), file.name
        assert standings_table(imported.system, imported.field), file.name
