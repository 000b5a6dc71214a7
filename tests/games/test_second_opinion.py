"""A second opinion by a GTP engine: real ones, and those that misbehave."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest
from django.utils import timezone

from bot.engine import Engine, EngineError, opinion
from games import second_opinion, services
from rules import RULE_SETS, Color, Setup, new_game
from tests.diagrams import board
from tests.factories import act, reload, side, to_act
from tests.games.api.test_api import Caller
from tests.support.games import dead
from tests.support.games import just_stopped as stopped
from tests.support.programs import need

FAKE = Path(__file__).with_name("fake_engine.py")
WALLS = """
. . X O .
. . X O .
O . X O .
. . X O .
. . X O .
"""


def fake(how: str) -> list[str]:
    return [sys.executable, str(FAKE), how]


def ended():
    """A finished position."""
    ruleset = RULE_SETS["japanese"]
    return new_game(Setup(5, 5, ruleset, ruleset.komi[0], start=tuple(board(WALLS).rows()), first=Color.BLACK))


def test_gnu_go_names_the_dead_stones():
    name, stones = opinion(ended(), [need("gnugo"), "--mode", "gtp"], 30)

    assert name == "GNU Go"
    assert stones == {(0, 2)}


def test_the_engine_sees_every_stone_and_its_answer_is_read():
    name, stones = opinion(ended(), fake("first"), 20)

    assert (name, stones) == ("Fake", {(2, 0)})


@pytest.mark.parametrize("how", ["crash", "refuse", "nonsense", "empty", "babble"])
def test_an_engine_that_misbehaves_is_one_error_and_leaves_no_process(how):
    with pytest.raises(EngineError):
        opinion(ended(), fake(how), 20)


def test_an_engine_that_is_silent_is_not_waited_for():
    engine = Engine(fake("silence"), seconds=0.5)
    start = time.monotonic()
    with engine, pytest.raises(EngineError, match="in time"):
        engine.send("name")

    assert time.monotonic() - start < 30
    with pytest.raises(ProcessLookupError):
        os.kill(engine.process.pid, 0)


def test_a_missing_program_is_an_error_that_names_it():
    with pytest.raises(EngineError, match="no-such-engine"):
        opinion(ended(), ["no-such-engine"], 5)


def test_engines_see_no_secret(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "canary")
    code = "import os,sys;sys.stdin.readline();print('=', os.environ.get('SECRET_KEY'), '\\n', flush=True)"

    with Engine([sys.executable, "-c", code], 20) as engine:
        assert engine.send("name") == "None"


# in a game


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
        act(game, services.resume, now=timezone.now())
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

    assert "Mark as <bdi>Fake</bdi> does" in text
    assert 'name="dead" value="E9"' in text
    marking = Caller(client, to_act(game)).get(f"games/{game.pk}/").json()["marking"]
    assert marking["second_opinion"] == {"engine": "Fake", "dead": ["E9"]}


@pytest.mark.django_db
@pytest.mark.usefixtures("engine")
def test_the_answering_side_sees_where_the_engine_differs(client):
    game = stopped()
    second_opinion.ask_next(now=timezone.now())
    act(game, services.propose, dead=dead(game, "B5"), now=timezone.now())
    client.force_login(side(game, Color.WHITE))

    assert "marks otherwise at <bdi>B5, E9</bdi>" in client.get(f"/g/{game.pk}/").content.decode()
