"""Apps above games receive its signals, in the same transaction (docs/architecture.md)."""

from __future__ import annotations

import pytest

from foundation.hook import Hook, collect_answers
from games.events import GameEvent
from games.models import Plan
from games.services import bots
from games.services.plans import disarm_plan
from games.signals import game_event, looking_for_games, plan_saved
from notifications.models import Notice
from rules import Color
from tests.factories import NOON, make_game, make_player, play, reload, side
from tests.games.verbs.test_conditional_moves import plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver():
    """Connects a receiver for the test."""
    connected = []

    def connect(signal, function):
        signal.connect(function)
        connected.append((signal, function))

    yield connect
    for signal, function in connected:
        signal.disconnect(function)


def test_what_a_receiver_raises_undoes_the_action(receiver):
    game = make_game()

    def refuse(kind, **about):
        if kind == GameEvent.GAME_ACTION:
            raise ValueError(about["action"].kind)

    receiver(game_event, refuse)
    with pytest.raises(ValueError, match="play"):
        play(game, "E5")

    assert (reload(game).number, game.actions.count()) == (0, 0)


def test_the_rows_that_receivers_return_are_stored_with_the_action(receiver):
    game = make_game()
    white = side(game, Color.WHITE)

    def notify_white(kind, game, **about):
        return [Notice(player=white, kind="message", game=game, created_at=NOON)]

    receiver(game_event, notify_white)
    receiver(game_event, lambda kind, **about: None)
    play(game, "E5")

    assert Notice.objects.filter(player=white, kind="message").count() == 1


def test_who_looks_for_games_in_any_app_becomes_no_bot(receiver):
    player = make_player()
    assert collect_answers(looking_for_games, player=player) == [False, False], "offers and searches"
    assert bots.can_become_bot(player)

    def is_looking(player, **_):
        return True

    receiver(looking_for_games, is_looking)
    assert not bots.can_become_bot(player)


def test_a_hook_answers_by_default_until_another_function_is_connected():
    hook = Hook(lambda *, number: number)
    assert hook(number=2) == 2
    hook.connect(lambda *, number: 2 * number)
    assert hook(number=2) == 4


def test_a_saved_and_an_ended_plan_are_announced_once_stored_C12(receiver, django_capture_on_commit_callbacks):
    game, saved = make_game(moves="E5 D5"), []
    receiver(plan_saved, lambda sender, seat_id, **about: saved.append((sender, seat_id)))
    white = next(seat for seat in game.seat_list() if seat.player == side(game, Color.WHITE))

    with django_capture_on_commit_callbacks(execute=True):
        plan(game, [["E6", "D6"]])
        assert saved == []
    with django_capture_on_commit_callbacks(execute=True):
        disarm_plan(white, NOON)

    assert saved == [(Plan, white.pk)] * 2


def test_a_plan_is_saved_whatever_those_who_hear_of_it_raise_C12(receiver, django_capture_on_commit_callbacks):
    def fail(sender, **about):
        raise ConnectionError

    receiver(plan_saved, fail)
    with django_capture_on_commit_callbacks(execute=True):
        plan(make_game(moves="E5 D5"), [["E6", "D6"]])
    assert Plan.objects.get().is_armed
