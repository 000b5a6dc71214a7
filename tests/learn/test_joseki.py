"""Lessons on joseki, and the statistics next to a page's board (P14 to P16)."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from foundation import caches
from games.verbs import Resign
from goserver.management.commands import demo
from learn.lessons import JOSEKI
from learn.outcomes import right_choices
from learn.services.statistics import most_played_next_moves
from sharing.openings import filling
from tests.factories import act, make_game
from tests.learn.helpers import make_lesson
from tests.support.pages import tight

ROWS = "\n".join(["." * 9] * 6 + ["..X......"] + ["." * 9] * 2)
BOARD = ROWS.replace("\n", "/")
PAGE = "/learn/joseki-pincer/3/"


def get(path: str, client: Client | None = None) -> str:
    answer = (client or Client(headers={"accept-language": "en"})).get(path)
    assert answer.status_code == 200
    return unescape(tight(answer.content.decode()))


def test_P14_eight_joseki_lead_move_by_move():
    assert len(JOSEKI) >= 8
    for lesson in JOSEKI.values():
        reached = list[list[str]]()
        for step in lesson.steps:
            moves = step.before.split()
            assert not reached or any(moves[: len(line)] == line and len(moves) - len(line) < 2 for line in reached)
            reached += [[*moves, point] for point in right_choices(step)]


def test_P14_a_lesson_accepts_variations_and_says_who_gets_what():
    with translation.override("en"):
        ends = {lesson.key: str(lesson.steps[-1].good) for lesson in JOSEKI.values()}
        texts = [str(text) for lesson in JOSEKI.values() for step in lesson.steps for text in step.replies.values()]

    assert all("sente" in text and "Black" in text and "White" in text for text in ends.values()), ends
    assert all(any(len(right_choices(step)) > 1 for step in lesson.steps) for lesson in JOSEKI.values())
    assert len([text for text in texts if "also joseki" in text]) >= 15


@pytest.mark.parametrize(
    ("lesson", "page", "right"),
    [
        ("slide", 1, "O17 O16 N17"), ("invasion", 5, "N17 N16"), ("hane", 3, "Q18 O17"), ("outside", 3, "Q15 P14"),
        ("outside", 4, "N16 O16"), ("diagonal", 3, "R13 R12 R11 R10"),
    ],
)  # fmt: skip
def test_P14_all_joseki_moves_are_accepted(lesson, page, right):
    assert right_choices(JOSEKI[f"joseki-{lesson}"].steps[page - 1]) == right.split()


def test_P14_a_joseki_that_a_lesson_leaves_out_is_not_called_bad():
    for lesson, page, moves in (("slide", 2, "R10 R11"), ("pincer", 2, "O16 O17"), ("attach", 1, "R14 L16 M17")):
        step = JOSEKI[f"joseki-{lesson}"].steps[page - 1]
        assert set(moves.split()) <= set(step.replies)
    with translation.override("en"):
        assert "one-space jump to R14" in str(JOSEKI["joseki-attach"].steps[4].replies["Q14"])


@pytest.mark.django_db
def test_P15_a_page_shows_what_was_played_next_in_this_corner():
    for moves in ("Q16 R14 R12 R17 Q17 R16", "O3 D4 C6 C8 C3 C4"):  # also with colours swapped in another corner
        game = make_game(size=19, moves=moves)
        act(game, Resign)
        filling.add_game(game.pk)

    before, after = get(PAGE), get(f"{PAGE}?point=Q17")

    assert '<details class="statistics" >' in before
    assert '<details class="statistics" open>' in after
    assert "In games on this server (2)" in after
    assert len(re.findall(r"<bdi>(Q17|R16)</bdi>", after.split("statistics")[-1])) == 2
    assert "100%" in after
    assert "No game on this server" not in after
    address = re.search(r'href="(/library/positions/[^"]+)"', after)
    assert address is not None
    assert "In games on this server (2)" in get(address[1])


@pytest.mark.django_db
def test_P15_the_games_of_the_demo_show_each_kind_of_joseki():
    caches.clear_all_caches()
    for moves in demo.JOSEKI:
        game = make_game(size=19, moves=moves)
        act(game, Resign)
        filling.add_game(game.pk)

    for key in ("slide", "pincer", "kick", "invasion", "attach", "hanging"):
        found = most_played_next_moves(JOSEKI[f"joseki-{key}"].steps[2])
        assert found is not None, key
        assert found.number_of_games, key


@pytest.mark.django_db
def test_P15_without_games_a_sentence_says_so():
    assert "This corner hasn't appeared in a game on this server yet." in get(PAGE)
    assert "statistics" not in get("/learn/joseki-hanging/2/").split("<main")[1]
    assert "statistics" not in get("/learn/ko/1/").split("<main")[1]


@pytest.mark.django_db
def test_P15_the_search_is_asked_once_an_hour():
    caches.clear_all_caches()
    with CaptureQueriesContext(connection) as queries:
        get(PAGE)
    assert 0 < len(queries) <= 6
    with CaptureQueriesContext(connection) as queries:
        get(f"{PAGE}?point=A1")
    assert len(queries) == 0


@pytest.mark.django_db
def test_P15_no_statistics_where_the_library_is_off(settings):
    settings.IGO_APPS_OFF = ["library"]

    assert most_played_next_moves(JOSEKI["joseki-pincer"].steps[2]) is None


@pytest.mark.django_db
def test_P15_players_lessons_have_statistics_too(aino):
    game = make_game(moves="C3 G7 C5")
    act(game, Resign)
    filling.add_game(game.pk)
    page = {"rows": ROWS, "right": "C5", "answer": "C5 G7", "claims": "", "statistics": "A1 E5"}
    lesson = make_lesson(aino, page)
    client = Client()
    client.force_login(aino)

    html = get(f"{lesson.get_absolute_url()}1/", client)

    assert "In games on this server (1)" in html
    assert f"board={BOARD}&from=A1&to=E5" in html


@pytest.mark.django_db
def test_P16_the_part_of_any_board_is_searched():
    game = make_game(moves="C3 G7 C5")
    act(game, Resign)
    filling.add_game(game.pk)
    query = {"board": BOARD, "from": "A1", "to": "E5", "swapped": "on"}
    client = Client(headers={"accept-language": "en"})

    page = client.get("/library/positions/", query).content.decode()
    found = client.get("/api/v1/library/positions/", query).json()

    assert f'name="board" value="{BOARD}"' in page
    assert '<rect class="part"' in page
    assert "Search the whole board" not in page
    assert [(one["number"] if "number" in one else one["id"]) for one in found["games"]] == [game.pk]
    assert found["in_games"][0]["move"] in ("C5", "E3")
    assert "Search this area" in client.get("/library/positions/").content.decode()


@pytest.mark.django_db
def test_P16_stones_are_laid_on_a_board_and_taken_off():
    query = {"board": "/".join(["....."] * 5), "from": "A5", "to": "D2", "lay": "black", "stone": "B5"}
    client = Client(headers={"accept-language": "en"})

    laid = client.get("/library/positions/", query)
    assert laid["Location"] == "/library/positions/?board=.X.../...../...../...../.....&from=A5&to=D2&lay=black"
    page = client.get(laid["Location"]).content.decode()
    assert 'name="stone"' in page
    assert 'href="?board=...../...../...../...../.....&amp;lay=black"' in page, "the empty board has the same size"
    assert "board=.X.../...../...../...../.....&amp;from=A5&amp;to=D2&amp;lay=none" in page
    taken = client.get(laid["Location"].replace("lay=black", "lay=none&stone=B5"))
    assert "board=...../" in taken["Location"]
    outside = client.get(laid["Location"] + "&stone=K20")
    assert outside.status_code == 400
    assert 'role="alert"' in outside.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("board", ["X", "X" * 500, "/".join(["....."] * 4), ".....\n" * 5, "/".join(["Z...."] * 5),
                                   "/".join([".....", "......", ".....", ".....", "....."])])  # fmt: skip
def test_P16_other_boards_are_refused(board):
    query = {"board": board, "from": "A1", "to": "D4"}
    client = Client(headers={"accept-language": "en"})
    answer = client.get("/library/positions/", query)

    assert answer.status_code == 400
    assert "This board is not valid." in answer.content.decode()
    assert client.get("/api/v1/library/positions/", query).json()["code"] == "bad_part"


@pytest.mark.django_db
def test_P16_other_parts_are_refused():
    answer = Client().get("/library/positions/", {"board": BOARD, "from": "A1", "to": "B2"})

    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
