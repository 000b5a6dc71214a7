"""Uploading records: the stored part of a file, and the limits."""

from __future__ import annotations

import time
import zipfile
from base64 import b64encode
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Suspended
from challenges.sgf_import import LARGEST, BadSgf
from clubs.errors import UploadTooLarge
from library.errors import BadArchive, LibraryFull, TooManyGames, UploadReadingTookTooLong
from library.models import LONGEST_NAME, Record
from library.services import reading, uploading
from library.services.reading import UploadedFile
from library.services.shelving import FolderAndTags
from library.services.uploading import UploadRequest
from tests.classes.helpers import make_child, make_class
from tests.factories import days, make_player
from tests.library.helpers import GAME, OTHER, add, damaged_zips, many, zip_with
from tests.rules.test_other_records import GIB, NGF, UGF
from tests.support.callers import Caller

pytestmark = pytest.mark.django_db
NOON = timezone.now()


def upload(player, *files, wanted=None):
    return uploading.store_upload_for_choice(player, UploadRequest(list(files), wanted), NOON)


def test_L1_a_file_is_kept_byte_for_byte_with_its_facts():
    player = make_player()

    (record,) = add(player, GAME)
    record.refresh_from_db()

    assert bytes(record.data) == GAME.encode()
    assert (record.black, record.white, record.black_rank, record.white_rank) == ("Aino", "Babak", "3k", "2k")
    assert (record.event, record.played, record.result) == ("Club evening", "2019-03-04", "B+R")
    assert (record.rules, record.komi, record.width, record.height) == ("japanese", "6.5", 9, 9)
    assert (record.moves, record.nodes, record.comments, record.branches) == (3, 6, 1, 1)
    assert record.last == "Bgc"
    assert record.position.split("/")[2] == "..O...X.."


def test_L1_the_games_of_a_collection_are_cut_out_unchanged():
    player = make_player()

    first, second = add(player, f"An introduction\n{GAME}\n  {OTHER}\n")

    assert bytes(first.data) == GAME.strip().encode()
    assert bytes(second.data) == OTHER.encode()
    assert (second.width, second.handicap, second.rules, second.played) == (13, 2, "chinese", "2020-05")


@pytest.mark.parametrize(("codec", "charset"), [("gb18030", "GB2312"), ("cp932", "Shift_JIS"), ("cp949", "EUC-KR")])
def test_L1_a_collection_in_another_charset_stays_in_it(codec, charset):
    names = {"gb18030": "聂卫平", "cp932": "表表ソ", "cp949": "조훈현"}
    games = [f"(;GM[1]SZ[9]CA[{charset}]PB[{names[codec]}]PW[{n}];B[ee])" for n in range(2)]

    records = add(make_player(), "\n".join(games).encode(codec))

    assert [bytes(record.data) for record in records] == [game.encode(codec) for game in games]
    assert {record.black for record in records} == {names[codec]}
    assert records[0].text == games[0].replace(charset, "UTF-8")


def test_L1_files_and_an_archive_come_together_and_what_is_no_record_stops_nothing():
    archive = zip_with(
        {"a/1.sgf": GAME, "a/2.SGF": OTHER, "a/notes.txt": "no", "__MACOSX/1.sgf": "junk", "b/3.sgf": "?"}
    )

    made = upload(make_player(), UploadedFile("all.zip", archive), UploadedFile("more.sgf", many(2).encode()))

    assert [record.black for record in made.records] == ["Aino", "Chen", "Player 0", "Player 1"]
    assert [(name, refusal.code) for name, refusal in made.refused] == [("3.sgf", "bad_sgf")]


def test_L9_files_of_other_servers_are_kept_as_sgf():
    gib = GIB.format(black="조훈현", white="서봉수", handicap=0).encode("cp949")
    ngf = NGF.format(black="dul", white="hana").encode()
    ugf = UGF.format(black="武宮正樹", white="小林光一").encode("cp932")

    made = upload(make_player(), UploadedFile("a.zip", zip_with({"1.gib": gib, "2.ngf": ngf, "3.UGF": ugf})))

    assert [record.black for record in made.records] == ["조훈현", "dul", "武宮正樹"]
    assert made.refused == []
    assert [(record.moves, record.codec) for record in made.records] == [(3, "utf-8")] * 3
    assert "PB[武宮正樹]" in made.records[2].text


@pytest.mark.parametrize(
    "text",
    ["\n" + GIB.replace("Evening", "hi (;"), NGF.replace("www.", "(;"), "\ufeff" + UGF.replace("Club", "(; x")],
    ids=["GIB", "NGF", "UGF"],
)
def test_L9_texts_in_files_of_other_servers_can_look_like_sgf(text):
    (record,) = add(make_player(), text.format(black="Aino", white="Chen", handicap=0))

    assert (record.black, record.moves) == ("Aino", 3)


@pytest.mark.parametrize(
    "text", ["(;SZ[9]PB[Åke];B[ee](;W[gc]", ";SZ[9]PB[Åke];B[ee](;W[gc])", "(;)(;PB[Åke];B[ee];W[gc]"]
)
def test_L1_a_record_without_its_first_or_last_brackets_is_stored_with_them(text):
    record = upload(make_player(), UploadedFile("a.sgf", text.encode("cp1252"))).records[-1]

    assert (record.black, record.moves, record.text[0] + record.text.strip()[-1]) == ("Åke", 2, "()")


def test_L9_a_record_about_files_of_other_servers_is_sgf():
    (record,) = add(make_player(), f"(;SZ[9]PB[Aino]C[{UGF.replace(']', chr(92) + ']')}];B[ee])")

    assert (record.black, record.moves) == ("Aino", 1)


def test_L2_only_the_wanted_games_are_stored_and_none_twice():
    player = make_player()
    add(player, many(1))

    made = upload(player, UploadedFile("all.sgf", many(5).encode()), wanted=frozenset({0, 2, 4, 77}))

    assert [record.black for record in made.records] == ["Player 2", "Player 4"]
    assert made.known == 1
    assert Record.objects.filter(owner=player).waiting_for_choice().count() == 2


def test_L2_an_upload_waits_for_a_day_and_the_next_one_replaces_it():
    player = make_player()
    upload(player, UploadedFile("a.sgf", GAME.encode()))
    upload(player, UploadedFile("b.sgf", OTHER.encode()))
    kept = add(make_player(), GAME, now=NOON - timedelta(days=9))

    assert [record.black for record in Record.objects.waiting_for_choice()] == ["Chen"]
    assert uploading.delete_unkept_uploads(now=NOON + timedelta(hours=23)) == 0
    assert uploading.delete_unkept_uploads(now=NOON + timedelta(hours=25)) == 1
    assert list(Record.objects.all()) == kept


def test_L3_each_limit_has_its_own_error(monkeypatch):
    player = make_player()
    big = f"(;SZ[9]C[{'x' * LARGEST}])".encode()
    for refusal, files in (
        (BadSgf, [UploadedFile("a.sgf", b"not a record")]),
        (BadSgf, [UploadedFile("a.sgf", b"(;GM[2]SZ[9])")]),
        (BadSgf, [UploadedFile("a.sgf", big)]),
        (BadSgf, [UploadedFile("a.sgf", b"(" + b";" * 20_001 + b")")]),
        (BadSgf, []),
        (TooManyGames, [UploadedFile("a.sgf", many(300).encode()), UploadedFile("b.sgf", many(300).encode())]),
        (TooManyGames, [UploadedFile("a.zip", zip_with({f"{n}.sgf": "x" * 900_000 for n in range(6)}))]),
        (TooManyGames, [UploadedFile("a.zip", zip_with({f"{n}.sgf": GAME for n in range(501)}))]),
        (TooManyGames, [UploadedFile("a.sgf", b"not a record")] * 501),
        (BadArchive, [UploadedFile("a.zip", b"PK\x03\x04 and nothing more")]),
        (BadArchive, [UploadedFile("a.zip", zip_with({"notes.txt": "no records"}))]),
        (BadArchive, [UploadedFile("a.zip", zip_with({}))]),
        *((BadArchive, [UploadedFile("a.zip", data)]) for data in damaged_zips()),
    ):
        with pytest.raises(refusal):
            upload(player, *files)
    monkeypatch.setattr(reading, "SECONDS", 0.0)
    with pytest.raises(UploadReadingTookTooLong):
        upload(player, UploadedFile("a.sgf", many(300).encode()))
    assert not Record.objects.exists()


def test_L3_each_limit_of_a_file_has_its_own_error():
    player = make_player()
    for data, code in (
        (b"(;SZ[9]C[" + b"x" * LARGEST + b"])", "sgf_too_large"),
        (b"(" + b";" * 20_001 + b")", "sgf_too_long"),
        (many(501).encode(), "sgf_too_many_games"),
    ):
        with pytest.raises(BadSgf) as refusal:
            upload(player, UploadedFile("a.sgf", data))
        assert refusal.value.data["sgf"] == code


def test_L3_the_files_of_an_upload_have_a_megabyte_together(monkeypatch):
    player = make_player()
    monkeypatch.setattr(reading, "LARGEST", len(GAME) + len(OTHER))
    add(player, GAME, OTHER)

    archive = zip_with({"a.sgf": GAME, "b.txt": "x" * 2_000}, zipfile.ZIP_STORED)
    for uploaded in ([GAME.encode(), OTHER.encode(), b" "], [archive]):
        with pytest.raises(UploadTooLarge):
            upload(player, *(UploadedFile("a", data) for data in uploaded))


def test_L3_an_upload_that_is_not_read_is_refused_on_the_page_with_the_form():
    client = page(make_player())
    answer = client.post("/library/", {"file": files("x" * 1_300_000)})

    text = answer.content.decode()
    assert answer.status_code == 413
    assert "Your upload is too large. You can send at most 1 MB at a time." in text
    assert 'type="file"' in text
    assert "too large" not in client.get("/library/").content.decode()
    assert not Record.objects.exists()


def test_L3_where_there_is_no_form_the_error_has_a_page_of_its_own():
    for client, path in ((Client(), "/library/"), (page(make_player()), "/clubs/1/crest/")):
        answer = client.post(path, {"file": files("x" * 1_300_000)})
        assert (answer.status_code, 'type="file"' in answer.content.decode()) == (413, False), path
        assert "You can send at most 1 MB at a time." in answer.content.decode()
    assert Client().post("/clubs/1/", {"text": "x" * 70_000}).content.decode().count("at most 64 kB") == 1


def test_L3_files_that_cannot_be_read_cost_processor_time_too(monkeypatch):
    monkeypatch.setattr(reading, "SECONDS", 0.0)
    for data in (b"(;C[" * 1000, bytes(range(128, 256)) * 100):
        with pytest.raises(UploadReadingTookTooLong):
            upload(make_player(), UploadedFile("a.sgf", data))


def test_L3_of_a_file_in_an_archive_no_more_is_unpacked_than_a_record_can_have():
    made = upload(make_player(), UploadedFile("a.zip", zip_with({"bomb.sgf": " " * 6_000_000, "a.sgf": GAME})))

    assert [record.black for record in made.records] == ["Aino"]
    assert [(name, refusal.code) for name, refusal in made.refused] == [("bomb.sgf", "bad_sgf")]


def test_L3_a_commented_record_and_a_saved_analysis_fit():
    comment = "A thought about this move, and another one. " * 20
    commented = (
        "(;GM[1]SZ[19]" + "".join(f";B[{c}{r}]C[{comment}]" for c in "abcdefgh" for r in "abcdefghijklmnop") + ")"
    )
    lines = "".join(f"(;W[{c}{r}]C[{comment[:60]}];B[aa];W[ba];B[ca];W[da])" for c in "bcdefgh" for r in "bcdefghij")
    analysis = "(;GM[1]SZ[19]" + "".join(f";B[{c}s]{lines[:0]}" for c in "abcdefgh") + lines * 50 + ")"
    assert len(commented) > 100_000
    assert len(analysis) > 290_000

    records = add(make_player(), commented, analysis)

    assert [record.comments for record in records] == [128, 63 * 50]
    assert bytes(records[1].data) == analysis.encode()


def test_L3_a_library_has_its_limits(monkeypatch):
    player = make_player()
    add(player, GAME)
    monkeypatch.setattr(uploading, "MOST_RECORDS", 2)
    with pytest.raises(LibraryFull):
        add(player, many(2))
    monkeypatch.setattr(uploading, "MOST_BYTES", len(GAME) + 10)
    with pytest.raises(LibraryFull):
        add(player, OTHER)
    assert [record.black for record in Record.objects.all()] == ["Aino"]


def test_L3_uploads_that_just_reach_a_limit_are_taken(monkeypatch):
    player = make_player()
    monkeypatch.setattr(uploading, "MOST_BYTES", len(GAME.strip()) + len(OTHER))
    monkeypatch.setattr(uploading, "MOST_RECORDS", 2)
    monkeypatch.setattr(reading, "MOST_GAMES", 2)

    add(player, GAME.strip(), OTHER)

    assert Record.objects.filter(owner=player).count() == 2


def test_L1_an_api_client_uploads_several_files_and_archives_at_once(client):
    player = make_player()
    archive = zip_with({"in.sgf": OTHER.encode(), "bad.sgf": b"no record"})

    answer = Caller(client, player).post("library/", files=files_of(game=GAME.encode(), archive=archive))

    assert answer.status_code == 201
    added = answer.json()
    assert [row["name"] for row in added["results"]] == ["game.sgf", "in.sgf"]
    assert [(file["file_name"], file["code"]) for file in added["refused"]] == [("bad.sgf", "bad_sgf")]
    assert added["refused"][0]["detail"]
    assert Record.objects.filter(owner=player).kept().count() == 2


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "sgf"),
        ({"sgf": GAME, "files": [{"file_name": "a.sgf", "content": "KDspCg=="}]}, "files"),
        ({"files": []}, "sgf"),
        ({"files": [{"file_name": "a.sgf", "content": "(;)"}]}, "files"),
    ],
)
def test_L1_an_api_client_sends_either_a_text_or_files_in_base64(client, body, field):
    answer = Caller(client, make_player()).post("library/", **body)

    assert answer.status_code == 400
    assert field in answer.json()["errors"]
    assert not Record.objects.exists()


def files_of(**contents):
    """Files for the body of an API call."""
    return [{"file_name": f"{name}.sgf", "content": b64encode(data).decode()} for name, data in contents.items()]


def test_L1_hidden_files_in_an_archive_are_no_records():
    made = upload(
        make_player(), UploadedFile("a.zip", zip_with({"._1.sgf": "junk", "games/.2.sgf": GAME, "3.sgf": OTHER}))
    )

    assert ([record.black for record in made.records], made.refused) == (["Chen"], [])


def test_L1_long_facts_of_a_file_are_cut_and_a_file_without_a_name_gets_one():
    text = f"(;GM[1]SZ[9]PB[{'p' * 300}]BR[{'b' * 40}]WR[{'w' * 40}]EV[{'E' * 300}]RE[{'r' * 50}];B[ee])"

    (record,) = upload(make_player(), UploadedFile("", text.encode())).records

    assert record.name == "game.sgf"
    assert (len(record.black_rank), len(record.white_rank), len(record.result)) == (20, 20, 30)
    assert (record.black, record.names.split("\n")[0]) == ("p" * LONGEST_NAME, "p" * LONGEST_NAME)
    assert (record.event, record.events) == ("E" * LONGEST_NAME, "e" * LONGEST_NAME)


def test_L3_500_ordinary_games_take_less_than_the_allowed_time():
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n % 19)}{chr(97 + n // 19)}]" for n in range(240))
    text = "".join(f"(;GM[1]SZ[19]PB[{n}]{moves})" for n in range(500))
    began = time.thread_time()

    found = reading.read_uploaded_files([UploadedFile("a.zip", zip_with({"a.sgf": text}))])

    assert len(found.games) == 500
    assert time.thread_time() - began < reading.SECONDS


def test_L5_guests_and_suspended_players_keep_nothing():
    suspended = make_player(suspended_until=NOON + timedelta(days=1))
    for player, refusal in ((make_player(is_guest=True), NotForGuests), (suspended, Suspended)):
        with pytest.raises(refusal):
            add(player, GAME)
        with pytest.raises(refusal):
            uploading.keep_records(player, [], FolderAndTags(), NOON)
    assert not Record.objects.exists()


def page(player):
    client = Client()
    client.force_login(player)
    return client


def files(*texts):
    return [SimpleUploadedFile(f"{n}.sgf", text.encode()) for n, text in enumerate(texts)]


def test_L1_the_page_keeps_a_single_game_at_once():
    player = make_player()

    answer = page(player).post("/library/", {"file": files(GAME)})

    (record,) = Record.objects.kept()
    assert answer["Location"] == f"/library/{record.pk}/"


def test_L2_the_page_asks_which_of_several_games_to_keep():
    player = make_player()
    client = page(player)
    answer = client.post("/library/", {"file": files(many(3), "no game")}, follow=True)
    assert answer.redirect_chain == [("/library/choose/", 302)]
    assert "1.sgf: This file contains no game." in answer.content.decode()
    first, _, last = Record.objects.order_by("pk")

    client.post(
        "/library/choose/",
        {"do": "some", "record": [first.pk], "last": last.pk, "folder": " My  games ", "tags": "Ko, endgame,ko"},
    )

    (record,) = Record.objects.all()
    assert (record.black, record.folder, record.kept_at is None) == ("Player 0", "My games", False)
    assert [tag.name for tag in record.tags.all()] == ["endgame", "ko"]


@pytest.mark.parametrize("look", [{}, {"look": "1"}])
def test_L2_a_game_that_the_library_has_is_shown(look):
    client = page(make_player())
    client.post("/library/", {"file": files(GAME)})
    (record,) = Record.objects.all()

    answer = client.post("/library/", {"file": files(GAME), **look}, follow=True)

    assert answer.redirect_chain == [(f"/library/{record.pk}/", 302)]
    assert "1 game was already in your library." in answer.content.decode()
    client.post("/library/", {"file": files(GAME, OTHER)})
    client.post("/library/choose/", {"do": "all", "folder": "", "tags": ""})
    assert client.post("/library/", {"file": files(GAME, OTHER)})["Location"] == "/library/"


def test_L2_a_refused_choice_stays_in_the_form():
    client = page(make_player())
    client.post("/library/", {"file": files(many(3))})
    first, _, last = Record.objects.order_by("pk")
    posted = {"do": "some", "record": [first.pk], "last": last.pk, "folder": "F", "tags": "x" * 31}

    answer = client.post("/library/choose/", posted)

    assert answer.status_code == 400
    assert answer.content.decode().count("checked>") == 1
    assert client.get("/library/choose/").content.decode().count("checked>") == 3


@pytest.mark.parametrize(("do", "number"), [("all", 3), ("none", 0)])
def test_L2_all_or_no_games_are_kept(do, number):
    player = make_player()
    client = page(player)
    client.post("/library/", {"file": files(many(3))})

    assert client.post("/library/choose/", {"do": do, "folder": "", "tags": ""})["Location"] == "/library/"

    assert Record.objects.kept().count() == Record.objects.count() == number


def test_L2_a_file_is_viewed_without_keeping_it():
    client = page(make_player())

    answer = client.post("/library/", {"file": files(GAME), "look": "1"}, follow=True)

    assert answer.status_code == 200
    assert "Keep this record" in answer.content.decode()
    assert not Record.objects.kept().exists()


def test_L5_guests_and_children_see_no_form_that_they_cannot_use():
    for guest in (make_player(is_guest=True), make_child(make_class(make_player()))):
        for path in ("/library/", "/library/?player=Aino"):
            assert "View without saving" not in page(guest).get(path).content.decode()
    assert "View without saving" in page(make_player()).get("/library/").content.decode()


def test_L3_the_page_says_what_is_wrong_and_stores_nothing():
    answer = page(make_player()).post("/library/", {"file": files("(;GM[1]SZ[9]\n;B[ee")})

    assert answer.status_code == 400
    assert "Line 2: The file contains an error, or its end is missing. Correct the file." in answer.content.decode()
    assert not Record.objects.exists()


@pytest.mark.parametrize(
    ("fields", "refusal"), [({"is_guest": True}, NotForGuests), ({"suspended_until": NOON + days(1)}, Suspended)]
)
def test_guests_and_suspended_players_upload_nothing(fields, refusal):
    with pytest.raises(refusal):
        uploading.store_upload_for_choice(
            make_player(**fields), UploadRequest([UploadedFile("a.sgf", GAME.encode())]), NOON
        )
    assert not Record.objects.exists()
