"""A Swiss tournament from "New tournament" to "Confirm the results" by a director who has never seen the pages. Every
click and typed field is counted, including the clicks that return to the pages (E102)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("directing")]

MADE = """
from tests.browser.conftest import PASSWORD
from tests.factories import make_player
player = make_player({name!r})
player.set_password(PASSWORD)
player.save()
"""
BEGIN = """
from django.utils import timezone
from games.models import Game
from tests.factories import make_player
from tests.tournaments.helpers import asked, look, pairings, white_loses
from tournaments.models import Tournament
from tournaments.services import entering, leaving
now = timezone.now()
made = Tournament.objects.get(name={name!r})
def enter(*names):
    for name in names:
        entering.enter_tournament(asked(make_player(name + {name!r}[-4:].strip()), now), made.pk)
def over(number):
    white_loses(made, number, now)
    look(now)
"""
SIX_ENTER_AND_IT_IS_THE_DAY = """
enter("arvo", "bela", "chen", "dora", "eino", "faye")
Tournament.objects.filter(pk=made.pk).update(starts_at=now)
look(now)
"""
ONE_ENTERS_LATE_ONE_WITHDRAWS_AND_ROUND_2_IS_PLAYED = """
enter("gita")
over(1)
ruled, _other, leaver, *_ = [one for one in pairings(made, 2) if one.game_id]
leaving.withdraw_from_tournament(asked(leaver.white.player, now), made.pk)
Game.objects.filter(pk=ruled.game_id).update(move_number=40)
look(now)
print(ruled.black.player, ruled.white.player, _other.black.player)
"""
THE_REST_IS_PLAYED = "over(2)\nover(3)"


class Hand:
    """The director's hand: counts clicks and typed fields."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.typed = page, 0, 0

    def click(self, target: Locator) -> None:
        self.clicks += 1
        target.click()

    def write(self, label: str, text: str) -> None:
        self.typed += 1
        self.page.get_by_label(label, exact=True).fill(text)

    def come_back(self, name: str) -> None:
        """On another day: from the page that a browser opens for everyone who has signed in."""
        self.page.goto("/")
        self.click(self.page.get_by_role("link", name=f"Manage {name}"))


@pytest.mark.parametrize(("width", "javascript"), [(1280, True), (360, False)])
def test_E102_a_swiss_with_trouble_takes_ten_clicks_and_five_typed_fields(visit, site, width, javascript):
    name, director = f"Autumn Swiss {width}", f"tuula{width}"

    def later(what: str) -> str:
        return site.manage("shell", "-v0", "-c", BEGIN.format(name=name) + what)

    site.manage("shell", "-v0", "-c", MADE.format(name=director))
    page = visit(director, width=width, javascript=javascript)
    main, hand = page.locator("main"), Hand(page)
    page.goto("/tournaments/")

    hand.click(page.get_by_role("link", name="New tournament"))
    hand.write("Tournament name", name)
    hand.write("Rounds", "3")
    hand.click(page.get_by_role("button", name="Create and open"))
    expect(main).to_contain_text("entry open")
    later(SIX_ENTER_AND_IT_IS_THE_DAY)

    hand.come_back(name)
    expect(main.locator(".pairings > li")).to_have_count(3)
    hand.click(main.get_by_role("button", name="Black wins by forfeit").first)  # a no-show
    expect(main).to_contain_text("Results set by directors")
    black, white, leaver = later(ONE_ENTERS_LATE_ONE_WITHDRAWS_AND_ROUND_2_IS_PLAYED).split()

    hand.come_back(name)
    row = main.locator(".list-rows > li").filter(has_text=leaver)  # who has only written to the director
    hand.click(row.get_by_role("link", name="Manage"))
    hand.click(page.get_by_role("button", name="Remove a player"))
    game = main.locator(".pairings > li").filter(has_text=black).filter(has_text=white)
    hand.click(game.get_by_role("button", name="White wins", exact=True))  # a disputed game
    later(THE_REST_IS_PLAYED)

    hand.come_back(name)
    hand.click(page.get_by_role("button", name="Confirm the results"))

    expect(main).to_contain_text("The tournament is over.")
    page.goto(page.url.replace("direct/", "log/"))
    for reason in ("did not start the game", "at the player's request", "ruling on a dispute"):
        expect(main).to_contain_text(reason)
    assert hand.clicks <= 10
    assert hand.typed <= 5
    assert page.problems == []
