"""GTP engines: real ones, and some that misbehave."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gtp import Engine, EngineError, error_log, second_opinion
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
    name, stones = second_opinion(ended(), [need("gnugo"), "--mode", "gtp"], 30)

    assert name == "GNU Go"
    assert stones == {(0, 2)}


def test_the_engine_sees_every_stone_and_its_answer_is_read():
    name, stones = second_opinion(ended(), fake("first"), 20)

    assert (name, stones) == ("Fake", {(2, 0)})


@pytest.mark.parametrize("how", ["crash", "refuse", "nonsense", "empty", "babble"])
def test_an_engine_that_misbehaves_is_one_error_and_leaves_no_process(how):
    with pytest.raises(EngineError):
        second_opinion(ended(), fake(how), 20)


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
        second_opinion(ended(), ["no-such-engine"], 5)


def python(code):
    """The command of an engine that is this program."""
    return [sys.executable, "-c", code]


def test_what_an_engine_complains_about_is_logged_and_is_in_the_error(caplog):
    code = "import sys; sys.stdin.readline(); print('Could not open model.bin', file=sys.stderr); sys.exit(1)"

    with Engine(python(code), 20) as engine, pytest.raises(EngineError, match="ended at 'name': Could not open model"):
        engine.send("name")

    assert "(stderr): Could not open model.bin" in caplog.text


def test_an_engine_that_complains_without_end_is_read_and_its_log_is_bounded(caplog):
    code = "import sys; sys.stderr.write('x' * 999 + '\\n' + 'again\\n' * 99_999); print('= done\\n', flush=True)"

    with Engine(python(f"{code}; sys.stdin.read()"), 20) as engine:
        assert engine._read_response("nothing", engine.deadline) == "= done"

    assert len(caplog.records) == error_log.LINES_A_MINUTE + 1
    assert max(map(len, caplog.messages)) < 400
    assert f"{100_003 - error_log.LINES_A_MINUTE} more lines are left out" in caplog.messages[-1]


def test_an_engine_is_ended_with_the_process_that_started_it_even_by_sigkill():
    stays = "import sys, time; print('= here\\n', flush=True); sys.stdin.read(); time.sleep(600)"
    starts = f"from gtp import Engine; import sys; engine = Engine([sys.executable, '-c', {stays!r}], 20)"
    code = f"{starts}; engine.send('name'); print(engine.process.pid, flush=True); sys.stdin.read()"
    parent = subprocess.Popen(python(code), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    number = int(parent.stdout.readline())
    os.kill(number, 0)

    parent.kill()
    parent.communicate()

    for _ in range(300):
        if not is_alive(number):
            break
        time.sleep(0.1)
    assert not is_alive(number)


def is_alive(number):
    """Whether this process runs; one that ended and is not yet waited for does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_engines_see_no_secret(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "canary")
    code = "import os,sys;sys.stdin.readline();print('=', os.environ.get('SECRET_KEY'), '\\n', flush=True)"

    with Engine([sys.executable, "-c", code], 20) as engine:
        assert engine.send("name") == "None"
