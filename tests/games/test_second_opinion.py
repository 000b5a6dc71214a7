"""A second opinion by a GTP engine, in a game."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games import second_opinion, verbs
from rules import Color
from tests.factories import act, reload, side, to_act
from tests.gtp.engines import fake
from tests.support.callers import Caller
from tests.support.games import dead
from tests.support.games import just_stopped as stopped


@pytest.fixture
def engine(settings):
    """The fake engine, configured."""
    settings.IGO_GTP_ENGINE = " ".join(fake("first"))


@pytest.mark.django_db
@pytest.mark.usefixtures("engine")
def test_each_game_that_is_marked_is_asked_about_once():
    game = stopped()

    assert second_opinion.ask_next(now=timezone.now())
    assert not second_opinion.ask_next(now=timezone.now())

    assert reload(game).second_opinion == {"engine": "Fake", "dead": ["E9"]}


@pytest.mark.django_db
@pytest.mark.usefixtures("engine")
def test_an_answer_about_a_position_that_has_gone_is_dropped(monkeypatch):
    game = stopped()
    ask = second_opinion.opinion

    def slowly(*arguments):
        act(game, verbs.Resume, now=timezone.now())
        return ask(*arguments)

    monkeypatch.setattr(second_opinion, "opinion", slowly)
    second_opinion.ask_next(now=timezone.now())

    assert reload(game).second_opinion is None


@pytest.mark.django_db
def test_a_failing_engine_leaves_the_game_as_it_is(settings):
    settings.IGO_GTP_ENGINE = " ".join(fake("crash"))
    game = stopped()

    assert second_opinion.ask_next(now=timezone.now())
    assert not second_opinion.ask_next(now=timezone.now())
    assert reload(game).second_opinion is None


def test_without_an_engine_nobody_is_asked(settings):
    settings.IGO_GTP_ENGINE = ""

    assert second_opinion.start() is None


@pytest.mark.django_db
@pytest.mark.usefixtures("engine")
def test_the_marking_side_sees_it_and_may_take_it_over(client):
    game = stopped()
    second_opinion.ask_next(now=timezone.now())
    client.force_login(to_act(game))
    text = client.get(f"/g/{game.pk}/").content.decode()

    assert "Use the marking of <bdi>Fake</bdi>" in text
    assert 'name="dead" value="E9"' in text
    marking = Caller(client, to_act(game)).get(f"games/{game.pk}/").json()["marking"]
    assert marking["second_opinion"] == {"engine": "Fake", "dead": ["E9"]}


@pytest.mark.django_db
@pytest.mark.usefixtures("engine")
def test_the_answering_side_sees_where_the_engine_differs(client):
    game = stopped()
    second_opinion.ask_next(now=timezone.now())
    act(game, verbs.Propose, dead=dead(game, "B5"), now=timezone.now())
    client.force_login(side(game, Color.WHITE))

    assert "marks differently at <bdi>B5, E9</bdi>" in client.get(f"/g/{game.pk}/").content.decode()
