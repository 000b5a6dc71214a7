"""Other programs' files, and round trips through another program: the shared cases, which come from elsewhere (L1,
L3)."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest
from sgfmill import sgf as sgfmill

from challenges.sgf_import import BadSgf
from gtp.engine import Engine
from library.models import Record
from library.services import exporting, reading
from library.services.reading import UploadedFile
from tests.factories import make_player
from tests.library.helpers import add
from tests.support.programs import need
from tests.support.skips import NO_CASES

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"
ROUND_TRIPS = 250
INVALID = "invalid"
"""Files with this in their names have other games, or moves off the board, which are not valid here."""

pytestmark = pytest.mark.skipif(not CASES.exists(), reason=NO_CASES)


def rows_of(name):
    return [json.loads(line) for line in (CASES / name).read_text().splitlines()]


def written_by_another_program(case):
    """A game of the cases as sgfmill writes it: the file and the last position."""
    game = sgfmill.Sgf_game(case["size"])
    root = game.get_root()
    for name in ("AB", "AW"):
        points = case.get(name, "").split()
        if points:
            root.set_raw_list(name, [point.encode() for point in points])
    for move in case["moves"].split():
        game.extend_main_sequence().set_raw(move[0], move[1:].encode())
    return game.serialise()


def replayed():
    return [case for case in rows_of("replay.jsonl") if "size" in case]


def test_L1_700_files_that_another_program_wrote_have_their_moves_and_last_positions():
    cases = replayed()
    for case in cases:
        (game,) = reading.read_uploaded_files([UploadedFile("a.sgf", written_by_another_program(case))]).games
        assert (game.facts.moves, game.facts.board.rows()) == (case["n_moves"], case["final"]), case["id"]
    assert len(cases) > 650


def test_L1_real_files_have_the_nodes_and_moves_that_other_readers_find():
    read = 0
    for case in rows_of("sgf.jsonl"):
        data = (CASES / case["file"]).read_bytes()
        try:
            games = reading.read_uploaded_files([UploadedFile("a.sgf", data)]).games
        except BadSgf:
            assert case["expect"] != "parse" or INVALID in case["id"], case["id"]
            continue
        if case["expect"] != "parse":
            continue
        read += 1
        for game, one in zip(games, case["games"], strict=True):
            assert game.facts.nodes == one["nodes"], case["id"]
            if "main_moves" in one and INVALID not in case["id"]:
                assert game.facts.moves == len(one["main_moves"].split()), case["id"]
        if len(games) == 1:
            assert games[0].game.data == data
    assert read > 100


@pytest.mark.django_db
def test_L6_records_survive_a_round_trip_through_another_program():
    player, trips = make_player(), 0
    for case in islice(replayed(), ROUND_TRIPS):
        (record,) = add(player, written_by_another_program(case))
        downloaded = b"".join(exporting.records_as_collection(Record.objects.filter(pk=record.pk)))
        (again,) = reading.read_uploaded_files(
            [UploadedFile("a.sgf", sgfmill.Sgf_game.from_bytes(downloaded).serialise())]
        ).games
        assert ("/".join(again.facts.board.rows()), again.facts.moves) == (record.position, record.moves), case["id"]
        trips += 1
    assert trips == ROUND_TRIPS


@pytest.mark.django_db
def test_L6_records_survive_a_round_trip_through_gnu_go(tmp_path):
    """GNU Go plays the moves of a downloaded file, and writes the remaining stones as a position."""
    player, file, trips = make_player(), tmp_path / "record.sgf", 0
    with Engine([need("gnugo"), "--mode", "gtp"], None) as gnugo:
        for case in islice(replayed(), ROUND_TRIPS):
            (record,) = add(player, written_by_another_program(case))
            file.write_bytes(b"".join(exporting.records_as_collection(Record.objects.filter(pk=record.pk))))
            gnugo.send(f"loadsgf {file}")
            (again,) = reading.read_uploaded_files([UploadedFile("a.sgf", gnugo.send("printsgf").encode())]).games
            assert "/".join(again.facts.board.rows()) == record.position, case["id"]
            trips += 1
    assert trips == ROUND_TRIPS
