"""Engines that speak GTP: real ones, and those that misbehave."""

from __future__ import annotations

import os
import sys
import time

import pytest

from gtp import Engine, EngineError, opinion
from rules import RULE_SETS, Color, Setup, new_game
from tests.diagrams import board
from tests.gtp.engines import fake
from tests.support.programs import need

WALLS = """
. . X O .
. . X O .
O . X O .
. . X O .
. . X O .
"""


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
