"""The levels of the computer on pages, and the accounts that play them."""

import pytest

from accounts.models import ApiToken, Player
from bot.levels import HIGHEST
from challenges.server_bots import LEVELS, bot_name, level_of_bot_name
from games.models import Game
from goserver.startup import server_bot
from tests.factories import make_player
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db
FORM = {
    "opponent_kind": "bot",
    "size": "9",
    "rule_set": "japanese",
    "color": "black",
    "handicap": "0",
    "time": "days_1",
}


@pytest.fixture
def bots(settings):
    settings.IGO_HOUSE_BOT = True
    return server_bot.replace_bot_tokens().split()


def opponent(game: Game) -> str:
    return next(seat.player.username for seat in game.seat_list() if seat.player.is_bot)


def test_each_level_has_an_account_and_a_token(bots):
    names = set(Player.objects.filter(is_bot=True).values_list("username", flat=True))

    assert LEVELS == HIGHEST >= 5
    assert names == {"igo-bot", "igo-bot-1", "igo-bot-2", "igo-bot-3", "igo-bot-4"}
    assert len(set(bots)) == ApiToken.objects.count() == LEVELS


def test_the_name_of_a_bot_says_its_level():
    assert [level_of_bot_name(bot_name(level)) for level in range(1, LEVELS + 1)] == list(range(1, LEVELS + 1))
    assert level_of_bot_name("aino") is None


def test_a_guest_meets_the_lowest_level_by_one_click(bots):
    browser().post("/play/")

    assert opponent(Game.objects.get()) == "igo-bot-1"


@pytest.mark.parametrize(("level", "name"), [("2", "igo-bot-2"), ("5", "igo-bot"), ("", "igo-bot")])
def test_the_page_of_a_new_game_chooses_the_level(bots, level, name):
    browser(make_player("aino")).post("/new/", {**FORM, "level": level})

    assert opponent(Game.objects.get()) == name


@pytest.mark.parametrize("level", ["0", "6", "x"])
def test_a_level_that_there_is_not_is_refused(bots, level):
    assert browser(make_player("aino")).post("/new/", {**FORM, "level": level}).status_code == 400
    assert not Game.objects.exists()


def test_an_address_that_names_a_bot_asks_for_its_level(bots):
    form = browser(make_player("aino")).get("/new/?to=igo-bot-2").context["form"]

    assert (form["opponent_kind"].value(), form["level"].value()) == ("bot", 2)


def test_where_the_lower_levels_are_missing_the_highest_plays(settings):
    settings.IGO_HOUSE_BOT = True
    Player.objects.create_user("igo-bot", is_bot=True)

    browser().post("/play/")

    assert opponent(Game.objects.get()) == "igo-bot"
