"""Exact limits of uploads and searches in records (L1, L3, L4, L8, L10, L11)."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from challenges.sgf_import import LARGEST, BadSgf
from games.verbs import Resign
from library.core.tree import RecordTree
from library.errors import InvalidSearchArea, TooManyGames, UploadReadingTookTooLong
from library.models import LONGEST_NAME, Record
from library.services import indexing, listing, positions, reading, sharing, uploading
from library.services.data_export import delete_library
from library.services.listing import RecordSearch
from library.services.reading import UploadedFile, read_uploaded_files
from library.services.sharing import Audience
from library.services.shelving import FolderAndTags
from library.services.trees import read_tree
from library.services.uploading import UploadRequest
from rules import Board, Color
from rules.sgf import parse
from sharing.models import GamePattern
from sharing.openings import book, filling
from tests.factories import NOON, act, make_game, make_player
from tests.library.helpers import GAME, OTHER, add, many, zip_with
from tests.library.test_patterns import part

pytestmark = pytest.mark.django_db


def file(data, name="a.sgf"):
    return UploadedFile(name, data if isinstance(data, bytes) else data.encode())


def test_L1_texts_of_a_file_are_cut_to_what_a_record_can_have():
    long = "ß" * 2 * LONGEST_NAME  # twice as long in lists and searches, which do not distinguish case
    facts = "".join(f"{key}[{long}]" for key in ("PB", "PW", "BR", "WR", "EV", "RE"))

    (record,) = add(make_player(), f"(;GM[1]SZ[9]{facts};B[ee])")

    for name in ("black", "white", "black_rank", "white_rank", "names", "event", "events", "result"):
        assert len(getattr(record, name)) == Record._meta.get_field(name).max_length, name


def test_L3_if_no_file_can_be_read_the_first_error_is_raised():
    large, nothing = file(" " * (LARGEST + 1)), file("?")
    for files, code in (([], "sgf_no_game"), ([nothing, large], "sgf_no_game"), ([large, nothing], "sgf_too_large")):
        with pytest.raises(BadSgf) as refusal:
            read_uploaded_files(
                [file(zip_with({f"{n}.sgf": one.data for n, one in enumerate(files)}))] if files else []
            )
        assert refusal.value.data == {"sgf": code, "line": 0}


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("AB[aa]AW[bb]", "B"), ("AB[aa]", "W"), ("HA[2];AB[aa][bb]", "W"), ("PL[W];C[x]", "W"),
        ("AB[aa];PL[B];C[x]", "B"),
        (";B[aa];PL[B];C[x]", "B"), (";PL[B];B[aa];C[x]", "W"), (";B[aa];W[bb]", "B"), (";B[aa];C[x](;B[bb])", "B"),
        ("", "B"), (";AW[aa]", "B"),
    ],
)  # fmt: skip
def test_L10_who_is_to_move_at_the_end_of_a_record(text, color):
    tree = RecordTree(parse(f"(;SZ[9]{text})")[0])
    at = len(tree.nodes) - 1 - text.count("(")

    assert tree.to_play(at).letter == color


def test_L8_labels_are_shown_without_their_escapes():
    tree = RecordTree(parse(r"(;SZ[9]LB[aa:a\]b][bb:\\][cc:1\:2][dd:x])")[0])

    assert list(tree.marks_at(0).values()) == ["a]b", "\\", "1:2", "x"]


@pytest.mark.parametrize("games", [1, 2])
def test_L3_time_is_checked_after_the_text_each_game_and_the_file(monkeypatch, games):
    looks = 1 + games + 1
    for seconds, is_read in ((looks, True), (looks - 1, False)):
        clock = iter(range(100))  # a second passes between two looks
        monkeypatch.setattr(reading, "time", SimpleNamespace(thread_time=lambda clock=clock: next(clock)))
        monkeypatch.setattr(reading, "SECONDS", seconds)
        if is_read:
            assert len(read_uploaded_files([file(many(games))]).games) == games
        else:
            with pytest.raises(UploadReadingTookTooLong):
                read_uploaded_files([file(many(games))])


def test_L3_files_that_unpack_to_exactly_the_limit_are_taken(monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_UNPACKED", len(GAME) + len(OTHER))
    assert len(read_uploaded_files([file(GAME), file(OTHER)]).games) == 2
    with pytest.raises(TooManyGames):
        read_uploaded_files([file(GAME), file(f"{OTHER} ")])


def test_L3_of_a_file_that_is_too_large_one_byte_more_than_allowed_is_unpacked(monkeypatch):
    archive = file(zip_with({"bomb.sgf": " " * 2 * LARGEST, "a.sgf": GAME}))
    monkeypatch.setattr(reading, "LARGEST_UNPACKED", LARGEST + 1 + len(GAME))
    assert len(read_uploaded_files([archive]).games) == 1
    monkeypatch.setattr(reading, "LARGEST_UNPACKED", LARGEST + len(GAME))
    with pytest.raises(TooManyGames):
        read_uploaded_files([archive])


@pytest.fixture
def owner():
    return make_player()


def shared(owner, name, **audience):
    """A record of the owner with the same first moves as the others, shared with this audience."""
    (record,) = add(owner, f"(;GM[1]SZ[9]PB[{name}];B[cc];W[gg])")
    sharing.share_record(owner, record.pk, Audience(**audience), timezone.now())
    return record


@pytest.mark.parametrize("order", [1, -1])
def test_L10_L11_the_newest_of_each_source_count_whatever_the_others_have(monkeypatch, owner, order):
    """Records for everyone, those shared with the viewer, and the viewer's own, public or not."""
    viewer = make_player()
    sources = [
        (owner, "for everyone", {"everyone": True}), (owner, "for the viewer", {"players": (viewer.username,)}),
        (viewer, "mine and public", {"everyone": True}), (viewer, "mine", {}),
    ]  # fmt: skip
    records = [shared(player, name, **audience) for player, name, audience in sources[::order]]
    while indexing.index_missing_records():
        pass
    monkeypatch.setattr(positions, "MOST_ROWS", 1)

    board = read_tree(records[0]).position_at(1).board
    found = positions.search_position(viewer, board, Color.WHITE), part(viewer, records[0])

    for one in found:
        assert {record.black for record, _node in one.records} == {name for _, name, _ in sources}
        assert one.is_cut


def test_L11_the_result_is_cut_if_records_or_games_have_as_many_rows_as_are_read(monkeypatch, owner):
    record, game = shared(owner, "One"), make_game(moves="C7 G3 E7")
    indexing.index_missing_records()
    act(game, Resign)
    filling.add_game(game.pk)
    monkeypatch.setattr(positions, "MOST_ROWS", 1)

    nobody = part(AnonymousUser(), record)

    assert (nobody.records, len(nobody.games), nobody.is_cut) == ([], 1, True)
    GamePattern.objects.all().delete()
    assert [part(viewer, record).is_cut for viewer in (owner, AnonymousUser())] == [True, False]


def test_L10_the_result_is_cut_if_the_openings_of_public_games_are(monkeypatch):
    game = make_game(moves="C7 G3")
    act(game, Resign)
    filling.add_game(game.pk)
    cuts = []
    for most in (1, 2):
        monkeypatch.setattr(book, "MOST_GAMES", most)
        cuts.append(positions.search_position(AnonymousUser(), Board.empty(9, 9), Color.BLACK).is_cut)
    assert cuts == [True, False]


@pytest.mark.parametrize(
    ("rows", "is_board"),
    [
        (["....."] * 5, True), (["." * 19] * 19, True), (["....", *["....."] * 4], False), (["...."] * 5, False),
        (["....."] * 4, False), (["." * 20] * 19, False), (["." * 19] * 20, False), (["....R", *["....."] * 4], False),
        (["......", *["....."] * 4], False),
    ],
)  # fmt: skip
def test_L10_a_board_that_is_searched_has_5_to_19_rows_of_the_same_length_and_two_colours(rows, is_board):
    if is_board:
        assert positions.parse_board("/".join(rows)).rows() == rows
    else:
        with pytest.raises(InvalidSearchArea) as refusal:
            positions.parse_board("/".join(rows))
        assert refusal.value.fields == ("board",)


def test_L10_a_record_is_indexed_alone_and_a_deleted_one_has_no_positions(owner):
    first, second = add(owner, GAME, OTHER)

    assert [indexing.index_record(number) for number in (first.pk, 10**6)] == [4, 0]

    assert list(Record.objects.filter(is_indexed=True)) == [first]
    assert not second.positions.exists()


def test_L10_L11_what_is_indexed_again_replaces_what_was(owner):
    (record,) = add(owner, GAME)
    counts = []
    for _ in range(2):
        indexing.index_record(record.pk)
        counts.append((record.positions.count(), record.patterns.count()))
    assert counts[0] == counts[1]
    assert all(counts[0])


def test_L3_a_record_may_be_exactly_as_large_as_allowed(monkeypatch):
    monkeypatch.setattr(reading, "LARGEST", len(GAME))
    assert len(read_uploaded_files([file(GAME)]).games) == 1
    monkeypatch.setattr(reading, "LARGEST", len(GAME) - 1)
    with pytest.raises(BadSgf) as refusal:
        read_uploaded_files([file(GAME)])
    assert refusal.value.data["sgf"] == "sgf_too_large"


def test_L3_an_archive_may_have_as_many_files_as_an_upload(monkeypatch):
    monkeypatch.setattr(reading, "MOST_GAMES", 2)
    assert len(read_uploaded_files([file(zip_with({"a.sgf": GAME, "b.sgf": OTHER}))]).games) == 2


def test_L4_folders_and_tags_are_those_of_ones_own_records(owner):
    for player, name in ((owner, "mine"), (make_player(), "theirs")):
        add(player, GAME, shelf=FolderAndTags(name, (name,)))
    assert (listing.folders_of(owner), listing.tags_of(owner)) == ([("mine", 1)], [("mine", 1)])


def test_L4_records_without_a_folder_are_in_no_folder_of_the_list(owner):
    add(owner, GAME)
    assert listing.folders_of(owner) == []


def test_L4_a_search_by_date_does_not_find_records_without_a_date(owner):
    dated, undated = add(owner, GAME, "(;GM[1]SZ[9];B[aa])")
    searches = [RecordSearch(), RecordSearch(since="0"), RecordSearch(until="9"), RecordSearch(until="1")]
    found = [set(listing.matching_records(owner, search)) for search in searches]
    assert found == [{dated, undated}, {dated}, {dated}, set()]


@pytest.mark.parametrize(("ends", "is_searched"), [(("A9", "E5"), True), (("A9", "C7"), False), (("F4", "J1"), False)])
def test_L11_a_rectangle_is_checked_without_a_search(ends, is_searched):
    """One with a stone, one that is too small, and one that is empty."""
    board = Board.from_rows([".........", "..X......", *["........."] * 7])
    area = positions.parse_rectangle(board, *ends)
    if is_searched:
        positions.check_search_area(board, area)
    else:
        with pytest.raises(InvalidSearchArea):
            positions.check_search_area(board, area)


def test_L10_L11_the_newest_records_and_games_are_shown_and_all_are_counted(monkeypatch, owner):
    _old, new = (shared(owner, name) for name in ("Old", "New"))
    games = [make_game(moves="C7 G3 E7") for _ in range(2)]
    for game in games:
        act(game, Resign)
        filling.add_game(game.pk)
    while indexing.index_missing_records():
        pass
    monkeypatch.setattr(positions, "SHOWN", 1)

    found = part(owner, new)

    assert (found.records, found.games) == ([(new, 1)], [(games[1].pk, 1)])
    assert (found.number_of_records, found.number_of_games) == (2, 2)
    board = read_tree(new).position_at(1).board
    assert positions.search_position(owner, board, Color.WHITE).records == [(new, 1)]


def test_L8_only_shares_with_a_deleted_account_end(owner):
    (record,), (leaver, friend) = add(owner, GAME), (make_player(), make_player())
    sharing.share_record(owner, record.pk, Audience(players=(leaver.username, friend.username)), timezone.now())

    delete_library(leaver)

    assert [share.player for share in record.shares.all()] == [friend]


@pytest.mark.parametrize(("seen", "follows"), [(3, ("E7", Color.BLACK)), (2, (None, None))])
def test_L11_moves_after_the_last_that_is_searched_follow_no_pattern(monkeypatch, owner, seen, follows):
    monkeypatch.setattr(indexing, "SEEN", seen)
    (record,) = add(owner, "(;GM[1]SZ[9];B[cc];W[gg];B[ec])")
    indexing.index_record(record.pk)
    assert [(one.move, one.color) for one in part(owner, record).in_records] == [follows]


def test_L10_the_positions_of_the_first_nodes_can_be_searched_with_the_moves_between_them(monkeypatch, owner):
    monkeypatch.setattr(indexing, "MOST_NODES", 2)
    (record,) = add(owner, "(;GM[1]SZ[9];B[cc];W[gg];B[ec])")
    assert indexing.index_record(record.pk) == 2
    rows = record.positions.order_by("node")
    assert [(row.node, row.next is None) for row in rows] == [(0, False), (1, True)]


def test_L5_a_record_is_parsed_once_while_someone_reads_it(owner):
    first, second = add(owner, GAME, OTHER)
    tree = read_tree(first)
    assert read_tree(Record.objects.get(pk=first.pk)) is tree
    assert read_tree(second) is not tree


def test_L2_only_the_chosen_records_of_an_upload_are_kept(owner):
    waiting = uploading.store_upload_for_choice(owner, UploadRequest([file(many(3))]), NOON).records
    uploading.keep_records(owner, waiting[:2], FolderAndTags("Club"), NOON + timedelta(hours=1))
    rows = [(row.kept_at, row.folder) for row in Record.objects.order_by("pk")]
    assert rows == [(NOON + timedelta(hours=1), "Club")] * 2 + [(None, "")]
