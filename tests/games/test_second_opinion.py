"""A GTP engine's second opinion in a game."""

from __future__ import annotations

from datetime import timedelta

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

    assert second_opinion.ask_engine_about_next_game(now=timezone.now())
    assert not second_opinion.ask_engine_about_next_game(now=timezone.now())

    assert reload(game).second_opinion == {"engine": "Fake", "dead": ["E9"]}


@pytest.mark.django_db
@pytest.mark.usefixtures("engine")
def test_an_answer_about_a_position_that_has_gone_is_dropped(monkeypatch):
    game = stopped()
    ask = second_opinion.second_opinion

    def slowly(*arguments):
        act(game, verbs.Resume, now=timezone.now())
        return ask(*arguments)

    monkeypatch.setattr(second_opinion, "second_opinion", slowly)
    second_opinion.ask_engine_about_next_game(now=timezone.now())

    assert reload(game).second_opinion is None


@pytest.mark.django_db
def test_an_engine_that_fails_is_asked_again_and_the_players_see_it(settings, client):
    settings.IGO_GTP_ENGINE = " ".join(fake("crash"))
    game, now, sentence = (
        stopped(),
        timezone.now(),
        "The engine gave no second opinion. Check the dead stones yourself.",
    )
    client.force_login(to_act(game))
    caller = Caller(client, to_act(game))
    assert sentence not in client.get(f"/g/{game.pk}/").content.decode()

    assert second_opinion.ask_engine_about_next_game(now=now)
    assert not second_opinion.ask_engine_about_next_game(now=now)
    assert sentence in client.get(f"/g/{game.pk}/").content.decode()
    marking = caller.get(f"games/{game.pk}/").json()["marking"]
    assert (marking["second_opinion"], marking["second_opinion_failed"]) == (None, True)

    settings.IGO_GTP_ENGINE = " ".join(fake("first"))
    assert second_opinion.ask_engine_about_next_game(now=now + second_opinion.ASK_AGAIN + timedelta(seconds=1))
    assert sentence not in client.get(f"/g/{game.pk}/").content.decode()
    marking = caller.get(f"games/{game.pk}/").json()["marking"]
    assert (marking["second_opinion"], marking["second_opinion_failed"]) == ({"engine": "Fake", "dead": ["E9"]}, False)


@pytest.mark.django_db
def test_who_decides_about_a_proposal_sees_that_the_engine_gave_no_answer(settings, client):
    settings.IGO_GTP_ENGINE = " ".join(fake("crash"))
    game = stopped()
    second_opinion.ask_engine_about_next_game(now=timezone.now())
    act(game, verbs.Propose, dead=dead(game, "B5"), now=timezone.now())
    client.force_login(side(game, Color.WHITE))

    assert (
        "The engine gave no second opinion. Check the dead stones yourself."
        in client.get(f"/g/{game.pk}/").content.decode()
    )


def test_without_an_engine_nobody_is_asked(settings):
    settings.IGO_GTP_ENGINE = ""

    assert second_opinion.start_thread() is None


@pytest.mark.django_db
@pytest.mark.usefixtures("engine")
def test_the_marking_side_sees_it_and_may_take_it_over(client):
    game = stopped()
    second_opinion.ask_engine_about_next_game(now=timezone.now())
    client.force_login(to_act(game))
    text = client.get(f"/g/{game.pk}/").content.decode()

    assert "Use <bdi>Fake</bdi>'s marking" in text
    assert 'name="dead" value="E9"' in text
    marking = Caller(client, to_act(game)).get(f"games/{game.pk}/").json()["marking"]
    assert marking["second_opinion"] == {"engine": "Fake", "dead": ["E9"]}


@pytest.mark.django_db
@pytest.mark.usefixtures("engine")
def test_the_answering_side_sees_where_the_engine_differs(client):
    game = stopped()
    second_opinion.ask_engine_about_next_game(now=timezone.now())
    act(game, verbs.Propose, dead=dead(game, "B5"), now=timezone.now())
    client.force_login(side(game, Color.WHITE))

    assert "disagrees about the stones at <bdi>B5, E9</bdi>" in client.get(f"/g/{game.pk}/").content.decode()
