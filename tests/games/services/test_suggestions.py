"""When the suggestion of dead stones is made and stored (R10), and what the server says when it cannot tell (R60)."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from games import verbs
from games.errors import ConfirmationRequired
from games.models import Game
from games.services import suggestions
from rules import Color, Phase, Then
from rules.estimate import suggest
from tests import factories
from tests.factories import act, make_game, play, reload, side
from tests.games.api.test_api import Caller
from tests.games.pages.test_counting import browse
from tests.games.verbs.test_end_phase import propose, reject
from tests.support.games import SPLIT, stopped

pytestmark = pytest.mark.django_db

assert browse  # a fixture
SUGGESTED = ["B5", "H5"]


@pytest.mark.django_db(transaction=True)
def test_the_suggestion_is_made_after_the_commit_with_no_lock_held_R10(monkeypatch):
    locked = []

    def noted(*arguments, **named):
        locked.append(connection.in_atomic_block)
        return suggest(*arguments, **named)

    monkeypatch.setattr(suggestions, "suggest", noted)
    game = make_game(moves="E5 pass pass")

    assert locked == [False]
    assert reload(game).suggested_dead == []


@pytest.mark.django_db(transaction=True)
def test_a_suggestion_that_fails_does_not_fail_the_pass_R10(monkeypatch):
    def broken(*arguments, **named):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(suggestions, "suggest", broken)
        game = stopped()
    assert reload(game).suggested_dead is None

    propose(game, *SUGGESTED)

    assert reload(game).suggested_dead == SUGGESTED


def test_whoever_proposes_or_accepts_makes_the_suggestion_that_is_missing_R60():
    game = stopped()
    propose(game, "B5")
    assert reload(game).suggested_dead == SUGGESTED
    Game.objects.filter(pk=game.pk).update(suggested_dead=None)

    with pytest.raises(ConfirmationRequired):
        act(game, verbs.Accept, proposal=1)

    assert reload(game).suggested_dead == SUGGESTED


def test_a_suggestion_that_comes_too_late_is_not_stored_for_another_end_phase_R10():
    game = stopped()
    slow = reload(game)
    act(game, verbs.Resume)
    for move in ("A5", "A6", "pass", "pass"):
        play(game, move)
    newer = reload(game)
    assert newer.end_phase > slow.end_phase

    suggestions.ensure_suggestion(slow)
    assert slow.suggested_dead == SUGGESTED
    assert reload(game).suggested_dead is None

    suggestions.ensure_suggestion(newer)
    assert reload(game).suggested_dead == newer.suggested_dead


def test_the_suggestion_is_made_once_however_often_the_marking_is_sent_back_R10(monkeypatch):
    game = stopped()
    propose(game, "B5")
    monkeypatch.setattr(suggestions, "suggest", None)
    reject(game, Then.MARK)
    propose(game, "H5")

    assert reload(game).suggested_dead == SUGGESTED


def test_there_is_no_suggestion_while_the_game_is_played_R10():
    game = make_game(moves="E5")

    suggestions.ensure_suggestion(game)

    assert game.phase == Phase.PLAY
    assert game.suggested_dead is None


def unsure_about(game, *vertices):
    """The server cannot tell whether these stones are dead."""
    suggestions.ensure_suggestion(reload(game))
    Game.objects.filter(pk=game.pk).update(unsure_stones=[list(vertices)])


def test_stones_that_nobody_can_tell_and_that_decide_take_a_second_confirmation_R60():
    game = stopped(komi=Decimal("13.5"))
    unsure_about(game, "H5")
    propose(game, "B5")

    with pytest.raises(ConfirmationRequired) as refused:
        act(game, verbs.Accept, proposal=1)

    assert refused.value.data["unsure"] == ["H5"]
    act(game, verbs.Accept, proposal=1, confirmed=True)
    assert reload(game).result


def test_the_page_and_the_programs_are_told_of_stones_that_nobody_can_tell_R60(browse, client):
    game = just_stopped(komi=Decimal("13.5"))
    unsure_about(game, "H5")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    assert "cannot tell whether these stones are dead: <bdi>H5</bdi>" in page_of(browse(black), game)
    assert Caller(client, black).get(f"games/{game.pk}/").json()["marking"]["unsure"] == [["H5"]]

    propose(game, "B5", now=timezone.now())

    assert "cannot tell whether these stones are dead: <bdi>H5</bdi>" in page_of(browse(white), game)
    second = browse(white).get(f"/g/{game.pk}/accept/").content.decode()
    assert "cannot tell whether these stones are dead: <bdi>H5</bdi>" in second
    assert Caller(client, white).get(f"games/{game.pk}/").json()["doubt"]["unsure"] == ["H5"]


def just_stopped(**terms):
    """As stopped(), now: pages go by the real clock."""
    return factories.make_game(moves=f"{SPLIT} H5 B5 pass pass", now=timezone.now(), **terms)


def page_of(browser, game):
    return browser.get(f"/g/{game.pk}/").content.decode()


def test_who_looks_at_the_marking_makes_the_suggestion_that_is_missing_R10(browse, client):
    for look in (lambda game, black: page_of(browse(black), game), lambda game, black: state_of(client, black, game)):
        game = just_stopped()
        look(game, side(game, Color.BLACK))
        assert reload(game).suggested_dead == SUGGESTED


def state_of(client, player, game):
    return Caller(client, player).get(f"games/{game.pk}/").json()
