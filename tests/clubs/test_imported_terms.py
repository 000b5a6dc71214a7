"""Terms and results of imported games of other servers, as the club reads them (E150)."""

from __future__ import annotations

import gzip
import io
import json
import tarfile

import pytest

from clubs.models import ImportedGame
from clubs.reading.records import read_upload
from tests.clubs.helpers import bring, make_club
from tests.clubs.test_imports import GAME, OGS, zipped


def read(root: str):
    (game,) = read_upload("a.sgf", f"(;SZ[9]{root};B[ee])".encode(), 9).games
    return game


def read_json(encoding: str = "utf-8", **changed):
    return read_upload("a.json", json.dumps({**GAME, **changed}).encode(encoding), 9)


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("b+r", "B+R"), ("B+resign", "B+R"), ("W+Resignation", "W+R"), ("W+TIME", "W+T"), ("B+Timeout", "B+T"),
        ("W+Forfeit", "W+F"), ("B+3,5", "B+3.5"), ("B + 3.5", "B+3.5"), ("black+12", "B+12"), ("W+", "W+"),
        ("B+3.5 (moves beyond 250 omitted)", "B+3.5"), ("黑中盘胜", "B+R"), ("白中盤勝", "W+R"),
        ("jigo", "0"), ("VOID", "Void"), ("?", ""), ("", ""),
        ("B+..", "B+.."), ("B+RT", "B+RT"), ("B+5RR", "B+5RR"), ("黑胜3又3/4子", "黑胜3又3/4子"), ("x" * 17, ""),
    ],
)  # fmt: skip
def test_E150_results_are_read_as_other_servers_write_them(written, result):
    game = read(f"RE[{written}]")

    assert game.result == result
    assert ("RE[" in game.sgf) == bool(written), "the record keeps what is not understood"


@pytest.mark.parametrize(
    ("changed", "result"),
    [
        ({"outcome": "0 points", "winner": None}, "0"), ({"outcome": "0 points", "winner": "tie"}, "0"),
        ({"outcome": "Cancellation", "winner": None}, "Void"), ({"outcome": "", "winner": None}, ""),
        ({"outcome": "2.5 points"}, "W+2.5"), ({"outcome": "Timeout", "winner": "black"}, "B+T"),
    ],
)  # fmt: skip
def test_E150_results_in_json(changed, result):
    assert read_json(**changed).games[0].result == result


@pytest.mark.parametrize(
    ("root", "komi"),
    [("", ""), ("KM[6.5目]", ""), ("KM[3.75]", ""), ("KM[6.25]", ""), ("KM[0]", "0"), ("KM[6,5]RU[Japanese]", "6.5")],
)
def test_E150_a_komi_that_the_file_does_not_have_is_unknown(root, komi):
    assert read(root).komi == komi


@pytest.mark.parametrize(("komi", "read"), [(None, ""), (0, "0"), (7.5, "7.5")])
def test_E150_the_komi_in_json(komi, read):
    (game,) = read_json(komi=komi).games

    assert (game.komi, "KM" in game.sgf) == (read, komi is not None)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2024-3-5", "2024-03-05"), ("2024/03/05", "2024-03-05"), ("2024.03.05", "2024-03-05"),
        ("2006-09-02,2006-10-18", "2006-09-02"), ("2024-03", "None"), ("2024-02-30", "None"), ("", "None"),
    ],
)  # fmt: skip
def test_E150_the_day_of_a_game(written, day):
    assert str(read(f"DT[{written}]").played_on) == day


@pytest.mark.parametrize("time", [1e18, -1e18, 1e300])
def test_E150_a_time_that_cannot_be_spoils_only_its_own_game(time):
    found = read_upload("a.json", json.dumps([{**GAME, "start_time": time}, GAME]).encode(), 9)

    assert (len(found.games), [code for _file, code, _line in found.errors]) == (1, ["bad_json"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
def test_E150_json_is_known_in_every_encoding(encoding):
    assert len(read_json(encoding).games) == 1


def tarred(name: bytes) -> bytes:
    """Return a tar archive that contains a game of OGS under this name."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        entry = tarfile.TarInfo(name.decode("utf-8", "surrogateescape"))
        entry.size = len(OGS.encode())
        archive.addfile(entry, io.BytesIO(OGS.encode()))
    return out.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "name"),
    [
        (gzip.compress(tarred(b"\xe9.sgf")), "\ufffd.sgf"),
        (tarred(b"a\n\x01.sgf"), "a\n.sgf"),
        (zipped(**{"\x01": OGS}), "?"),
    ],
)
def test_E150_a_name_of_a_file_that_cannot_be_stored_is_mended(data, name):
    club = make_club()

    row = bring(club, data, "club.tar.gz")

    assert (row.state, row.errors, ImportedGame.objects.get().file) == ("done", [], name)
