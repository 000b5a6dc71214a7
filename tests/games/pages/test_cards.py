"""Games as cards: the facts in a list, and pictures that are drawn once."""

import re

import pytest
from django.utils import timezone, translation

from foundation import caches
from games import cards, game_view, thumbnails, verbs
from games.game_view import GameView
from games.models import Game
from games.thumbnails import thumbnails as pictures_of
from rules import Board
from rules.variants.presets import PRESETS
from sharing.previews import position_text
from tests.factories import act, make_player, play, reload
from tests.support.games import make_game
from wording.board_svg import small_board_svg

pytestmark = pytest.mark.django_db


def fresh(game: Game) -> str:
    """The picture of the game as it stands, made again."""
    state = game.state()
    return small_board_svg(state.board, state.last_move)


def picture(game: Game, viewer) -> str:
    game = reload(game)
    seat = game.seat_of(viewer)
    return pictures_of([(game.pk, game.number, seat and seat.color)], viewer)[game.pk]


def written(games, viewer) -> str:
    (shown,) = cards.cards_of(viewer, games)
    return re.sub(r"<svg.*?</svg>", "", cards.render_cards(shown, viewer, timezone.now()))


def says(text: str, *parts: str) -> None:
    assert [part for part in parts if part not in text] == []


def test_a_small_board_is_the_same_as_one_drawn_again_after_every_move():
    game = make_game(moves="D4 F6 D3")
    black, stranger = game.seat_list()[0].player, make_player()
    for move in ("E5", "pass", "D5"):
        assert picture(game, black) == picture(game, stranger) == fresh(reload(game))
        play(game, move, now=timezone.now())
    act(game, verbs.RequestUndo, by=black, now=timezone.now())
    assert picture(game, black) == fresh(reload(game))


def test_a_board_that_has_been_drawn_is_not_read_again(django_assert_num_queries):
    game, other = make_game(moves="D4"), make_game(moves="E5")
    viewer = make_player()
    asked = [(game.pk, 1, None), (other.pk, 1, None)]
    with django_assert_num_queries(1):
        first = pictures_of(asked, viewer)
    with django_assert_num_queries(0):
        assert pictures_of(asked, viewer) == first


def test_a_board_that_was_drawn_for_one_viewer_is_never_shown_to_another_who_sees_other_stones(monkeypatch):
    game = make_game(moves="D4 F6")
    black, white = (seat.player for seat in game.seat_list())
    monkeypatch.setattr(thumbnails, "drawing_viewpoint_key", lambda game, color: color or thumbnails.WATCHING)
    monkeypatch.setattr(
        GameView,
        "board",
        lambda show, state=None: Board.empty(9, 9) if show.seat is None else show.state_without_history.board,
    )
    stranger = make_player()
    for _ in range(2):
        assert 'class="b"' in picture(game, black)
        assert 'class="b"' in picture(game, white)
        assert 'class="b"' not in picture(game, stranger)


def test_in_ordinary_go_one_picture_is_kept_for_all():
    game = make_game()
    assert (
        game_view.drawing_viewpoint_key(game, None)
        == game_view.drawing_viewpoint_key(game, 1)
        == game_view.drawing_viewpoint_key(game, 2)
    )


def test_of_too_many_boards_the_one_asked_for_longest_ago_is_forgotten(monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(thumbnails, "kept", caches.LRUCache(2))
    one, two, three = (make_game(moves="D4") for _ in range(3))
    viewer = make_player()
    for game in (one, two, one, three):
        picture(game, viewer)
    for game, asked in ((one, 0), (three, 0), (two, 1)):
        with django_assert_num_queries(asked):
            pictures_of([(game.pk, 1, None)], viewer)


def test_a_card_says_who_plays_whose_turn_it_is_and_what_time_is_left():
    aino, babak = make_player("aino"), make_player("babak", is_bot=True)
    game = make_game(black=aino, white=babak, moves="D4 F6", days=3)
    mine, theirs = (written(Game.objects.filter(pk=game.pk), viewer) for viewer in (aino, babak))
    says(mine, 'class="card mine"', "Your move", "babak</bdi> (bot)", f'href="/g/{game.pk}/"', "9×9", "move 2")
    says(theirs, 'class="card"', "Their turn, 2\xa0d", "aino")
    nobodys = written(Game.objects.filter(pk=game.pk), None)
    says(
        nobodys, "Black:</span><span><bdi>aino", "White:</span><span><bdi>babak", "aino to move: 2\xa0d\xa023\xa0h left"
    )
    assert "turn" not in nobodys


def test_every_list_of_games_says_what_is_played_if_that_is_not_ordinary_go_V1(client):
    aino, babak = make_player("aino"), make_player("babak")
    blind = make_game(black=aino, white=babak, variant=PRESETS["blind"])
    ordinary = make_game(black=aino, white=babak)
    card, other = (written(Game.objects.filter(pk=game.pk), babak) for game in (blind, ordinary))
    says(card, "9×9\xa0· Blind Go")
    assert "Go" not in other
    client.force_login(babak)
    for path in ("/", "/games/archive/", aino.get_absolute_url(), "/offline/"):
        page = client.get(path, follow=True).content.decode()
        assert page.count("Blind Go") >= 1, path
        assert "Standard Go" not in page
    assert "9×9 · Blind Go · " in position_text(blind, 0)
    assert "Blind" not in position_text(ordinary, 0)


def test_a_finished_game_says_how_it_ended_in_the_language_of_the_reader():
    game = make_game(moves="D4")
    black = game.seat_list()[0].player
    act(game, verbs.Resign, by=black, now=timezone.now())
    games = Game.objects.filter(pk=game.pk)
    assert "White won by resignation" in written(games, black)
    with translation.override("fa"):
        assert "White" not in written(games, black)


def test_a_name_with_marks_in_it_is_text_on_a_card():
    villain = make_player("villain")
    game = make_game(white=villain, moves="D4")
    type(villain).objects.filter(pk=villain.pk).update(username="<b>x")
    assert "&lt;b&gt;x" in written(Game.objects.filter(pk=game.pk), game.seat_list()[0].player)


def test_any_number_of_cards_takes_as_many_queries(django_assert_num_queries):
    aino = make_player("aino")
    for count in (1, 4):
        for _ in range(count):
            make_game(black=aino)
        with django_assert_num_queries(3):
            (shown,) = cards.cards_of(aino, Game.objects.of(aino))
            cards.render_cards(shown, aino, timezone.now())
        caches.clear_all_caches()


def test_games_that_have_been_read_have_the_same_cards(django_assert_num_queries):
    aino = make_player("aino")
    games = [make_game(black=aino, moves="D4"), make_game(white=aino)]
    (shown,) = cards.cards_of(aino, Game.objects.of(aino).order_by("pk"))
    read = [reload(game) for game in games]
    with django_assert_num_queries(1):
        assert cards.cards_of(aino, read) == [shown]
