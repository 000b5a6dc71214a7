"""GameView decides what a viewer sees of a game, wherever stones are shown."""

import pytest
from django.test import Client

from accounts.models import Player
from foundation import caches
from games.emails.entries import EmailEntry, picture_text
from games.game_view import GameView
from rules import BLACK_AND_WHITE, Board
from tests.factories import make_game, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return make_game(moves="D4 F6 D3")


def pages_with_stones(game, player: Player) -> dict[str, str]:
    """Everything that shows the board of this game to this player, by what it is."""
    browser = Client()
    browser.force_login(player)
    asked = {
        "page": game.get_absolute_url(),
        "earlier position": f"{game.get_absolute_url()}?move=2",
        "my games": "/games/",
        "API": f"/api/v1/games/{game.pk}",
    }
    shown = {name: browser.get(path, follow=True).content.decode() for name, path in asked.items()}
    return shown | {"letter": picture_text(EmailEntry([], [], "/", GameView(game, player)))}


def test_the_board_of_an_email_says_which_player_has_which_colour(game):
    black, white = (game.seat_of_color(color).player.username for color in BLACK_AND_WHITE)
    text = picture_text(EmailEntry([], [], "/", GameView(game, game.seat_on_turn().player)))
    assert text.endswith(f"X is Black ({black}), O is White ({white})")


def test_everything_that_shows_the_board_shows_what_the_view_gives(game, monkeypatch, subtests):
    player = game.seat_on_turn().player
    stones = ('class="w" d="M', 'data-s="W"', "..O", "O . .", ". . O", "last ob")
    seen = pages_with_stones(game, player)
    monkeypatch.setattr(GameView, "board", lambda show, state=None: Board.empty(9, 9))
    monkeypatch.setattr(GameView, "last_move", lambda show, state=None: None)
    caches.clear_all_caches()
    hidden = pages_with_stones(game, player)
    for name in seen:
        with subtests.test(name):
            assert any(mark in seen[name] for mark in stones)
            assert not any(mark in hidden[name] for mark in stones)


def test_in_ordinary_go_a_spectator_sees_the_stones_that_a_player_sees(game):
    player, stranger = game.seat_on_turn().player, make_player()
    assert GameView(game, player).board() == GameView(game, stranger).board() == game.state().board
    assert GameView(game, stranger).last_move() == game.state().last_move
    earlier = game.state()
    assert GameView(game, stranger).board(earlier) is earlier.board
