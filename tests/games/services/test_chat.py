"""Chat in games."""

import pytest
from django.test import Client
from django.utils import timezone

from games import services
from games.errors import MessageLengthNotAllowed, NoSuchGame, NotAPlayer
from games.models import Message
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from rules import Color
from tests.factories import NOON, make_game, make_player, side
from tests.support.callers import Caller

pytestmark = pytest.mark.django_db


def test_chat_is_kept_with_the_game_and_the_opponent_is_notified_once():
    game = make_game()
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)

    for text in ("Have a nice game", "  Hyvää peliä  "):
        services.send_message(PlayerRequest(black, NOON), game.pk, text)

    assert [message.text for message in Message.objects.all()] == ["Have a nice game", "Hyvää peliä"]
    assert Notice.objects.filter(player=white, kind="message").count() == 1


NEWER = [
    "\U0001fa77",
    "a \U0001fabf!",
    "\U0001fae9",
    "\U0001fa77\u200d\U0001f525",
    "\U0001fadf",
    "\U0001f6d8",
    "\U000323b0",
]
"""Pink heart and goose (Unicode 15), a tired face (16), a sequence, later ones, and an ideograph of Unicode 17."""


@pytest.mark.parametrize("text", NEWER)
def test_characters_newer_than_the_tables_of_python_are_sent_as_written_and_the_move_is_played(text):
    game = make_game(now=timezone.now())
    black = side(game, Color.BLACK)

    answer = Caller(Client(), black).act(game, "play", point="E5", message=text)

    assert answer.status_code == 200, answer.content
    assert [message.text for message in Message.objects.all()] == [text]
    game.refresh_from_db()
    assert game.move_number == 1


@pytest.mark.parametrize("text", ["", "  \n ", "\x00", "x" * 1001])
def test_a_message_needs_a_text_of_reasonable_length(text):
    game = make_game()

    with pytest.raises(MessageLengthNotAllowed):
        services.send_message(PlayerRequest(side(game, Color.BLACK), NOON), game.pk, text)


@pytest.mark.parametrize(("private", "refusal"), [(False, NotAPlayer), (True, NoSuchGame)])
def test_strangers_do_not_talk_in_a_game(private, refusal):
    game = make_game(private=private)

    with pytest.raises(refusal):
        services.send_message(PlayerRequest(make_player(), NOON), game.pk, "hello")
