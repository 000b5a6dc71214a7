"""Home page for visitors, and My games: the game with the least time first."""

import re

import pytest
from django.utils import timezone

from games import services, verbs
from games.models import Game
from tests.factories import act, days, make_player, play
from tests.support.browsers import browser
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


def main_of(client, path: str) -> str:
    """Return the page's text, without boards and with single spaces."""
    text = re.sub(r"<svg.*?</svg>", "", client.get(path).content.decode(), flags=re.S)
    return " ".join(text.split("<main")[1].split("</main>")[0].split())


def test_my_games_begins_with_the_game_that_has_the_least_time():
    aino, babak, cyrus = (make_player(name) for name in ("aino", "babak", "cyrus"))
    now = timezone.now()
    late = make_game(black=aino, white=babak, moves="D4 F6", days=1, now=now - days(0.9))
    make_game(black=cyrus, white=aino, moves="E5", days=3)
    make_game(black=aino, white=cyrus, moves="D4", days=3)

    page = main_of(browser(aino), "/games/")

    first, others = page.split("Also your turn")
    assert "Your turn in 2 games" in first
    assert "<bdi>babak</bdi> played" in first
    assert f'href="{late.get_absolute_url()}"' in first
    assert re.search(r'class="soon">2 h \d+ min left', first)
    assert "cyrus" in others.split("Waiting for others")[0]
    assert "cyrus" in others.split("Waiting for others")[1]


def test_the_first_game_says_what_has_to_be_done():
    aino, babak = make_player("aino"), make_player("babak")
    game = make_game(black=aino, white=babak, days=3)
    page = browser(aino)
    assert "New game with <bdi>babak</bdi>" in main_of(page, "/games/")
    for move in ("D4", "pass"):
        play(game, move, now=timezone.now())
    assert "<bdi>babak</bdi> passed" in main_of(page, "/games/")
    for move in ("E5", "pass", "pass"):
        play(game, move, now=timezone.now())
    marks = next(one for one in (aino, babak) if Game.objects.awaiting(one).exists())
    assert "Mark the dead stones" in main_of(browser(marks), "/games/")
    act(game, verbs.Propose, by=marks, dead=frozenset(), now=timezone.now())
    decides = babak if marks == aino else aino
    shown = main_of(browser(decides), "/games/")
    assert "has proposed a score" in shown
    assert "Check the score" in shown


def test_without_games_there_is_one_thing_to_do(settings):
    aino = make_player("aino")
    for on, expected in ((True, 'action="/play/"'), (False, 'class="button primary big" href="/new/"')):
        settings.IGO_HOUSE_BOT = on
        page = main_of(browser(aino), "/games/")
        assert "Your first game is one tap away" in page
        assert expected in page
        assert page.count("primary") == 1


def test_home_shows_visitors_the_newest_lively_public_game_and_players_their_games():
    visitor, aino = browser(), make_player("aino")
    assert "From a game between two programs" in main_of(visitor, "/")
    make_game(moves="D4 F6 D3 F5 D5 F4", private=True)
    assert "In progress now" not in main_of(visitor, "/")
    lively = make_game(black=aino, moves="D4 F6 D3 F5 D5 F4")
    make_game(moves="D4")
    page = main_of(visitor, "/")
    assert "In progress now" in page
    assert f'href="{lively.get_absolute_url()}"' in page
    assert "one-row" not in page
    newest = make_game(moves="D4 F6 D3 F5 D5 F4")
    page = main_of(visitor, "/")
    assert page.index(f'href="{newest.get_absolute_url()}"') < page.index("one-row")
    assert page.index("one-row") < page.index(f'href="{lively.get_absolute_url()}"')
    assert browser(aino).get("/")["Location"] == "/games/"


def test_the_first_move_of_a_visitor_is_answered_without_scripts():
    visitor = browser()
    for point, text in (("E3", "Captured"), ("A1", "Not yet"), ("Z9", "not on the board"), ("C3", "stone"), ("", "")):
        page = main_of(visitor, f"/?point={point}")
        assert text in page, point
    assert 'action="/#try"' in page


def test_the_link_of_the_page_that_is_shown_is_marked_in_the_header():
    aino = browser(make_player("aino"))
    for path, link in (("/games/", "/games/"), ("/new/", "/new/"), ("/learn/", "/learn/"),
                       ("/games/archive/", "/games/archive/?phase=running")):  # fmt: skip
        header = aino.get(path).content.decode().split("</header>")[0]
        assert re.findall(r'href="([^"]*)" ?aria-current="page"', header) == [link], path
    for path in ("/waiting/", "/openings/", "/boards/", "/following/", "/opponents/"):
        assert 'aria-current="true"' in aino.get(path, follow=True).content.decode().split("</header>")[0], path


def named_in_order(page: str, names: list[str]) -> list[str]:
    """The names in the order in which the table has them."""
    return [name for name in re.findall(r"<bdi>(\w+)</bdi></a>", page.split("<tbody", 1)[1].rsplit("</tbody>", 1)[0])
            if name in names]  # fmt: skip


def test_my_other_turns_are_grouped_by_urgency_and_many_are_compact_rows():
    aino, babak, cyrus = (make_player(name) for name in ("aino", "babak", "cyrus"))
    now = timezone.now()
    for _ in range(2):
        make_game(black=aino, white=babak, moves="D4 F6", days=1, now=now - days(0.9))
    for _ in range(9):
        make_game(black=aino, white=cyrus, moves="D4 F6", days=3, now=now)
    page = main_of(browser(aino), "/games/")
    urgent, later = page.split("Less than a day left</h2>")[1].split("Also your turn</h2>")
    assert 'href="/problems/today/"' in page
    assert (urgent.count("babak"), urgent.count("cyrus")) == (1, 0)
    assert (later.count("babak"), later.count("cyrus")) == (0, 9)
    assert 'class="cards rows"' not in page
    make_game(black=aino, white=cyrus, moves="D4 F6", days=3, now=now)
    assert main_of(browser(aino), "/games/").count('class="cards rows"') == 2


def test_the_list_is_sorted_and_filtered_by_its_query():
    aino, babak, cyrus = (make_player(name) for name in ("aino", "babak", "cyrus"))
    now = timezone.now()
    noted = make_game(black=aino, white=cyrus, days=1, now=now)
    make_game(black=babak, white=aino, size=13, days=3, now=now, rated=False)
    services.write_note(game_id=noted.pk, player=aino, text="the ladder works", now=now)
    viewer, names = browser(aino), ["babak", "cyrus"]

    def rows(query: str) -> list[str]:
        return named_in_order(main_of(viewer, f"/games/?view=list&{query}") + "<tbody</tbody>", names)

    assert rows("") == ["cyrus", "babak"], "my turn first"
    page = main_of(viewer, "/games/?view=list")
    assert [group.count("</tr>") for group in page.split("Waiting for others")] == [2, 2], "a heading and a game each"
    assert "Their turn" not in page.split("<tbody", 1)[1]
    assert rows("sort=rated") == ["cyrus", "babak"]
    assert "sort=rated" in page, "one of the games is unrated"
    assert "sort=rated" not in main_of(browser(cyrus), "/games/?view=list"), "all of these games are rated"
    assert rows("sort=opponent") == ["babak", "cyrus"]
    assert rows("sort=-opponent") == ["cyrus", "babak"]
    assert rows("sort=-time") == ["babak", "cyrus"]
    for query, found in (("size=13x13", "babak"), ("opponent=CYR", "cyrus"), ("turn=theirs", "babak"),
                         ("notes=yes", "cyrus"), ("notes=no", "babak"), ("time=1", "cyrus")):  # fmt: skip
        assert rows(query) == [found], query
    assert rows("time=3") == ["cyrus", "babak"]
    assert rows("size=x&sort=x&turn=x&opponent=%00x") == []
    assert rows("size=x&sort=x&turn=x") == ["cyrus", "babak"]
    page = main_of(viewer, "/games/?view=list&sort=time&turn=mine")
    assert "the ladder works" in page
    assert 'aria-sort="ascending"' in page
    assert 'href="?view=list&amp;turn=mine&amp;sort=-time"' in page
    assert ("sort=notes" in page, "sort=event" in page) == (True, False), "a column that is empty is not shown"
