"""Sharing a game: as a link, as text, as SVG, as an animation (C91, C93)."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from games import verbs
from rules import Color, parse_vertex
from rules.variants.presets import PRESETS
from sharing import films
from tests.factories import act, side
from tests.support.games import make_game
from tests.support.seated import seated

pytestmark = pytest.mark.django_db
BOARD, BLACK, WHITE = (227, 188, 124), (13, 14, 17), (211, 202, 184)


@pytest.fixture
def browser():
    return Client(headers={"Accept-Language": "en"})


def resigned(**terms):
    game = make_game(**terms)
    act(game, verbs.Resign, now=timezone.now())
    return game


def frames_of(answer):
    film = Image.open(io.BytesIO(answer.content))
    for index in range(film.n_frames):
        film.seek(index)
        yield film.convert("RGB"), film.info["duration"]


def color_at(frame, column, row, size):
    """The nearest of the three colours, next to the middle of the point."""
    cell = (films.SIDE - 2 * films.FRAME) // size
    x, y = (films.FRAME + int((at + 0.25) * cell) for at in (column, row))
    seen = frame.getpixel((x, y))
    return min((BOARD, BLACK, WHITE), key=lambda color: sum(abs(a - b) for a, b in zip(seen, color, strict=True)))


def test_a_finished_game_is_an_animated_picture_in_which_a_captured_stone_vanishes(browser):
    """White's stone in the corner is taken by Black's second; a pass shows nothing new."""
    game = resigned(moves="B9 A9 A8 pass")

    answer = browser.get(f"/g/{game.pk}.gif")

    assert answer["Content-Type"] == "image/gif"
    frames = list(frames_of(answer))
    corner = [color_at(frame, 0, 0, 9) for frame, _ in frames]
    assert corner == [BOARD, BOARD, WHITE, BOARD, BOARD]
    assert [color_at(frame, 0, 1, 9) for frame, _ in frames][-2:] == [BLACK, BLACK]
    assert frames[0][1] == films.FIRST
    assert frames[-1][1] == films.LAST
    again = browser.get(f"/g/{game.pk}.gif", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again["Cache-Control"]) == (304, "public, max-age=86400")


def test_a_long_game_goes_on_by_several_moves_a_frame_to_its_very_end(browser, monkeypatch):
    monkeypatch.setattr(films, "MOST_FRAMES", 3)
    game = resigned(moves="A1 B1 C1 D1 E1 F1 G1 H1")

    frames = [frame for frame, _ in frames_of(browser.get(f"/g/{game.pk}.gif"))]

    assert [sum(color_at(frame, column, 8, 9) != BOARD for column in range(9)) for frame in frames] == [0, 3, 6, 8]


def test_the_end_of_a_game_is_an_animation_of_its_last_moves_only(browser, monkeypatch):
    monkeypatch.setattr(films, "END_MOVES", 2)
    game = resigned(moves="A1 B1 C1 D1 E1 F1")

    answer = browser.get(f"/g/{game.pk}/end.gif")

    frames = [frame for frame, _ in frames_of(answer)]
    assert [sum(color_at(frame, column, 8, 9) != BOARD for column in range(9)) for frame in frames] == [4, 5, 6]
    assert answer["ETag"] != browser.get(f"/g/{game.pk}.gif")["ETag"]
    assert f'href="/g/{game.pk}/end.gif"' in panel_of(browser, f"/g/{game.pk}/")


def test_only_finished_games_that_anybody_may_see_are_films_and_drawings(browser):
    running, private = make_game(moves="D4"), resigned(private=True, moves="D4")
    player = Client()
    player.force_login(side(private, Color.BLACK))

    for path in (f"/g/{running.pk}.gif", f"/g/{running.pk}/end.gif"):
        assert browser.get(path).status_code == 404
    for path in (f"/g/{private.pk}.gif", f"/g/{private.pk}/end.gif", f"/g/{private.pk}/1.svg"):
        assert {one.get(path).status_code for one in (browser, player)} == {404}, path
    assert browser.get(f"/g/{running.pk}/2.svg").status_code == 404


def test_a_drawing_is_a_file_of_its_own_for_boards_of_every_shape(browser):
    for shape in ({"size": 9}, {"width": 19, "height": 5}, {"size": 25}):
        game = make_game(moves="D4", **shape)
        answer = browser.get(f"/g/{game.pk}/1.svg")
        assert answer["Content-Type"] == "image/svg+xml"
        tree = ElementTree.fromstring(answer.content)
        named = {element.get("class") for element in tree.iter()}
        assert named == {None}, "what has a class needs a style sheet"
        assert next(text.text for text in tree.iter("{http://www.w3.org/2000/svg}text")).startswith("ABCDE")


def panel_of(client, path):
    return re.search(r'<details id="share".*?</details>', client.get(path).content.decode(), re.DOTALL)[0]


def test_the_page_of_a_game_gives_link_text_record_and_pictures_without_a_script(browser):
    game = resigned(moves="D4 F6")

    earlier, present = panel_of(browser, f"/g/{game.pk}/?move=1"), panel_of(browser, f"/g/{game.pk}/")

    assert f'value="http://localhost:8000/g/{game.pk}/?move=1"' in earlier
    assert f'value="http://localhost:8000/g/{game.pk}/"' in present
    assert " 4 . . . X . . . . ." in earlier
    assert " 6 . . . . . O . . ." in present
    assert " 6 . . . . . O . . ." not in earlier
    for path in (f"/g/{game.pk}.sgf", f"/g/{game.pk}/1.png", f"/g/{game.pk}/1.svg", f"/g/{game.pk}.gif"):
        assert f'href="{path}"' in earlier
        assert browser.get(path).status_code == 200
    assert re.findall(r"<button(?![^>]*hidden)", earlier) == []


def test_a_private_game_offers_its_players_no_address_that_others_could_not_open():
    game = make_game(private=True, moves="D4")
    player = Client(headers={"Accept-Language": "en"})
    player.force_login(side(game, Color.BLACK))

    panel = panel_of(player, f"/g/{game.pk}/")

    assert "Only its players can open the link" in panel
    assert re.findall(r'href="([^"]*)"', panel) == [f"/g/{game.pk}.sgf", f"/openings/?game={game.pk}&amp;move=1"]
    assert "iframe" not in panel


def test_a_game_of_many_colors_says_what_its_letters_are_and_has_no_openings_V4_V50():
    game = seated(PRESETS["multi_color"], now=timezone.now())
    for point in ("D4", "F6", "C3"):
        act(game, verbs.Play, now=timezone.now(), point=parse_vertex(point, 9, 9))

    panel = panel_of(Client(headers={"Accept-Language": "en"}), f"/g/{game.pk}/")

    assert " 3 . . R . . . . . ." in panel
    assert "X is Black, O is White, R is Red, U is Blue, G is Green, Y is Yellow" in panel
    assert "/openings/" not in panel
