"""Bots that play whole games on a real server, also when every process is killed repeatedly."""

from __future__ import annotations

import os
import random
import shlex
import sys
import time

import pytest

from tests.bot.live import ROOT, site, wait_for_the_end
from tests.support.programs import need

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("bots")]
GAMES = int(os.environ.get("IGO_BOT_GAMES", "2"))
KILLS = int(os.environ.get("IGO_KILLS", "4"))
"""The number of kills, after which the games finish undisturbed: each start costs seconds of processor time."""
SEED = int(os.environ.get("IGO_BOT_SEED", "1"))
SIZE = int(os.environ.get("IGO_BOT_SIZE", "7"))
SECONDS_FOR_A_GAME = 600
ACTIONS_BETWEEN_KILLS = (1, 8)
LONGEST_QUIET = 8.0
"""Seconds after which a process is killed even if no move was played, so that starting processes are also killed."""
BUILT_IN = shlex.join([sys.executable, str(ROOT / "bot" / "__main__.py")])


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for all; every test brings its own bots."""
    with site(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(autouse=True)
def _no_bots_are_left(server):
    yield
    server.stop_bots()


@pytest.fixture
def gnugo():
    """The command of GNU Go."""
    return shlex.join([need("gnugo"), "--mode", "gtp", "--level", "1"])


def offer(client, n, size=9):
    """Offer a game to the other bot and wait until it has begun."""
    made = client.offer(size=size, opponent="ishi", color="black" if n % 2 else "white")
    for _ in range(1800):
        found = client.challenge(made["id"])
        if found["game"] is not None:
            return found["game"]
        time.sleep(0.1)
    raise AssertionError("the offer was not accepted")


def numbers(client, game):
    return [action["number"] for action in client.actions(game)]


def test_gnu_go_and_the_built_in_player_play_a_game_to_an_accepted_result(server, gnugo):
    server.add_bot("ishi", "--engine", gnugo)
    server.add_bot("kosumi", "--engine", BUILT_IN)
    client = server.client("kosumi")

    game = offer(client, 1)
    [state] = wait_for_the_end(client, [game], SECONDS_FOR_A_GAME)

    record = list(client.actions(game))
    assert state["result"]
    assert record[-1]["kind"] in ("accept", "resign")
    assert [action["number"] for action in record] == list(range(1, state["number"] + 1))
    assert "0 faults" in server.manage("check_games")


def test_no_move_is_lost_or_doubled_when_the_server_and_the_bots_are_killed(server, gnugo):
    dice = random.Random(SEED)
    server.add_bot("ishi", "--engine", gnugo)
    server.add_bot("kosumi", "--engine", BUILT_IN)
    client = server.client("kosumi")
    games = [offer(client, n, SIZE) for n in range(GAMES)]

    kills = kill_until_the_end(server, client, games, dice)
    states = wait_for_the_end(client, games, SECONDS_FOR_A_GAME)

    for state in states:
        assert numbers(client, state["id"]) == list(range(1, state["number"] + 1))
    assert len(set(games)) == GAMES
    assert "0 faults" in server.manage("check_games", *map(str, games))
    print(f"{GAMES} games, {sum(kills.values())} kills: {kills}")
    assert all(kills.values()), kills


def kill_until_the_end(server, client, games, dice):
    """Kill one of the processes after another until all games are over, or until there were enough; count the kills.
    When is counted in actions, so that as much happens in between on a slow machine as on a fast one."""
    kills = dict.fromkeys(("server", "ishi", "kosumi"), 0)
    until = time.monotonic() + SECONDS_FOR_A_GAME * len(games)
    while sum(kills.values()) < KILLS and time.monotonic() < until:
        if all(state["phase"] == "finished" for state in wait_for_actions(client, games, dice)):
            break
        least = [name for name, count in kills.items() if count == min(kills.values())]
        victim = dice.choice(least)
        kills[victim] += 1
        if victim == "server":
            server.server.kill()
            server.start()
        else:
            bot = server.bots[victim == "kosumi"]
            bot.kill()
            bot.start()
    return kills


def wait_for_actions(client, games, dice):
    """Until someone has done a few things more, or no one anything for a while; the games then."""
    states = [client.game(game) for game in games]
    wanted = sum(state["number"] for state in states) + dice.randint(*ACTIONS_BETWEEN_KILLS)
    until = time.monotonic() + LONGEST_QUIET
    while time.monotonic() < until and sum(state["number"] for state in states) < wanted:
        time.sleep(dice.uniform(0.05, 0.2))
        states = [client.game(game) for game in games]
    return states


def test_what_the_rules_of_the_bot_forbid_is_declined_and_the_rest_accepted(server):
    server.add_bot("ishi", "--engine", BUILT_IN, "--sizes", "9", "--no-private", "--max-games", "1")
    client = server.client("aino")

    refused = [
        client.offer(size=13, opponent="ishi"),
        client.offer(width=9, height=7, opponent="ishi"),
        client.offer(size=9, opponent="ishi", private=True),
    ]
    game = offer(client, 0)
    refused.append(client.offer(size=9, opponent="ishi"))

    for made in refused:
        assert status_of(client, made["id"]) == "declined"
    assert client.game(game)["phase"] == "play"


def status_of(client, challenge):
    """Wait until an offer is no longer open, and return its status."""
    for _ in range(1800):
        found = client.challenge(challenge)["status"]
        if found != "open":
            return found
        time.sleep(0.1)
    return "open"


def test_two_bots_that_never_agree_come_to_an_end_all_the_same(server):
    stubborn = shlex.join([sys.executable, str(ROOT / "tests" / "bot" / "stubborn.py")])
    server.add_bot("ishi", "--engine", stubborn)
    server.add_bot("kosumi", "--engine", stubborn)
    client = server.client("kosumi")

    [state] = wait_for_the_end(client, [offer(client, 1)], SECONDS_FOR_A_GAME)

    actions = list(client.actions(state["id"]))
    assert "settle" in {action["kind"] for action in actions} | {action.get("then") for action in actions}
    assert (actions[-1]["kind"], state["end_reason"]) == ("reject", "score")  # R17: counted as it stands
