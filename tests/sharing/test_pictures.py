"""Pictures of positions, and other sites' previews of a link (C90)."""

from __future__ import annotations

import io
import re
from contextlib import contextmanager

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from foundation import caches, limits
from foundation.cpu_slots import TooBusy
from games import verbs
from rules import Color, Point
from sharing import pictures
from tests.factories import act, side
from tests.support.games import make_game

pytestmark = pytest.mark.django_db
BOARD, BLACK, WHITE, PAPER = (227, 188, 124), (13, 14, 17), (211, 202, 184), (247, 243, 234)


@pytest.fixture
def browser():
    return Client(headers={"Accept-Language": "en"})


def pixels(answer):
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    return Image.open(io.BytesIO(answer.content)).convert("RGB")


def near(picture, column, row, size, color):
    """Whether the point has this colour, a little up and to the left of its middle: not on a line, not on a dot."""
    across = 600 / (size - 1 + 1.12)
    x, y = (int(edge + (0.56 + at - 0.25) * across) for edge, at in ((15, column), (15, row)))
    return max(abs(one - other) for one, other in zip(picture.getpixel((x, y)), color, strict=True)) < 110


def test_any_position_of_a_public_game_has_a_picture_and_the_same_one_is_not_sent_again(browser):
    game = make_game(moves="D4 F6 pass")

    first, now = (pixels(browser.get(f"/g/{game.pk}/{move}.png")) for move in (1, 3))

    assert first.size == now.size == (1200, 630)
    assert first.getpixel((5, 5)) == PAPER
    assert near(first, 3, 5, 9, BLACK)
    assert near(first, 5, 3, 9, BOARD)
    assert near(now, 3, 5, 9, BLACK)
    assert near(now, 5, 3, 9, WHITE)
    answer = browser.get(f"/g/{game.pk}/2.png")
    assert re.fullmatch(r'"[0-9a-f]{32}"', answer["ETag"])
    assert answer["Cache-Control"] == "public, max-age=60"
    again = browser.get(f"/g/{game.pk}/2.png", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert browser.get(f"/g/{game.pk}/4.png").status_code == 404
    act(game, verbs.Resign, now=timezone.now())
    assert browser.get(f"/g/{game.pk}/2.png")["Cache-Control"] == "public, max-age=86400"


def test_a_move_that_was_taken_back_is_not_in_the_picture(browser):
    game = make_game(moves="D4 F6")
    act(game, verbs.RequestUndo, by=side(game, Color.WHITE))
    act(game, verbs.AnswerUndo, by=side(game, Color.BLACK), allow=True)
    assert browser.get(f"/g/{game.pk}/2.png").status_code == 404
    act(game, verbs.Play, point=Point(0, 0))

    second = pixels(browser.get(f"/g/{game.pk}/2.png"))

    assert near(second, 5, 3, 9, BOARD)
    assert near(second, 0, 0, 9, WHITE)


def test_boards_of_every_shape_fit_into_the_picture(browser):
    for width, height in ((5, 5), (25, 25), (19, 5), (5, 13)):
        game = make_game(width=width, height=height, handicap=0)
        assert pixels(browser.get(f"/g/{game.pk}/0.png")).size == (1200, 630), (width, height)
    placed = make_game(size=9, handicap=2)
    assert near(pixels(browser.get(f"/g/{placed.pk}/0.png")), 6, 2, 9, BLACK)


def test_a_private_game_has_the_picture_of_the_site_as_a_game_that_there_is_not_even_for_who_plays_in_it(browser):
    game = make_game(private=True, moves="D4 F6")
    player = Client()
    player.force_login(side(game, Color.BLACK))
    site = browser.get("/preview.png")

    answers = [one.get(f"/g/{pk}/1.png") for one, pk in ((browser, game.pk), (player, game.pk), (browser, 10**30))]

    assert {answer.content for answer in answers} == {site.content}
    assert {answer["ETag"] for answer in answers} == {site["ETag"]}
    page = player.get(f"/g/{game.pk}/").content.decode()
    assert f"/g/{game.pk}/2.png" not in page


def test_nobody_keeps_the_processor_busy_with_pictures(browser, monkeypatch):
    """A picture is drawn once; what is asked too often is refused before anything is drawn; a few at a time."""
    game, drawn = make_game(moves="D4 F6"), []
    draw = pictures.BoardPicture._draw
    monkeypatch.setattr(pictures.BoardPicture, "_draw", lambda self: drawn.append(1) or draw(self))
    caches.clear_all_caches()
    limits.reset_counts()

    answers = [browser.get(f"/g/{game.pk}/{move % 2 + 1}.png").status_code for move in range(61)]

    assert (answers.count(200), answers.count(429), len(drawn)) == (60, 1, 2)


def test_a_picture_that_has_to_wait_too_long_for_its_turn_is_asked_for_later(browser, monkeypatch):
    @contextmanager
    def never():
        raise TooBusy
        yield

    monkeypatch.setattr(pictures, "cpu_slot", never)
    caches.clear_all_caches()
    limits.reset_counts()

    answer = browser.get(f"/g/{make_game(moves='D4').pk}/1.png")

    assert (answer.status_code, "Retry-After" in answer) == (503, True)
    assert "Cache-Control" not in answer or "public" not in answer["Cache-Control"]


def tags_of(client, path):
    page = client.get(path).content.decode()
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"', page))


def test_a_link_to_a_game_a_player_or_the_server_says_what_is_there(browser):
    game = make_game(moves="D4 F6")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)

    tags = tags_of(browser, f"/g/{game.pk}/?move=1")

    assert tags["og:title"] == f"{black.username} (Black) – {white.username} (White)"
    assert tags["og:description"] == "9×9 · BrainKing rules · move 1"
    assert tags["og:url"] == f"http://localhost:8000/g/{game.pk}/?move=1"
    assert tags["og:image"] == f"http://localhost:8000/g/{game.pk}/1.png"
    assert tags["twitter:card"] == "summary_large_image"
    browser.force_login(black)
    assert tags_of(browser, f"/g/{game.pk}/") == {}, "programs that look at links have not signed in"
    browser.logout()
    act(game, verbs.Resign, now=timezone.now())
    assert tags_of(browser, f"/g/{game.pk}/")["og:description"].endswith("White won by resignation")
    assert "won" not in tags_of(browser, f"/g/{game.pk}/?move=1")["og:description"]
    person = tags_of(browser, f"/u/{black.username}/")
    assert (person["og:type"], person["og:title"]) == ("profile", black.username)
    assert tags_of(browser, "/")["og:image"] == "http://localhost:8000/preview.png"


def test_without_the_library_there_are_no_pictures_and_no_tags_of_them(browser, monkeypatch):
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    pictures.can_draw_png.cache_clear()
    game = make_game(moves="D4")
    try:
        assert browser.get(f"/g/{game.pk}/1.png").status_code == 404
        assert "og:image" not in tags_of(browser, f"/g/{game.pk}/")
    finally:
        monkeypatch.undo()
        pictures.can_draw_png.cache_clear()
