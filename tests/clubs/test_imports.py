"""Games that a club imports from other servers (E150)."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs.errors import (
    NoFilesOrTooMany,
    NoSuchImport,
    NotClubOwner,
    NotManager,
    TooManyImportedGames,
    TooManyImports,
    UploadTooLarge,
)
from clubs.models import ClubRole, GameImport, ImportedGame, ImportedName
from clubs.reading import archives, records
from clubs.reading.records import Server, read_upload
from clubs.services import imports
from clubs.views.import_words import import_error_text
from foundation import timesource
from games.models import Game, Seat
from ratings.models import RatingEvent
from tests.clubs.helpers import add, asked, bring, make_club
from tests.factories import NOON, days, make_moderator, make_player
from tests.library.helpers import damaged_zips
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db

OGS = (
    "(;FF[4]CA[UTF-8]GM[1]DT[2023-06-29]PC[OGS: https://online-go.com/game/1]PB[aino_ogs]PW[babak]RE[B+2.5]SZ[9]KM[5.5]"
    "RU[Japanese]C[aino_ogs: hi] (;B[ee] (;W[cc]C[secret] (;B[gc]))(;W[aa])))"
)
DGS = (
    "(;FF[4]GM[1]PC[Dragon Go Server: http://www.dragongoserver.net]DT[2006-09-02,2006-10-18]PB[Aino Aalto (aino7)]"
    "PW[Bea B (bea)]RE[W+Resign]SZ[9];B[ee];W[cc])"
)
KGS = (
    "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]PW[kuro]PB[aino_kgs]DT[2016-11-19]PC[The KGS Go Server at http://www.gokgs.com/]"
    "RE[B+Time]SZ[9];B[ee]BL[58.3];W[cc])"
)
IGS = (
    "(;GM[1]FF[3]US[Brought to you by IGS PANDANET]CoPyright[text]RE[W+3.5]PW[white]PB[black]"
    "PC[IGS: igs.joyjoy.net 6969]DT[2014-11-05]SZ[9];B[ee];W[cc])"
)
GAME = {
    "phase": "finished", "width": 9, "height": 9, "komi": 5.5, "handicap": 0, "rules": "japanese",
    "players": {"black": {"username": "aino_ogs"}, "white": {"username": "bea"}}, "black_player_id": 4,
    "white_player_id": 5, "winner": 5, "outcome": "Resignation", "start_time": 1600000000, "initial_player": "black",
    "moves": [[4, 4, 1000], [2, 2, 900], [-1, -1, 5]],
}  # fmt: skip


def zipped(**files: str | bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_sgf", ".sgf"), text)
    return out.getvalue()


def tarred(text: str, name: str = "2016/11/a.sgf") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(text.encode())
        archive.addfile(entry, io.BytesIO(text.encode()))
    return out.getvalue()


def sparse(size: int) -> bytes:
    """A tar archive of one header, whose file is nothing but a hole of this size."""
    head = bytearray(tarfile.TarInfo("a.sgf").tobuf(tarfile.GNU_FORMAT))
    head[156:157] = b"S"
    head[386:410] = b"%011o\0" % 0 * 2
    head[483:495] = b"%011o\0" % size
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return gzip.compress(bytes(head) + bytes(1024))


def codes(found: records.UploadResult) -> list[str]:
    return [code for _file, code, _line in found.errors]


@pytest.mark.parametrize(
    ("record", "server", "black", "result"),
    [
        (OGS, "ogs", "aino_ogs", "B+2.5"), (DGS, "dgs", "aino7", "W+R"), (KGS, "kgs", "aino_kgs", "B+T"),
        (IGS, "igs", "black", "W+3.5"), ("(;SZ[9]PB[x];B[ee])", "other", "x", ""),
    ],
)  # fmt: skip
def test_E150_records_of_each_server_are_known_with_their_players_and_results(record, server, black, result):
    (game,) = read_upload("a.sgf", record.encode(), 9).games

    assert (game.server, game.players.black, game.result) == (Server(server), black, result)


def test_E150_only_terms_and_the_main_line_are_kept():
    (game,) = read_upload("a.sgf", OGS.encode(), 9).games

    assert game.moves == 3
    assert "B[gc]" in game.sgf
    assert "secret" not in game.sgf
    assert "aino_ogs: hi" not in game.sgf
    assert "W[aa]" not in game.sgf


@pytest.mark.parametrize("text", [GAME, {"id": 1, "gamedata": GAME}, [GAME], {"results": [{"gamedata": GAME}]}])
def test_E150_the_json_of_OGS_gives_the_same_as_a_record(text):
    (game,) = read_upload("a.json", json.dumps(text).encode(), 9).games

    assert (game.server, game.players.white, game.result, game.moves) == (Server.OGS, "bea", "W+R", 3)
    assert str(game.played_on) == "2020-09-13"
    assert ";B[ee]\n;W[cc]\n;B[]" in game.sgf


def test_E150_free_handicap_stones_in_json_are_black_moves_in_a_row():
    (game,) = read_upload("a.json", json.dumps({**GAME, "handicap": 2}).encode(), 9).games

    assert ";B[ee]\n;B[cc]\n;W[]" in game.sgf


@pytest.mark.parametrize("change", [{"phase": "play"}, {"width": "x"}, {"moves": []}, {"players": 3}, {"moves": [[1]]}])
def test_E150_other_json_is_refused_by_file(change):
    found = read_upload("a.json", json.dumps({**GAME, **change}).encode(), 9)

    assert found.games == []
    assert codes(found)[0] in ("unfinished", "bad_json", "without_moves")


def test_E150_archives_are_read_and_each_bad_file_is_named():
    data = zipped(a_sgf=OGS, b_sgf="no game", c_sgf="(;SZ[9];B[zz])", d_sgf=f"{DGS}{KGS}")

    found = read_upload("club.zip", data, 9)

    assert [game.file for game in found.games] == ["a.sgf", "d.sgf", "d.sgf"]
    assert found.errors == [("b.sgf", "sgf_no_game", 0), ("c.sgf", "sgf_point", 1)]
    assert [game.server for game in read_upload("k.tar.gz", tarred(KGS), 9).games] == [Server.KGS]


def test_E150_other_files_in_an_archive_are_skipped_unless_they_contain_a_game():
    data = zipped(**{"README.TXT": "By the club", "game.txt": OGS, "b_sgf": "no game", "a.png": b"\x89PNG\r\n"})

    found = read_upload("club.zip", data, 9)

    assert [game.file for game in found.games] == ["game.txt"]
    assert found.errors == [
        ("README.TXT", "not_a_record", 0), ("b.sgf", "sgf_no_game", 0), ("a.png", "not_a_record", 0),
    ]  # fmt: skip
    assert import_error_text("not_a_record", 0) == "Skipped because it is not an SGF or JSON file."


def test_E150_bombs_and_nested_archives_are_refused():
    bomb = zipped(a_sgf=" " * (archives.LARGEST_FILE + 1), b_sgf=OGS)
    found = read_upload("bomb.zip", bomb, 9)
    assert (codes(found), len(found.games)) == (["too_large"], 1)

    many = zipped(**{f"f{number}": " " * 900_000 for number in range(14)})
    assert "too_large" in codes(read_upload("many.zip", many, 9))

    assert codes(read_upload("x.tar.gz", gzip.compress(bytes(archives.LARGEST_TOTAL + 1)), 9)) == ["too_large"]
    assert codes(read_upload("n.zip", zipped(inner=zipped(a_sgf=OGS)), 9)) == ["nested"]
    assert codes(read_upload("n.tar.gz", tarred("PK\x03\x04", "inner.zip"), 9)) == ["nested"]
    assert codes(read_upload("b.zip", zipped(a_sgf=OGS)[:60], 9)) == ["broken_archive"]
    assert [codes(read_upload("b.zip", data, 9)) for data in damaged_zips()] == [["broken_archive"]] * 4
    assert codes(read_upload("b.rar", b"Rar!1234", 9)) == ["other_archive"]
    assert codes(read_upload("s.tar.gz", sparse(900_000), 9)) == [], "a hole is not read"
    files = {f"f{number}": "" for number in range(archives.MOST_FILES + 1)}
    assert read_upload("m.zip", zipped(**files), 60).errors[-1][1] in ("too_many_files", "sgf_no_game")


def test_E150_archives_uploaded_together_are_read_within_the_limits_of_one(monkeypatch):
    inner, bad = zipped(inner=zipped(a_sgf=OGS)), zipped(a_sgf=OGS)[:60]
    files = [("k.zip", zipped(a_sgf=KGS)), ("t.tar.gz", tarred(DGS)), ("a.json", json.dumps(GAME).encode())]
    both = archives.pack_files([("b.zip", bad), ("r.rar", b"Rar!1234"), ("i.zip", inner), *files])

    found = read_upload("both", both, 9)

    assert [game.file for game in found.games] == ["4/k.zip/a.sgf", "5/t.tar.gz/2016/11/a.sgf", "6/a.json"]
    assert found.errors == [
        ("1/b.zip", "broken_archive", 0), ("2/r.rar", "other_archive", 0), ("3/i.zip/inner", "nested", 0),
    ]  # fmt: skip
    monkeypatch.setattr(archives, "MOST_FILES", 8)
    assert [len(read_upload("both", both, 9).games), codes(read_upload("both", both, 9))[-1]] == [2, "too_many_files"]
    monkeypatch.undo()
    big = zipped(**{f"f{number}": " " * 900_000 for number in range(7)})
    assert codes(read_upload("x", archives.pack_files([("a.zip", big)]), 60))[-1] == "sgf_no_game"
    assert codes(read_upload("x", archives.pack_files([("a.zip", big)] * 2), 60))[-1] == "too_large"


def bundle(content, count):
    """Return bytes that look like this many uploaded archives, whatever their name says."""
    return archives.pack_files([("a.gz", content)] * count)


def test_E150_archives_without_files_count_in_a_bundle_that_anyone_can_write(monkeypatch):
    empty = gzip.compress(bytes(archives.LARGEST_TOTAL // 4))
    assert read_upload("x", bundle(empty, 3), 60).errors == []
    damaged = empty[:-8] + bytes(8)
    assert codes(read_upload("x", bundle(damaged, 3), 60)) == ["broken_archive"] * 3
    for content in (empty, damaged):
        assert codes(read_upload("x", bundle(content, 9), 60))[-1] == "too_large"
    found = read_upload("x", bundle(empty, 3), -1)
    assert (found.is_complete, codes(found)) == (False, ["too_long"])
    monkeypatch.setattr(archives, "MOST_FILES", 2)
    assert codes(read_upload("x", bundle(gzip.compress(b""), 3), 60))[-1] == "too_many_files"


def test_E150_several_archives_are_uploaded_at_once():
    club = make_club()
    row = imports.store_upload(
        asked(club.founder), club.pk, [("a.zip", zipped(a_sgf=KGS)), ("b.zip", zipped(a_sgf=OGS))]
    )
    assert (row.state, row.games, row.errors) == ("done", 2, [])


def test_E150_of_an_archive_with_too_many_files_the_first_ones_are_read(monkeypatch):
    monkeypatch.setattr(archives, "MOST_FILES", 1)
    found = read_upload("a.zip", zipped(a_sgf=OGS, b_sgf=DGS), 9)

    assert ([game.server for game in found.games], codes(found)) == ([Server.OGS], ["too_many_files"])


def test_E150_reading_ends_when_its_time_is_over():
    found = read_upload("a.zip", zipped(a_sgf=OGS, b_sgf=DGS), -1)

    assert (found.is_complete, found.games, codes(found)) == (False, [], ["too_long"])


def test_E150_imported_games_are_no_games_of_this_server():
    owner = make_player()
    club = make_club(owner)

    row = bring(club, zipped(a_sgf=OGS, b_sgf=DGS, c_sgf="x"), "club.zip")

    assert (row.state, row.games, row.known, row.data) == ("done", 2, 0, None)
    assert row.errors == [["c.sgf", "sgf_no_game", 0]]
    assert ImportedGame.objects.filter(club=club, upload=row).count() == 2
    assert not Game.objects.exists()
    assert not Seat.objects.exists()
    assert not RatingEvent.objects.exists()
    again = bring(club, zipped(x_sgf=OGS))
    assert (again.games, again.known) == (0, 1)


def test_E150_only_the_owner_uploads_within_limits():
    owner, manager, member = make_player(), make_player(), make_player()
    club = make_club(owner, member)
    add(club, manager, ClubRole.MANAGER)
    file = [("a.sgf", OGS.encode())]

    for player, refusal in ((manager, NotClubOwner), (member, NotManager), (make_player(), NotManager)):
        with pytest.raises(refusal):
            imports.store_upload(asked(player), club.pk, file)
    for files, refusal in (([], NoFilesOrTooMany), ([("a", b"")], NoFilesOrTooMany), (file * 51, NoFilesOrTooMany)):
        with pytest.raises(refusal):
            imports.store_upload(asked(owner), club.pk, files)
    with pytest.raises(UploadTooLarge):
        imports.store_upload(asked(owner), club.pk, [("a", bytes(500_001)), ("b", bytes(500_000))])
    assert not GameImport.objects.exists()
    assert imports.store_upload(asked(owner), club.pk, [("a", bytes(500_000)), ("b", bytes(500_000))]), (
        "exactly as much"
    )
    GameImport.objects.all().delete()

    assert imports.store_upload(asked(owner), club.pk, file * 50).file_name == "a.sgf (+49)"
    assert imports.store_upload(asked(owner), club.pk, [(" ", OGS.encode())]).file_name == "?"
    GameImport.objects.all().delete()

    other = make_club(name="Oulu Go")
    for _ in range(imports.MOST_A_DAY):
        imports.store_upload(asked(other.founder), other.pk, file)
    for _ in range(imports.MOST_A_DAY):
        imports.store_upload(asked(owner), club.pk, file)
    with pytest.raises(TooManyImports):
        imports.store_upload(asked(owner), club.pk, file)


def test_E150_uploads_count_for_less_than_a_day_and_the_largest_small_one_is_read_at_once(monkeypatch):
    monkeypatch.setattr(imports, "MOST_A_DAY", 1)
    owner = make_player()
    club, file = make_club(owner), [("a.sgf", OGS.encode())]
    for small, at, state in ((len(OGS), days(0), "done"), (len(OGS) - 1, days(1), "waiting")):
        monkeypatch.setattr(imports, "SMALL", small)
        assert imports.store_upload(asked(owner, NOON + at), club.pk, file).state == state
        with pytest.raises(TooManyImports):
            imports.store_upload(asked(owner, NOON + at + days(1) - timedelta(seconds=1)), club.pk, file)


def test_E150_a_large_upload_is_read_by_a_worker(monkeypatch, django_capture_on_commit_callbacks):
    club = make_club()
    monkeypatch.setattr(imports, "SMALL", 10)

    row = bring(club, zipped(a_sgf=OGS))
    assert (row.state, bytes(row.data)[:2]) == ("waiting", b"PK")

    assert imports.read_next_upload()
    assert not imports.read_next_upload()
    row.refresh_from_db()
    assert (row.state, row.games, row.data) == ("done", 1, None)


def test_E150_a_small_upload_wakes_no_worker_and_waits_only_if_there_was_no_time(monkeypatch):
    woken = []
    monkeypatch.setattr(imports.TASK, "wake", lambda: woken.append(1))
    club = make_club()

    assert bring(club, OGS).state == "done"
    assert woken == []

    monkeypatch.setattr(imports, "SECONDS_AT_ONCE", 0.0)
    row = bring(club, zipped(a_sgf=DGS, b_sgf=KGS))
    assert (row.state, woken) == ("waiting", [1])


def test_E150_an_upload_is_read_by_one_worker_at_a_time_and_again_if_that_one_dies(monkeypatch):
    monkeypatch.setattr(imports, "SMALL", 10)
    row, other = bring(make_club(), OGS), bring(make_club(name="Oulu Go"), OGS)
    now = timesource.now()
    assert [imports._claim_next_upload(now) for _ in range(3)] == [row, other, None]
    GameImport.objects.filter(pk=row.pk).update(claimed_at=now - imports.TIME_TO_READ + days(0.001))
    assert not imports.read_next_upload()

    GameImport.objects.filter(pk=row.pk).update(claimed_at=now - imports.TIME_TO_READ - days(0.001))
    assert imports.read_next_upload()
    row.refresh_from_db()
    assert row.state == "done"


def test_E150_a_worker_stores_what_it_had_time_to_read(monkeypatch):
    monkeypatch.setattr(imports, "SMALL", 10)
    monkeypatch.setattr(imports, "SECONDS_IN_BACKGROUND", 0.0)
    row = bring(make_club(), zipped(a_sgf=OGS, b_sgf=DGS))

    assert imports.read_next_upload()

    row.refresh_from_db()
    assert row.state == "done"
    assert row.errors


def test_E150_an_upload_that_breaks_the_reader_fails_alone(monkeypatch):
    club = make_club()
    monkeypatch.setattr(imports, "SMALL", 10)
    row = bring(club, OGS)
    monkeypatch.setattr(imports, "read_upload", lambda *_: 1 / 0)

    assert imports.read_next_upload()
    row.refresh_from_db()
    assert (row.state, row.errors, row.data) == ("failed", [["game.sgf", "failed", 0]], None)


def test_E150_a_club_has_a_limited_number_of_games(monkeypatch):
    monkeypatch.setattr(imports, "MOST_GAMES_OF_CLUB", 1)
    club = make_club()

    row = bring(club, zipped(a_sgf=OGS, b_sgf=DGS))

    assert (row.games, row.errors[-1][1]) == (1, "club_full")
    with pytest.raises(TooManyImportedGames):
        bring(club, KGS)
    assert bring(make_club(name="Oulu Go"), KGS).games == 1


def test_E150_deleting_an_upload_deletes_its_games_and_names():
    owner = make_player()
    club = make_club(owner)
    first, second = bring(club, OGS), bring(club, DGS)
    other = make_club(name="Oulu Go")

    with pytest.raises(NoSuchImport):
        imports.delete_upload(asked(owner, days(1)), club.pk, bring(other, KGS).pk)
    unused = ImportedName.objects.create(club=other, server="ogs", name="unused")
    imports.delete_upload(asked(owner), club.pk, first.pk)
    assert set(ImportedName.objects.filter(club=other).exclude(pk=unused.pk).values_list("name", flat=True)) == {
        "aino_kgs", "kuro",
    }  # fmt: skip
    assert ImportedName.objects.filter(pk=unused.pk).exists(), "another club's names stay"
    assert set(ImportedName.objects.filter(club=club).values_list("name", flat=True)) == {"aino7", "bea"}
    with pytest.raises(NotManager):
        imports.delete_upload(asked(make_player()), club.pk, second.pk)
    imports.delete_upload(asked(make_moderator()), club.pk, second.pk)
    assert not ImportedGame.objects.filter(club=club).exists()


def test_E150_the_owner_uploads_several_files_on_the_page_and_members_step_through_a_game():
    owner, member = make_player(), make_player()
    club = make_club(owner, member, hidden_members=True)
    path = f"/clubs/{club.pk}/games/"
    files = [SimpleUploadedFile("a.sgf", OGS.encode()), SimpleUploadedFile("b.sgf", b"nothing")]

    page = signed_in(owner).post(f"{path}import/", {"files": files}, follow=True).content.decode()
    assert "1 game imported." in page
    assert "2/b.sgf" in page
    assert "This file contains no game." in page
    game = ImportedGame.objects.get()
    browser = signed_in(member)
    listed = browser.get(path).content.decode()
    assert "Black won by 2.5 points" in listed
    assert "2023" in listed
    shown = browser.get(f"{path}{game.pk}/", {"move": 2}).content.decode()
    for text in ("Imported", "Unrated", "a.sgf", "2 / 3", "C7"):
        assert text in shown, text
    record = browser.get(f"{path}{game.pk}.sgf")
    assert record.content.decode() == game.sgf
    archive = zipfile.ZipFile(io.BytesIO(b"".join(browser.get(f"/clubs/{club.pk}/games.zip"))))
    assert archive.namelist() == [f"ogs-{game.pk}.sgf"]

    stranger = signed_in(make_player())
    assert "visible to members only" in stranger.get(path).content.decode()
    for hidden in (f"{path}{game.pk}/", f"{path}{game.pk}.sgf", f"/clubs/{club.pk}/games.zip", f"{path}import/"):
        assert stranger.get(hidden).status_code == 404, hidden
    staff = signed_in(make_moderator())
    for seen in (path, f"{path}{game.pk}/", f"{path}{game.pk}.sgf", f"{path}import/"):
        assert staff.get(seen).status_code == 200, seen
