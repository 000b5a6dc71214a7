"""Openings: the moves played from a position, however the board was turned (C94)."""

from __future__ import annotations

import re
from itertools import product

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import verbs
from games.models import Game
from rules import Board, Color, parse_vertex, vertex
from rules.variants import Variant
from sharing.models import Opening
from sharing.openings import filling
from sharing.openings.book import openings_at
from sharing.openings.lines import parse_line
from sharing.symmetry import board_symmetries, canonical_position
from tests.factories import act, make_moderator, make_player, side
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser():
    return Client(headers={"Accept-Language": "en"})


def ended(moves, *, by=Color.WHITE, **terms):
    """A game that this side resigned, in the openings."""
    game = make_game(moves=moves, **terms)
    act(game, verbs.Resign, by=side(game, by), now=timezone.now())
    filling.add_game(game.pk)
    return game


def turned(moves, image, size=9):
    """The same moves on the turned board."""
    points = [parse_vertex(move, size, size) for move in moves.split()]
    return " ".join(vertex(Board.empty(size, size).point(image.index(p.row * size + p.column)), size) for p in points)


def played(browser, moves="", **query):
    answer = browser.get("/api/v1/openings", {"size": "9", "moves": moves, **query})
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_position_is_the_same_however_the_board_is_turned():
    moves = "C3 E5 G4 D7"
    for size, symmetries in ((9, 8), (5, 8), (25, 8)):
        assert len(set(board_symmetries(size, size))) == symmetries
    assert len(set(board_symmetries(9, 7))) == 4
    keys = {parse_line("9", (), turned(moves, image).split()) for image in board_symmetries(9, 9)}
    forms = [canonical_position(line.state.board, line.state.to_play) for line in keys]
    assert len(keys) == 8
    assert len({form.key for form in forms}) == 1
    assert canonical_position(forms[0].board, Color.WHITE).key != canonical_position(forms[0].board, Color.BLACK).key
    lone = canonical_position(Board.empty(9, 9).with_stones([(Color.BLACK, parse_vertex("E5", 9, 9))]), Color.WHITE)
    assert len({lone.to_canonical(parse_vertex(corner, 9, 9)) for corner in ("C3", "G3", "C7", "G7")}) == 1
    assert vertex(lone.from_canonical(lone.to_canonical(parse_vertex("C3", 9, 9))), 9) == "G7"


def test_games_tell_what_was_played_next_and_who_won(browser):
    for index, (image, loser) in enumerate(
        zip(board_symmetries(9, 9), [Color.WHITE] * 5 + [Color.BLACK] * 3, strict=True)
    ):
        ended(turned("C3 E5 G4" if index < 6 else "C3 G7", image), by=loser)

    start, after = played(browser), played(browser, "G7")

    assert (start["games"], start["to_play"]) == (8, "B")
    assert start["next"] == [{"move": "G7", "games": 8, "black": 5, "white": 3, "draws": 0}]
    assert [(one["move"], one["games"], one["black"]) for one in after["next"]] == [("E5", 6, 5), ("C3", 2, 0)]
    assert len(after["latest"]) == 8
    assert played(browser, "G7,E5,J1")["games"] == 0
    assert played(browser, "", size="13")["games"] == 0


def test_only_what_was_really_decided_in_public_games_is_in_the_openings(browser):
    """A canary in each game that is none of everyone's: A1 is never found."""
    ended("C3 A1", private=True)
    make_game(moves="C3 A1")
    cancelled = make_game(moves="C3")
    act(cancelled, verbs.Cancel, now=timezone.now())
    annulled = ended("C3 A1")
    assert played(browser, "C3")["games"] == 1
    act(annulled, verbs.Annul, by=make_moderator(), reason="so it is", now=timezone.now())

    assert Opening.objects.count() == 0
    assert [filling.add_game(game.pk) for game in (cancelled, annulled)] == [0, 0]
    assert played(browser, "C3")["next"] == []


def test_what_was_taken_back_was_not_played_and_passes_and_handicap_stones_are_known(browser):
    game = make_game(moves="C3 A1")
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE), now=timezone.now())
    act(game, verbs.AnswerUndo, by=side(game, Color.BLACK), allow=True, now=timezone.now())
    act(game, verbs.Pass, now=timezone.now())
    act(game, verbs.Resign, now=timezone.now())
    filling.add_game(game.pk)
    stones = ended("E5", handicap=2)

    assert [one["move"] for one in played(browser, "C3")["next"]] == ["pass"]
    assert [one["move"] for one in played(browser, "C3,pass")["next"]] == [None]
    assert played(browser, "", stones="C3,G7")["next"][0]["move"] == "E5"
    assert played(browser, "", stones="C7,G3")["latest"] == [stones.pk]
    assert played(browser, "", stones="C7,G3")["to_play"] == "W"


def test_a_game_comes_in_soon_after_it_ends_and_an_old_one_by_a_command(django_capture_on_commit_callbacks):
    """M19: the openings are filled after the commit; a game without that signal is found as well."""
    game = make_game(moves="C3 E5")
    filling.TASK.wanted.clear()
    with django_capture_on_commit_callbacks() as after_commit:
        act(game, verbs.Resign, now=timezone.now())
    assert not Opening.objects.exists(), "nobody waits for it"
    assert filling.TASK.wake in after_commit
    assert not filling.add_missing_games(), "there is no more"
    assert list(Opening.objects.values_list("move", flat=True)) == [0, 1, 2]

    Opening.objects.all().delete()
    Game.objects.update(finished_at=timezone.now() - 2 * filling.LATELY)
    filling.add_missing_games()
    assert not Opening.objects.exists(), "that is left to the sweeper"
    assert filling.fill_recently_ended(now=timezone.now()) == 1
    assert filling.fill_recently_ended(now=timezone.now()) == 0
    Opening.objects.all().delete()
    call_command("fill_openings", verbosity=0)
    call_command("fill_openings", "--rebuild", verbosity=0)
    assert Opening.objects.count() == 3


def test_a_game_that_cannot_be_put_in_stops_no_other():
    broken, whole = make_game(moves="C3 E5"), make_game(moves="C3 E5")
    for game in (broken, whole):
        act(game, verbs.Resign, now=timezone.now())
    Game.objects.filter(pk=broken.pk).update(setup={})

    filling.add_missing_games()

    assert set(Opening.objects.values_list("game", flat=True)) == {whole.pk}


def test_an_opening_is_24_moves_and_its_page_asks_the_same_questions_however_many_games_there_are(browser):
    points = [f"{column}{row}" for row, column in product((9, 7, 5), "ABCDEFGHJ")][:27]
    ended(" ".join(points))
    assert Opening.objects.count() == filling.MOVES + 1
    assert Opening.objects.get(move=24).next is not None

    def asked():
        with CaptureQueriesContext(connection) as done:
            assert browser.get("/openings/?size=9").status_code == 200
        return len(done)

    one = asked()
    for move in ("C3", "E5", "D4", "C4"):
        ended(move)
    assert asked() == one <= 7


def test_games_of_programs_count_when_they_are_asked_for(browser):
    ended("C3 E5", white=make_player(is_bot=True))

    assert played(browser, "C3")["games"] == 0
    assert played(browser, "C3", bots="true")["games"] == 1
    line = parse_line("9", (), ["C3"])
    assert openings_at(line.state.board, line.state.to_play, with_bots=True).continuations[0].move == "E5"


def test_the_page_leads_through_the_moves_without_a_script(browser):
    game = ended("C3 E5 G4")

    page = browser.get("/openings/?size=9&moves=G7").content.decode()

    assert '<a href="/openings/?size=9&amp;moves=G7,E5"><bdi>E5</bdi></a>' in page
    assert re.search(r'value="E5" aria-label="E 5, games: 1"\s*>A</button>', page)
    assert f'href="/g/{game.pk}/"' in page
    for path, leads in (
        ("/openings/?size=9&moves=G7&play=E5", "/openings/?size=9&moves=G7,E5"),
        (f"/openings/?game={game.pk}&move=2", "/openings/?size=9&moves=C3,E5"),
        (f"/openings/?game={game.pk}", "/openings/?size=9&moves=C3,E5,G4"),
    ):
        assert browser.get(path)["Location"] == leads, path


def test_a_position_without_games_offers_the_most_played_first_moves(browser):
    ended("C3 G7", size=9)
    ended("G7 C3 C7", size=9)

    dead_end = browser.get("/openings/?size=9&moves=E5").content.decode()
    start = browser.get("/openings/?size=9").content.decode()

    assert "Popular first moves:" in dead_end
    assert 'href="/openings/?size=9&amp;moves=G7"' in dead_end or 'href="/openings/?size=9&amp;moves=C3"' in dead_end
    assert "Popular first moves:" not in start


def test_the_beginning_of_a_private_game_is_for_its_players(browser):
    game = make_game(private=True, moves="C3")
    player = Client()
    player.force_login(side(game, Color.BLACK))

    assert browser.get(f"/openings/?game={game.pk}").status_code == 404
    assert player.get(f"/openings/?game={game.pk}")["Location"] == "/openings/?size=9&moves=C3"


def test_what_is_no_line_is_refused_with_a_reason(browser):
    for query in (
        {"size": "4"},
        {"size": "19x"},
        {"size": "26"},
        {"size": "9x9x9"},
        {"moves": "Z99"},
        {"size": "9", "moves": "C3,C3"},
        {"size": "9", "moves": "pass,pass,C3"},
        {"moves": ",".join(["A1"] * 25)},
        {"stones": "A1," * 26},
    ):
        answer = browser.get("/api/v1/openings", query)
        assert answer.status_code == 400, query
        page = browser.get("/openings/", query)
        assert page.status_code == 400, query
        assert 'role="alert"' in page.content.decode(), query
    assert browser.get("/api/v1/openings", {"bots": "maybe"}).status_code == 400
    assert browser.get("/openings/?game=x").status_code == 404


def test_stones_that_black_places_himself_are_there_before_the_first_move(browser):
    game = make_game(rule_set="new_zealand", handicap=2)
    points = [parse_vertex(point, 9, 9) for point in ("C3", "E5")]
    act(game, verbs.PlaceHandicap, points=points, now=timezone.now())
    act(game, verbs.Play, point=parse_vertex("G7", 9, 9), now=timezone.now())
    act(game, verbs.Resign, now=timezone.now())
    filling.add_game(game.pk)

    assert played(browser, stones="C3,E5")["next"][0]["move"] == "G7"
    assert browser.get(f"/openings/?game={game.pk}")["Location"] == "/openings/?size=9&stones=E5,C3&moves=G7"


def test_the_page_counts_the_games_and_marks_the_size_of_the_board(browser):
    empty = browser.get("/openings/?size=9").content.decode()
    assert re.search(r"<h1>\s*Openings\s*</h1>", empty)
    assert "Browse finished games" in empty
    ended("C3 E5 G4")
    page = browser.get("/openings/?size=9&moves=C3").content.decode()
    assert re.search(r"·\s+games: 1\s", page)
    assert re.findall(r'href="([^"]+)" aria-current="true">\s*9×9', page) == ["/openings/?size=9"]
    assert "Browse finished games" not in page


def test_a_variant_has_no_openings(browser):
    """A variant's moves may be illegal on an ordinary board, so they are not in the book."""
    game = make_game(moves="C3 E5", now=timezone.now(), variant=Variant(wraps=True))

    page = browser.get(f"/openings/?game={game.pk}")

    assert page.status_code == 400
    assert "The opening explorer covers only standard Go." in page.content.decode()
