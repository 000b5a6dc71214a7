"""Hidden points look unknown, not empty, wherever a board is drawn or written (V25, V29, V65)."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.game_view import GameView
from games.thumbnails import thumbnails
from rules import Color
from rules.variants import HiddenInformation, Variant, ViewKind
from sharing.pictures import find_drawing, find_share_card
from tests.factories import make_game, play, reload
from tests.support.browsers import browser
from wording.board_png import board_png, can_draw_png
from wording.board_svg import BoardMarks, diagram_svg
from wording.board_text import board_text

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()
BLIND, FADING = Variant(view=HiddenInformation(ViewKind.NONE)), Variant(view=HiddenInformation(ViewKind.FADING, 2))
ONE_COLOR = Variant(view=HiddenInformation(ViewKind.ONE_COLOR))
KINDS = pytest.mark.parametrize(
    ("variant", "unknown"), [(None, 0), (ONE_COLOR, 0), (BLIND, 81), (FADING, 79)],
    ids=["ordinary", "one colour", "blind", "fading"],
)  # fmt: skip


def started(variant: Variant | None):
    terms = {} if variant is None else {"variant": variant}
    return make_game(moves="D4 F6 C3", now=timezone.now(), **terms)


def fogged(svg: str) -> int:
    """How many points are drawn as unknown."""
    fog = re.findall(r'<path (?:class="fog"|stroke="#46320f" stroke-width="1"[^>]*) d="([^"]*)"', svg)
    return sum(drawn.count("M") for drawn in fog)


@KINDS
def test_the_page_draws_them_as_unknown_and_says_so(variant, unknown):
    game = started(variant)
    for viewer in (game.seat_list()[0].player, None):
        page = browser(viewer).get(game.get_absolute_url()).content.decode()
        assert fogged(page[page.index('id="board"') :]) == unknown
        assert page.count(", unknown") == unknown
        assert ("Points with a question mark are unknown" in page) == bool(unknown)
        marks = re.search(r'<path class="unknown" d="([^"]*)"', page)
        assert (marks[1].count("M") if marks else 0) == unknown


@KINDS
def test_small_pictures_diagrams_and_pictures_for_other_sites_draw_them_as_well(variant, unknown):
    game = started(variant)
    show = GameView(game, NOBODY)

    small = thumbnails([(game.pk, game.number, None)], NOBODY)[game.pk]
    assert fogged(small) == unknown
    assert fogged(diagram_svg(show.board(), BoardMarks())) == unknown
    for picture in (find_drawing(game, game.move_number), find_share_card(game, game.move_number)):
        assert picture is not None
        assert fogged(picture.source) == unknown
        assert not re.findall(r'class="(?:fog|unknown|n|mk)"', picture.source), "a file has no style sheet"


@KINDS
def test_text_boards_have_question_marks(variant, unknown):
    board = GameView(started(variant), NOBODY).board()

    assert board_text(board).count("?") == unknown


@pytest.mark.skipif(not can_draw_png(), reason="needs Pillow")
def test_the_picture_of_an_e_mail_differs_from_that_of_an_empty_board():
    blind, empty = (GameView(started(variant), NOBODY).board() for variant in (BLIND, None))

    plain = type(empty).empty(9, 9)
    assert board_png(blind) != board_png(plain)


def test_a_kept_picture_of_an_empty_board_is_not_shown_for_an_unknown_one():
    ordinary = make_game(now=timezone.now())
    play(ordinary, "pass", now=timezone.now())
    blind = make_game(variant=BLIND, now=timezone.now())
    play(blind, "pass", now=timezone.now())

    for game, unknown in ((ordinary, 0), (blind, 81), (ordinary, 0)):
        viewer = reload(game).seat_of_color(Color.WHITE).player
        page = browser(viewer).get(game.get_absolute_url()).content.decode()
        assert fogged(page[page.index('id="board"') :]) == unknown


def test_fog_goes_on_beyond_the_edges_of_a_board_that_wraps_V71_V80():
    game = make_game(moves="A9 F6 C3 D4 G7", now=timezone.now(), variant=Variant(view=FADING.view, wraps=True))
    show = GameView(game, NOBODY)
    svg = str(diagram_svg(show.board(), BoardMarks()))

    edges = svg[svg.index('<svg class="h"') : svg.index("</svg>", svg.index('<svg class="h"'))]
    for name in ("fog", "unknown", "b"):
        drawn = re.search(rf'<path class="{name}" id="([^"]+)"', svg)
        assert drawn, name
        assert edges.count(f'href="#{drawn[1]}"') == 8, name
    assert svg.count('class="fog"') == 1
