"""The server's own bot: its account, its process, and the links to it."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.test import Client as Browser

from accounts.models import ApiToken, Player
from accounts.security.tokens import authenticate_token
from foundation import timesource
from goserver.startup import server_bot
from igo_client import Client
from tests.bot.live import site
from tests.factories import make_player
from tests.support.newcomers import sign_up
from tests.support.programs import need
from tests.support.servers import SECONDS_TO_START

NAME = "igo-bot"


@pytest.mark.django_db
def test_its_account_is_a_bot_that_nobody_can_sign_in_to():
    text = server_bot.replace_bot_token()

    bot = Player.objects.get(username=NAME)
    assert bot.is_bot
    assert not bot.has_usable_password()
    assert authenticate_token(text, timesource.now()).scopes == ["bot:play"]


@pytest.mark.django_db
def test_a_new_token_ends_the_older_one():
    first, second = server_bot.replace_bot_token(), server_bot.replace_bot_token()

    assert authenticate_token(first, timesource.now()) is None
    assert authenticate_token(second, timesource.now()) is not None
    assert ApiToken.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("fields", [{"is_bot": False}, {"is_bot": True}])
def test_somebodys_account_is_not_taken(fields):
    make_player(NAME, **fields)

    with pytest.raises(ImproperlyConfigured, match="Choose another name"):
        server_bot.replace_bot_token()


def test_behind_a_proxy_its_requests_say_that_they_are_secure(settings):
    settings.ALLOWED_HOSTS, settings.PRODUCTION, settings.IGO_PROXIES = [".example.org", "go.example.org"], True, 1

    assert server_bot.self_request_headers() == {"Host": "go.example.org", "X-Forwarded-Proto": "https"}


def test_on_one_machine_its_requests_say_nothing_more(settings):
    settings.ALLOWED_HOSTS, settings.PRODUCTION = ["localhost", "127.0.0.1"], False

    assert server_bot.self_request_headers() == {}


@pytest.mark.django_db
@pytest.mark.parametrize("on", [True, False])
def test_the_waiting_room_has_a_button_to_play_it_when_it_is_switched_on(settings, on):
    settings.IGO_HOUSE_BOT = on

    page = Browser().get("/waiting/").content.decode()

    assert ('action="/play/"' in page) is on


def test_a_bot_without_a_token_says_where_to_put_it(monkeypatch):
    monkeypatch.delenv(server_bot.TOKEN_VARIABLE, raising=False)

    with pytest.raises(CommandError, match="IGO_BOT_TOKEN"):
        call_command("bot")


@pytest.mark.django_db(transaction=True)
def test_an_account_that_is_no_bot_is_refused(live_server, monkeypatch):
    from accounts.security.scopes import USUAL
    from accounts.security.tokens import NewToken, make_token

    player = make_player("aino")
    token = make_token(player=player, wanted=NewToken("t", USUAL, None), now=timesource.now())[1]
    monkeypatch.setenv(server_bot.TOKEN_VARIABLE, token)

    with pytest.raises(CommandError, match="aino is not a bot"):
        call_command("bot", "--url", live_server.url)


def processes() -> list[tuple[int, int, str]]:
    """All processes of this machine: number, who started it, state."""
    command = [need("ps"), "-A", "-o", "pid=,ppid=,state="]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [(int(number), int(parent), state) for number, parent, state in map(str.split, output.splitlines())]


def children_of(process: int) -> set[int]:
    """The processes that this one started."""
    return {child for child, parent, _ in processes() if parent == process}


def is_alive(process: int) -> bool:
    """Whether it runs; one that ended and is not yet forgotten does not."""
    return any(number == process and state[0] != "Z" for number, _, state in processes())


def until(true, seconds=SECONDS_TO_START):
    """Wait for it; return whether it came true."""
    for _ in range(seconds * 10):
        if true():
            return True
        time.sleep(0.1)
    return False


def test_it_plays_at_once_comes_back_when_it_dies_and_ends_with_the_server(tmp_path):
    with site(tmp_path, IGO_HOUSE_BOT="1") as server:
        client, process = Client(server.url, sign_up(server.url, "aino")), server.server.process.pid
        assert until(lambda: children_of(process))
        first = children_of(process)

        offer = client.offer(size=9, opponent=NAME, color="white")
        assert until(lambda: client.challenge(offer["id"])["game"] is not None)
        game = client.challenge(offer["id"])["game"]
        assert until(lambda: client.game(game)["number"] == 1)
        black = client.game(game)["players"][0]
        assert (black["color"], black["username"], black["bot"]) == ("B", NAME, True)

        for child in first:
            os.kill(child, signal.SIGKILL)
        assert until(lambda: children_of(process) - first)
        client.play(game, next(iter(client.game(game, legal=True)["legal"]["points"])), expected=1)
        assert until(lambda: client.game(game)["number"] == 3)

        second = children_of(process)
        server.server.kill()
        assert until(lambda: not any(map(is_alive, second)))


def test_a_lower_level_plays_too(tmp_path):
    with site(tmp_path, IGO_HOUSE_BOT="1") as server:
        client = Client(server.url, sign_up(server.url, "aino"))

        offer = client.offer(size=9, opponent=f"{NAME}-1", color="white")

        assert until(lambda: client.challenge(offer["id"])["game"] is not None)
        game = client.challenge(offer["id"])["game"]
        assert until(lambda: client.game(game)["number"] == 1)
