"""Search, folders, downloads, access, export and deletion of a library."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.core.restrictions import Suspended
from accounts.privacy.account_deletion import delete
from accounts.privacy.data_export import export_archive
from games.sgf_text import decode_sgf
from library import access
from library.errors import InvalidFolderOrTag, NoSuchRecord
from library.forms import RecordSearchForm
from library.models import Record
from library.services import changing, exporting, indexing, listing, positions, reading, shelving, uploading
from library.services.listing import RecordSearch
from library.services.shelving import FolderAndTags, checked_folder_and_tags
from rules import sgf
from rules.sgf.properties import find_date
from tests.factories import make_moderator, make_player
from tests.library.helpers import GAME, OTHER, add, many

pytestmark = pytest.mark.django_db


def browser(player):
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def player():
    """A player with two records, each in its own folder."""
    player = make_player()
    add(player, GAME, shelf=FolderAndTags("Club", ("ko", "won")))
    add(player, OTHER, shelf=FolderAndTags("Pro games", ("ko",)))
    return player


@pytest.mark.parametrize(
    ("search", "names"),
    [
        ({}, ["Aino", "Chen"]),
        ({"player": "BABAK"}, ["Aino"]),
        ({"player": "dina chen"}, ["Chen"]),
        ({"event": "cup"}, ["Chen"]),
        ({"since": "2020"}, ["Chen"]),
        ({"since": "2019-03-04", "until": "2019"}, ["Aino"]),
        ({"until": "2019-03"}, ["Aino"]),
        ({"until": "2020-05"}, ["Aino", "Chen"]),
        ({"since": "2021"}, []),
        ({"size": 13}, ["Chen"]),
        ({"rules": "japanese"}, ["Aino"]),
        ({"folder": "Club"}, ["Aino"]),
        ({"tag": "KO"}, ["Aino", "Chen"]),
        ({"tag": "won"}, ["Aino"]),
    ],
)  # fmt: skip
def test_L4_records_are_found_by_what_their_files_say(player, search, names):
    add(make_player(), GAME)

    rows = listing.matching_records(player, RecordSearch(**search))

    assert [record.black for record in rows.order_by("pk")] == names


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2019-03-04,05", "2019-03-04"), ("2003/11/5", "2003-11-05"), ("1846-09", "1846-09"), ("Spring 1928", "1928"),
        ("2019-13-40", ""), ("yesterday", ""), ("20190304", "2019-03-04"), ("2012-02-30", ""),
        ("۲۰۲۰-۰۳-۰۵", "2020-03-05"), ("２０２０．３", "2020"), ("2024年3月5日", "2024-03-05"),
        ("2019년 3월", "2019-03"), ("20199999", ""), ("2019-99, 2020", "2020"), ("123456789", ""),
        ("２０１９－０３－０４", "2019-03-04"), ("2004 8 3", "2004-08-03"), ("2004 8", "2004"),
        ("2004 8 3 20 15", "2004-08-03"),
    ],
)  # fmt: skip
def test_L4_dates_are_read_as_files_have_them(written, date):
    assert find_date(written) == date


@pytest.mark.parametrize(
    ("typed", "until"), [("۲۰۱۹-۰۳", "2019-03"), ("2019-3-4", "2019-03-04"), ("2019-02-31", "2019-02-31"), ("", "")]
)
def test_L4_dates_of_a_search_may_have_persian_digits_and_short_or_shorter_months(typed, until):
    assert RecordSearchForm({"until": typed}).search().until == until


def test_L4_the_page_lists_searches_and_counts_in_a_fixed_number_of_queries(player, django_assert_max_num_queries):
    client = browser(player)
    shown = client.get("/library/?player=chen").content.decode()
    assert "Chen – Dina" in shown
    assert "Aino – Babak" not in shown
    for bad in ("soon", "2019-99", "2019-00", "2019-02-32", "2019-", "20190304"):
        assert client.get(f"/library/?since={bad}").status_code == 400
    assert "Chen – Dina" not in client.get("/library/?since=۲۰۲۱").content.decode()
    assert "Chen – Dina" in client.get("/library/?until=۲۰۲۰-۰۵").content.decode()
    add(player, many(20))

    with django_assert_max_num_queries(16):
        assert client.get("/library/").content.decode().count('class="card"') == 22


def test_L4_folders_and_tags_change_and_bad_ones_are_refused(player):
    now = timezone.now()
    first, second = Record.objects.order_by("pk")

    changing.set_folder_and_tags(player, [first.pk, second.pk], checked_folder_and_tags("New", None), now)
    changing.set_folder_and_tags(player, [second.pk], checked_folder_and_tags(None, ["A", " a ", ""]), now)

    assert listing.folders_of(player) == [("New", 2)]
    assert listing.tags_of(player) == [("a", 1), ("ko", 1), ("won", 1)]
    assert checked_folder_and_tags("x" * 60, "abcdefghij") == FolderAndTags("x" * 60, tuple("abcdefghij")), (
        "exactly as many as allowed"
    )
    assert checked_folder_and_tags(None, ["x" * 30]).tags == ("x" * 30,)
    for folder, tags in (
        ("x" * 61, None),
        ("two\u202elines", None),
        (None, ["x" * 31]),
        (None, ["a,b"]),
        (None, list("abcdefghijk")),
    ):
        with pytest.raises(InvalidFolderOrTag):
            checked_folder_and_tags(folder, tags)


def test_L4_the_page_of_a_record_changes_its_folder_and_deletes_it(player):
    client, record = browser(player), Record.objects.first()

    client.post("/library/act/", {"record": record.pk, "folder": "Other", "tags": "a, b"})

    record.refresh_from_db()
    assert (record.folder, [str(tag) for tag in record.tags.all()]) == ("Other", ["a", "b"])
    assert client.post("/library/act/", {"record": record.pk, "do": "delete"})["Location"] == "/library/"
    assert not Record.objects.filter(pk=record.pk).exists()


def test_L4_selected_records_are_moved_tagged_downloaded_and_deleted_together(player):
    client, (first, second) = browser(player), add(player, GAME.replace("ee", "ff"), GAME.replace("ee", "gg"))
    both = [first.pk, second.pk]

    moved = client.post("/library/act/?size=9", {"record": both, "do": "move", "folder": "Club", "tags": ""})
    client.post("/library/act/", {"record": both, "do": "tag", "folder": "", "tags": "cup"})
    packed = client.post("/library/act/", {"record": both, "do": "download"})

    assert moved["Location"] == "/library/?size=9", "back to the search"
    first.refresh_from_db()
    assert (first.folder, [str(tag) for tag in first.tags.all()]) == ("Club", ["cup"]), "each button changes one thing"
    with zipfile.ZipFile(io.BytesIO(packed.getvalue())) as archive:
        assert len(archive.namelist()) == 2
    client.post("/library/act/", {"record": both, "do": "delete"})
    assert not Record.objects.filter(pk__in=both).exists()


def test_L4_enter_in_a_field_presses_no_button_of_the_selection(player):
    form = browser(player).get("/library/").content.decode().partition('class="form picking"')[2]

    assert form.partition("<button ")[2].startswith("hidden disabled>"), (
        "browsers press the first button, if it is enabled"
    )


def test_L4_nothing_selected_changes_nothing_and_says_so(player):
    page = browser(player).post("/library/act/", {"do": "delete"}, follow=True).content.decode()

    assert "Select at least one record." in page
    assert Record.objects.filter(owner=player).exists()


def test_L4_records_of_others_cannot_be_downloaded_by_selecting_them(player):
    stranger = browser(make_player())

    answer = stranger.post("/library/act/", {"record": Record.objects.first().pk, "do": "download"})

    assert answer["Location"] == "/library/"


def test_L4_a_search_by_size_finds_square_boards(player):
    add(player, "(;GM[1]SZ[9:13]PB[Wide];B[ee])", "(;GM[1]SZ[13:9]PB[High];B[ee])")

    assert [row.black for row in listing.matching_records(player, RecordSearch(size=9))] == ["Aino"]


def test_L5_suspended_players_sort_nothing(player):
    now, record = timezone.now(), Record.objects.earliest("pk")
    player.suspended_until = now + timedelta(days=1)

    with pytest.raises(Suspended):
        changing.set_folder_and_tags(player, [record.pk], FolderAndTags("New"), now)

    assert Record.objects.get(pk=record.pk).folder == "Club"


def test_L5_nobody_but_the_owner_sees_or_changes_a_record(player):
    record, now = Record.objects.first(), timezone.now()
    stranger, moderator, guest = make_player(), make_moderator(), make_player(is_guest=True)

    for person in (stranger, moderator, guest):
        with pytest.raises(NoSuchRecord):
            access.visible_record(person, record.pk)
        with pytest.raises(NoSuchRecord):
            changing.set_folder_and_tags(person, [record.pk], FolderAndTags("mine"), now)
        with pytest.raises(NoSuchRecord):
            changing.delete_records(person, [record.pk])
        client = browser(person)
        for path in (f"/library/{record.pk}/", f"/library/{record.pk}.sgf", f"/api/v1/library/{record.pk}/"):
            assert client.get(path).status_code == 404
        client.post("/library/act/", {"record": record.pk, "do": "delete"})
        assert b"Aino" not in client.get("/library/").content
    assert Client().get(f"/library/{record.pk}/").status_code == 404
    assert access.visible_record(player, record.pk).folder == "Club"


def test_L5_of_several_records_all_are_changed_or_none(player):
    (theirs,) = add(make_player(), OTHER)
    mine = Record.objects.first()

    with pytest.raises(NoSuchRecord):
        changing.delete_records(player, [mine.pk, theirs.pk])

    assert Record.objects.count() == 3


def body(answer):
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def test_L6_a_record_is_downloaded_byte_for_byte(player):
    record = Record.objects.first()

    answer = browser(player).get(f"/library/{record.pk}.sgf")
    assert body(answer) == GAME.encode()
    assert exporting.file_name(record) in answer["Content-Disposition"]


def test_L6_many_are_downloaded_as_an_archive_or_one_collection(player):
    named = "(;GM[1]SZ[9]CA[GB2312]PB[聂卫平];B[ee])".encode("gb18030")
    add(player, named)
    client = browser(player)

    with zipfile.ZipFile(io.BytesIO(body(client.get("/library/download/")))) as archive:
        packed = {name.rpartition("/")[0]: archive.read(name) for name in archive.namelist()}
    roots = sgf.parse(body(client.get("/library/download/?as=sgf")).decode())

    assert packed == {"Club": GAME.encode(), "Pro games": OTHER.encode(), "": named}
    assert [root.text("PB") for root in roots] == ["Aino", "Chen", "聂卫平"]
    assert roots[0].children[0].children[0].children[0].text("C") == "A comment with ] a bracket."
    assert [
        root.text("PB") for root in sgf.parse(body(client.get("/library/download/?as=sgf&folder=Club")).decode())
    ] == ["Aino"]


def test_L6_the_data_export_has_the_library_and_the_account_takes_it_along(player):
    (other,) = add(make_player(), GAME)

    with zipfile.ZipFile(io.BytesIO(b"".join(export_archive(player)))) as archive:
        files = [archive.read(name) for name in archive.namelist() if name.startswith("library/")]
        rows = archive.read("library.jsonl").decode()
    delete(player=player, now=timezone.now())

    assert files == [GAME.encode(), OTHER.encode()]
    assert '"folder": "Club"' in rows
    assert list(Record.objects.all()) == [other]


def test_L7_a_record_is_shown_at_every_node_with_comments_marks_and_variations(player):
    client, record = browser(player), Record.objects.first()

    start = client.get(f"/library/{record.pk}/").content.decode()
    branch = client.get(f"/library/{record.pk}/?at=2").content.decode()
    said = client.get(f"/library/{record.pk}/?at=3").content.decode()

    assert 'href="?at=1"' in start
    assert 'href="?at=3"' in branch
    assert 'href="?at=4"' in branch
    assert "A comment with ] a bracket." in said
    assert '<path class="mk ob"' in said
    assert client.get(f"/library/{record.pk}/?at=99").status_code == 200


def test_L7_the_date_of_a_record_is_written_in_persian(player):
    client, record = Client(headers={"Accept-Language": "fa"}), Record.objects.get(black="Aino")
    client.force_login(player)

    for path in ("/library/", f"/library/{record.pk}/"):
        assert "<bdi>۴ مارس ۲۰۱۹</bdi>" in client.get(path).content.decode()


def test_the_number_of_a_move_is_read_first_in_persian(player):
    client, record = browser(player), Record.objects.first()

    for path in (f"/library/{record.pk}/?at=1", f"/library/{record.pk}/positions/?at=1"):
        shown = client.get(path, headers={"accept-language": "fa"}).content.decode()
        assert '<span class="nobr">۱ <' in shown
        assert '<bdi><span class="nobr">' not in shown, "the point's letter makes the <bdi> run from left to right"


def test_L7_labels_of_files_are_no_markup(player):
    (record,) = add(player, "(;GM[1]SZ[9];B[ee]LB[cc:<b>]C[<script>])")

    shown = browser(player).get(f"/library/{record.pk}/?at=1").content.decode()

    assert "&lt;b&gt;</text>" in shown
    assert "&lt;script&gt;" in shown


def test_L7_impossible_moves_are_shown_as_far_as_they_make_sense(player):
    (record,) = add(player, "(;GM[1]SZ[9]AB[ee][zz];B[ee];W[ee];B[zz];W[aa])")

    assert record.position.split("/")[4] == "....O...."
    assert (record.last, record.moves) == ("Waa", 3)
    assert browser(player).get(f"/library/{record.pk}/?at=3").status_code == 200


def test_L1_split_returns_what_parse_reads():
    text = decode_sgf(f"{GAME}\n{OTHER};".encode()).text

    assert [part for _root, part in sgf.split(text)] == [GAME.strip(), OTHER]
    assert [part for _root, part in sgf.split(";SZ[9];B[aa]\n")] == [";SZ[9];B[aa]"]
    assert [part for _root, part in sgf.split("( ;SZ[9])")] == ["( ;SZ[9])"]


def test_records_are_deleted_alone():
    player, other = make_player(), make_player()
    mine, more, theirs = add(player, GAME)[0], add(player, OTHER)[0], add(other, GAME)[0]
    assert changing.delete_records(player, [mine.pk]) == 1
    assert set(Record.objects.all()) == {more, theirs}


def test_a_file_without_a_name_is_a_game():
    names = [exporting.file_name(Record(name=name)) for name in (" . ", "Cup", "a/b.SGF", "राम/น้ำ", "علی\u200cرضا")]
    assert names == ["game.sgf", "Cup.sgf", "a_b.SGF", "राम_น้ำ.sgf", "علی\u200cرضا.sgf"]


def test_a_file_is_named_after_its_players():
    games = [("Aino", "Babak"), ("Aino", ""), ("呉" * 50, "木" * 50)]
    names = [exporting.file_name(Record(name="x.sgf", black=black, white=white)) for black, white in games]
    assert names == ["Aino - Babak.sgf", "Aino.sgf", f"{'呉' * 50} - {'木' * 7}.sgf"]


def test_the_limits_of_the_library():
    assert (indexing.MOST_NODES, positions.SMALLEST, positions.LARGEST, exporting.AT_ONCE) == (500, 5, 19, 20)
    assert (positions.SHOWN, positions.MOST_ROWS, indexing.AT_ONCE) == (24, 1000, 20)
    assert (uploading.MOST_RECORDS, uploading.MOST_BYTES, uploading.WAITING.days) == (5_000, 50_000_000, 1)
    assert (reading.MOST_GAMES, reading.LARGEST_UNPACKED, reading.SECONDS) == (500, 5_000_000, 5.0)
    assert (shelving.MOST_TAGS, listing.LONGEST_SEARCH) == (10, 60)


def test_nothing_is_indexed_where_the_library_is_switched_off(monkeypatch):
    monkeypatch.setattr(indexing, "is_on", lambda part: False)
    assert indexing.index_missing_records() is False
