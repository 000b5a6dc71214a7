"""A bot's engine: the operator sees its errors, and no part of it remains when the bot ends."""

from __future__ import annotations

import shlex
import signal
import sys

import pytest

from tests.bot.live import ROOT, site
from tests.bot.test_server_bot import is_alive, until

pytestmark = pytest.mark.xdist_group("bots")


def test_the_engine_ends_with_its_bot_however_that_ends_and_the_log_has_what_it_did(tmp_path):
    asked = tmp_path / "asked"
    engine = shlex.join([sys.executable, str(ROOT / "tests" / "bot" / "always_a1.py"), str(asked)])
    with site(tmp_path) as server:
        client = server.client("aino")
        bot = server.add_bot("ishi", "--engine", engine, "--seconds", "50")
        game = begun(client, bot)
        client.play(game, "E5", expected=1)
        assert until(lambda: client.game(game)["number"] == 3)

        log = bot.log.read_text()
        assert "(stderr): always A1: ready" in log
        assert f"game {game}, move 3: B A1 of the engine is illegal (occupied)" in log
        assert "the engine's own board" in log
        text = asked.read_text().splitlines()
        genmoves = [number for number, line in enumerate(text) if line == "genmove B"]
        assert len(genmoves) == 2
        for place in genmoves:
            assert text[place - 2 : place] == ["time_settings 0 5 1", "time_left B 5 1"]

        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            pid = int(asked.read_text().splitlines()[0])
            assert is_alive(pid)
            bot.process.send_signal(number)
            bot.process.wait(timeout=30)
            assert until(lambda pid=pid: not is_alive(pid)), number
            if number is not signal.SIGKILL:
                asked.unlink()
                bot.start()
                begun(client, bot)
        assert "Stopped. The games continue" in bot.log.read_text()
        assert "Traceback" not in bot.log.read_text()


def begun(client, bot):
    """Offer a game to the bot, which plays first, and return the game once its engine has been asked."""
    offer = client.offer(size=9, opponent="ishi", color="white")
    assert until(lambda: client.challenge(offer["id"])["game"] is not None), bot.log.read_text()
    game = client.challenge(offer["id"])["game"]
    assert until(lambda: client.game(game)["number"]), bot.log.read_text()
    return game
