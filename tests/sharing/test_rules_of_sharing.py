"""Limits of lines, openings, months and positions, and effects on one game only (C94, C95, V21)."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import verbs
from games.game_view import GameView
from games.models import Game
from rules import Board, Color, Point
from rules.variants import HiddenInformation, Variant, ViewKind
from sharing import dump, previews
from sharing.models import GamePattern, Opening
from sharing.openings import book, filling
from sharing.openings.filling import LOOKED_BACK, MOVES
from sharing.openings.lines import MOST_STONES, BadOpeningLine, line_of_game, parse_line
from sharing.positions import NOBODY, find_position
from sharing.symmetry import board_symmetries, canonical_position
from tests.factories import act, make_game, make_moderator, make_player, reload, side
from tests.sharing.test_openings import ended
from wording import words

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
LONG = " ".join(f"{column}{row}" for row in (9, 7, 5) for column in "ABCDEFGHJ")


def refused(size, stones=(), moves=()):
    with pytest.raises(BadOpeningLine):
        parse_line(size, stones, moves)


def test_a_board_has_five_to_twenty_five_lines_each_way():
    sizes = {"": (19, 19), "9": (9, 9), "5x25": (5, 25), "25×5": (25, 5), "19X9": (19, 9), "۱۹": (19, 19),
             " 19": (19, 19), "19 x 9": (19, 9), "\u200f۱۹x۹": (19, 9), "１９ｘ９": (19, 9)}  # fmt: skip
    assert {text: (parse_line(text).width, parse_line(text).height) for text in sizes} == sizes
    for text in ("4", "26", "9x9x9", "9x", "x", "019", "٤", "-9", "9.0", "9x26", "²", "x9", " "):
        refused(text)
    assert parse_line("9").query == {"size": "9"}
    assert parse_line("9x7", ["c3"], ["D4", " PASS "]).query == {"size": "9x7", "stones": "C3", "moves": "D4,pass"}


def test_a_line_has_up_to_twenty_five_stones_and_twenty_four_moves_and_ends_after_two_passes():
    stones = [f"{column}{row}" for row in (1, 3, 5) for column in "ABCDEFGHJ"]
    assert len(parse_line("9", stones[:MOST_STONES]).stones) == MOST_STONES == 25
    refused("9", stones[: MOST_STONES + 1])
    moves = [f"{column}{row}" for row in (1, 3, 5) for column in "ABCDEFGHJ"]
    assert len(parse_line("9", (), moves[:MOVES]).moves) == MOVES == 24
    refused("9", (), moves[: MOVES + 1])
    assert parse_line("9", (), ["pass", "pass"]).moves == ("pass", "pass")
    refused("9", (), ["pass", "pass", "C3"])
    refused("9", (), ["pass", "pass", "pass"])
    refused("9", (), ["C3", "C3"])
    assert parse_line("9", ["C3"]).state.to_play is Color.WHITE
    assert parse_line("9").state.to_play is Color.BLACK


def test_C94_a_game_leaves_the_openings_alone_and_comes_in_alone():
    kept, annulled = ended("C3 E5"), ended("C3 G7")
    assert filling.add_game(kept.pk) == 3, "and not twice"
    assert Opening.objects.count() == 6
    act(annulled, verbs.Annul, by=make_moderator(), reason="so it is", now=timezone.now())
    assert set(Opening.objects.values_list("game", flat=True)) == {kept.pk}
    assert filling.add_game(annulled.pk) == filling.add_game(10**9) == 0


def test_C94_what_ended_in_the_last_two_days_and_was_left_out_is_found():
    game, old = ended("C3 E5"), ended("C3 E5")
    Opening.objects.all().delete()
    now = reload(game).finished_at
    Game.objects.filter(pk=old.pk).update(finished_at=now - LOOKED_BACK)
    assert filling.fill_recently_ended(now=now) == 1
    assert set(Opening.objects.values_list("game", flat=True)) == {game.pk}
    assert list(filling.missing_games()) == [old]


def test_C94_the_first_twenty_four_moves_are_the_opening():
    ended(LONG)
    assert sorted(Opening.objects.values_list("move", flat=True)) == list(range(25))


def test_C94_a_game_that_counts_for_no_rating_any_more_is_still_an_opening():
    game = ended(LONG, rated=True)
    act(game, verbs.Unrate, by=make_moderator(), reason="so it is", now=timezone.now())
    assert Opening.objects.filter(game=game).count() == 25


def test_C94_a_game_without_a_move_is_counted_as_one_that_was_found():
    game = ended("")
    Opening.objects.all().delete()
    assert filling.fill_recently_ended(now=reload(game).finished_at) == 1


def test_C95_a_month_says_how_many_games_it_has_and_its_files_tell_no_time(tmp_path):
    games = [ended("C3"), ended("C3")]
    month = dump.Month.parse("2026-02")
    Game.objects.filter(pk__in=[game.pk for game in games]).update(finished_at=month.begin)
    folder, count = dump.write_dump(month, tmp_path)
    assert count == 2
    assert "in 2026-02 (UTC), 2 of them" in (folder / dump.ABOUT).read_text()
    with zipfile.ZipFile(folder / dump.RECORDS) as archive:
        assert [one.date_time for one in archive.infolist()] == [(1980, 1, 1, 0, 0, 0)] * 2


def test_C94_the_most_played_move_comes_first_and_programs_count_where_they_are_asked_for():
    for moves in ("C3", "C3 E5", "C3 E5", "C3 pass"):
        ended(moves)
    bot = make_player(is_bot=True)
    ended("C3 G7", black=bot)
    line = parse_line("9", (), ["C3"])
    found = book.openings_at(line.state.board, line.state.to_play, with_bots=False)
    moves = [(one.move, one.games, one.black, one.draws) for one in found.continuations]
    assert moves[0] == ("E5", 2, 2, 0)
    assert sorted(moves[1:], key=str) == [("pass", 1, 1, 0), (None, 1, 1, 0)]
    assert (found.totals.games, found.is_truncated, set(found.alike)) == (4, False, {"E5"})
    assert book.openings_at(line.state.board, line.state.to_play, with_bots=True).totals.games == 5


def test_C94_moves_that_are_the_same_by_symmetry_are_alike_also_in_the_corners():
    ended("E5 A1")
    line = parse_line("9", (), ["E5"])
    found = book.openings_at(line.state.board, line.state.to_play, with_bots=False)
    assert set(found.alike) == {"A1", "A9", "J1", "J9"}


def test_C94_a_line_ends_with_two_passes():
    assert parse_line("9", (), ["E5", "pass", "pass"])
    with pytest.raises(BadOpeningLine, match="ends after two passes"):
        parse_line("9", (), ["E5", "pass", "pass", "C3"])


def test_C94_with_nobody_to_move_a_position_is_another_one():
    keys = {canonical_position(Board.empty(9, 9), color).key for color in (None, Color.BLACK, Color.WHITE)}
    assert len(keys) == 3


def test_C95_a_month_has_what_ended_from_its_first_instant_to_before_the_next():
    month = dump.Month.parse("2026-02")
    assert (month.begin, month.end) == (datetime(2026, 2, 1, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC))
    games = [ended("C3"), ended("C3"), ended("C3"), ended("C3")]
    times = (month.begin - SECOND, month.begin, month.end - SECOND, month.end)
    for game, at in zip(games, times, strict=True):
        Game.objects.filter(pk=game.pk).update(finished_at=at)
    assert dump.games_of_month(month) == [games[1].pk, games[2].pk]
    with pytest.raises(ValueError, match="x"):
        dump.Month.parse("2026-13x")


def test_positions_are_those_of_a_game_from_the_first_to_the_last():
    game = make_game(moves="E5 D4 pass")
    assert [find_position(game, number) is None for number in (-1, 0, 3, 4)] == [True, False, False, True]
    found = [find_position(game, number) for number in range(4)]
    assert [len([cell for cell in one.board.cells if cell]) for one in found] == [0, 1, 2, 2]
    assert [one.last and one.last.point for one in found] == [None, Point(4, 4), Point(3, 5), None]
    assert found[3].last.color is Color.BLACK


def test_a_link_leads_to_the_position_that_is_shown_and_a_private_game_has_no_board_elsewhere(settings):
    game, private = make_game(moves="E5 D4"), make_game(moves="E5", private=True)
    assert previews.position_path(game, 2) == game.get_absolute_url()
    assert previews.position_path(game, 1) == f"{game.get_absolute_url()}?move=1"
    assert [previews.preview_of_game(one, 1).has_board for one in (game, private)] == [True, False]
    assert previews.preview_of_game(private, 1).picture == ""
    settings.IGO_EMBED_ORIGINS = ["none"]
    assert not previews.preview_of_game(game, 1).has_board


@pytest.mark.parametrize(("width", "height", "count"), [(9, 9, 8), (9, 7, 4)])
def test_C94_every_image_of_a_board_is_another_order_of_all_its_points(width, height, count):
    images = board_symmetries(width, height)
    assert len({tuple(image) for image in images}) == count
    assert all(sorted(image) == list(range(width * height)) for image in images)


def test_C94_moves_are_turned_inward_and_outward_again():
    board = Board.empty(9, 7).with_stones([(Color.BLACK, Point(2, 1)), (Color.WHITE, Point(6, 3))])
    form = canonical_position(board, Color.BLACK)
    for point in (Point(0, 0), Point(8, 6), Point(3, 5)):
        assert form.from_canonical(form.to_canonical(point)) == point
    lone = canonical_position(Board.empty(9, 9).with_stones([(Color.BLACK, Point(4, 4))]), Color.WHITE)
    assert len(list(lone.equivalent_points(lone.to_canonical(Point(2, 2))))) == 4
    assert len(list(form.equivalent_points(form.to_canonical(Point(3, 5))))) == 1


def test_C95_the_last_whole_month_ends_with_the_first_instant_of_this_one_in_UTC():
    last, parse = dump.Month.last_complete, dump.Month.parse
    assert last(datetime(2026, 3, 15, 13, 14, 15, 16, tzinfo=UTC)) == parse("2026-02")
    assert last(datetime(2026, 1, 1, tzinfo=UTC)) == parse("2025-12")
    assert last(datetime(2026, 3, 1, 1, tzinfo=timezone.get_fixed_timezone(120))) == parse("2026-01")
    assert (parse("2025-12").end, str(parse("2025-12"))) == (datetime(2026, 1, 1, tzinfo=UTC), "2025-12")


def test_C94_a_game_that_cannot_be_read_is_not_counted_and_one_that_is_there_in_part_is_added_again():
    broken, partial = ended("C3 E5"), ended("C3 E5")
    Opening.objects.filter(game=broken).delete()
    Game.objects.filter(pk=broken.pk).update(setup={})
    Opening.objects.filter(game=partial, move=0).delete()
    assert filling.fill_recently_ended(now=reload(partial).finished_at) == 1
    assert Opening.objects.filter(game=partial).count() == 3


def test_C94_a_game_of_a_variant_is_no_opening_whatever_else_was_played():
    ended("C3 E5")
    variant = ended("C3 E5", variant=Variant(view=HiddenInformation(ViewKind.ONE_COLOR)), rated=False)
    assert not Opening.objects.filter(game=variant).exists()
    assert not filling.missing_games().exists()


def test_C94_a_game_ends_even_if_the_openings_cannot_be_woken(monkeypatch, django_capture_on_commit_callbacks):
    woken = []

    def wake():
        woken.append(1)
        raise OSError

    monkeypatch.setattr(filling, "TASK", SimpleNamespace(wake=wake))
    game = make_game(moves="C3 E5")
    with django_capture_on_commit_callbacks(execute=True):
        act(game, verbs.Resign)
    assert woken


def test_C94_there_may_be_more_when_as_many_were_added_as_are_read_at_once(monkeypatch):
    monkeypatch.setattr(filling, "AT_ONCE", 2)
    for _ in range(3):
        act(make_game(moves="C3", now=timezone.now()), verbs.Resign, now=timezone.now())
    assert [filling.add_missing_games() for _ in range(2)] == [True, False]
    assert Opening.objects.filter(move=0).count() == 3


def test_C94_every_end_of_a_game_looks_at_the_last_hour():
    game = ended("C3 E5")
    for minutes, found in ((61, 0), (59, 3)):
        Opening.objects.all().delete()
        Game.objects.filter(pk=game.pk).update(finished_at=timezone.now() - timedelta(minutes=minutes))
        filling.add_missing_games()
        assert Opening.objects.count() == found


def test_L11_a_game_that_is_added_or_annulled_leaves_the_patterns_of_others():
    kept, annulled = ended("C3 E5"), ended("C3 E5")
    count = GamePattern.objects.filter(game=kept).count()
    assert count == GamePattern.objects.filter(game=annulled).count() > 0
    act(annulled, verbs.Annul, by=make_moderator(), reason="so it is", now=timezone.now())
    assert list(GamePattern.objects.values_list("game", flat=True)) == [kept.pk] * count
    ended("C3 G7", black=make_player(is_bot=True))
    assert GamePattern.objects.count() == count, "bots have none"


def test_C94_the_order_of_moves_is_by_games_and_not_by_who_won(monkeypatch):
    games = [ended(moves, by=loser) for moves, loser in (
        ("C3 G7", Color.WHITE), ("C3 E5", Color.BLACK), ("C3 E5", Color.BLACK),
    )]  # fmt: skip
    line = parse_line("9", (), ["C3"])
    found = book.openings_at(line.state.board, line.state.to_play, with_bots=False)
    shown = [(one.move, one.games, one.black, one.white, one.draws) for one in found.continuations]
    assert shown == [("E5", 2, 0, 2, 0), ("G7", 1, 1, 0, 0)]
    assert (found.totals.black, found.totals.white, found.totals.draws) == (1, 2, 0)
    assert [pk for pk, _number in found.games] == [game.pk for game in reversed(games)]
    private = games[2]
    Game.objects.filter(pk=private.pk).update(private=True)
    assert [game.pk for game in book.visible_games(found, NOBODY)] == [games[1].pk, games[0].pk]
    assert (book.MOST_GAMES, book.SHOWN) == (2000, 10)
    monkeypatch.setattr(book, "MOST_GAMES", 2)
    monkeypatch.setattr(book, "SHOWN", 1)
    with CaptureQueriesContext(connection) as queries:
        newest = book.openings_at(line.state.board, line.state.to_play, with_bots=False)
    assert not [query for query in queries if " IN (SELECT" in query["sql"]], "the newest rows are looked up one by one"
    assert [(one.move, one.games) for one in newest.continuations] == [("E5", 2)]
    assert (newest.is_truncated, newest.games) == (True, [(games[2].pk, 1)])


def test_V21_the_past_of_a_game_with_hidden_stones_is_no_position_for_others():
    game = make_game(variant=Variant(view=HiddenInformation(ViewKind.ONE_COLOR)), rated=False, moves="E5 D4")
    assert [find_position(game, number) is None for number in (0, 1, 2)] == [True, True, False]
    assert find_position(make_game(moves="E5", handicap=2), 0).board[Point(6, 2)] is Color.BLACK


def test_a_move_that_was_taken_back_is_in_no_position_and_the_one_after_it_is():
    game = make_game(moves="C3 A1")
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))
    act(game, verbs.AnswerUndo, by=side(game, Color.BLACK), allow=True)
    act(game, verbs.Play, by=side(game, Color.WHITE), point=Point(4, 4))
    act(game, verbs.Play, by=side(game, Color.BLACK), point=Point(6, 2))
    game = reload(game)
    assert [find_position(game, number).last.point for number in (1, 2, 3)] == [Point(2, 6), Point(4, 4), Point(6, 2)]
    found = filling.first_states(game, 1)
    assert [state.move_number for state in found] == [0, 1, 2]
    assert found[2].board[Point(4, 4)] is Color.WHITE, "and not what was taken back"
    assert len(filling.first_states(make_game(moves="C3 E5"), 2)) == 3


def test_a_line_of_a_game_ends_at_the_move_that_is_asked_for_and_with_the_opening():
    game, long = make_game(moves="C3 pass E5"), make_game(moves=LONG)
    assert [line_of_game(GameView(game, NOBODY), number).moves for number in (0, 2, 9)] == [
        (), ("C3", "pass"), ("C3", "pass", "E5"),
    ]  # fmt: skip
    assert len(line_of_game(GameView(long, NOBODY), 99).moves) == MOVES
    handicap = line_of_game(GameView(make_game(moves="E5", handicap=2), NOBODY), 1)
    assert (set(handicap.stones), handicap.moves, handicap.query["size"]) == ({"C3", "G7"}, ("E5",), "9")


def test_the_preview_shows_the_result_only_at_the_end_of_a_game():
    game = ended("C3 E5")
    game = reload(game)
    assert words.result_sentence_of_columns(game) in previews.position_text(game, 2)
    assert words.result_sentence_of_columns(game) not in previews.position_text(game, 1)
    assert "move 1" in previews.position_text(game, 1)


def test_C95_a_dump_that_was_interrupted_leaves_nothing_in_the_next_one_and_names_are_as_they_are_written(tmp_path):
    game = ended("C3", black=make_player("Päivi"))
    month = dump.Month.parse("2026-02")
    Game.objects.filter(pk=game.pk).update(finished_at=month.begin)
    left = tmp_path / "2026-02.part"
    left.mkdir()
    (left / "half.txt").write_text("half")
    for _ in range(2):
        folder, _count = dump.write_dump(month, tmp_path)
    assert {file.name for file in folder.iterdir()} == {dump.RECORDS, dump.ROWS, dump.ABOUT, dump.SUMS}
    assert not left.exists()
    assert '"Päivi"' in (folder / dump.ROWS).read_text(encoding="utf-8")
