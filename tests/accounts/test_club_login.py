"""Signing in with a club's accounts: two servers, one of which is the club's provider, over HTTP."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
import requests

from tests.support.databases import put_migrated
from tests.support.servers import free_port, wait_until_open

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "correct horse"
AT_THE_CLUB = """
import django; django.setup()
from allauth.account.models import EmailAddress
from django.core.management import call_command
from tests.factories import make_player
for name, address in (("aino", "aino@example.org"), ("dana", "dana@example.org"), ("eino", "eino@example.org")):
    player = make_player(name)
    EmailAddress.objects.create(user=player, email=address, verified=True, primary=True)
call_command("register_site", "Our server", {back!r})
"""
HERE = """
import django; django.setup()
from allauth.account.models import EmailAddress
from tests.factories import make_player
aino, dana = make_player("aino"), make_player("dana")
EmailAddress.objects.create(user=aino, email=aino.email, verified=True, primary=True)
"""
DO = """
import django; django.setup()
from accounts.models import Player
from django.utils import timezone
dana = Player.objects.get(username="dana")
{what}
"""
DANAS = "SELECT count(*) FROM socialaccount_socialaccount s JOIN accounts_player p ON p.id = s.user_id WHERE p.id = 2"


def statement(database: Path, asked: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
    """Ask this server's database, next to it."""
    with closing(sqlite3.connect(database)) as connection, connection:
        return connection.execute(asked, values).fetchall()


@contextmanager
def server(folder: Path, port: int, **settings: str):
    """One that runs; gives its environment, for what is done next to it."""
    environment = {**os.environ, "IGO_DATA_DIR": str(folder), "IGO_BOOTSTRAPPED": "1",
                   "DJANGO_SETTINGS_MODULE": "goserver.settings", **settings}  # fmt: skip
    for name in ("DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE"):
        environment.pop(name, None)
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as process:
        assert wait_until_open(port)
        yield environment
        process.terminate()


def run(code: str, environment: dict[str, str]) -> str:
    """Do something next to a server that runs."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The address of this server, and a way to do something in its database. The club's is called localhost, this one
    127.0.0.1: browsers keep their cookies apart."""
    club, here = free_port(), free_port()
    with ExitStack() as stack:
        folders = [put_migrated(tmp_path_factory.mktemp(name)).parent for name in ("club", "here")]
        at_club = stack.enter_context(server(folders[0], club, IGO_OIDC="1"))
        back = f"http://127.0.0.1:{here}/accounts/oidc/club/login/callback/"
        result = dict(line.split(": ", 1) for line in run(AT_THE_CLUB.format(back=back), at_club).splitlines())
        ours = stack.enter_context(
            server(folders[1], here, IGO_LOGIN_OIDC_URL=f"http://localhost:{club}", IGO_LOGIN_OIDC_NAME="Tampere club",
                   IGO_LOGIN_OIDC_ID=result["Client ID"], IGO_LOGIN_OIDC_SECRET=result["Client secret"])
        )  # fmt: skip
        run(HERE, ours)
        yield (
            f"http://127.0.0.1:{here}",
            f"http://localhost:{club}",
            lambda asked, *values: statement(folders[1] / "igo.sqlite3", asked, values),
            lambda what: run(DO.format(what=what), ours),
        )


def send(browser: requests.Session, page: requests.Response, path: str, **fields: str) -> requests.Response:
    """Send a form of this page."""
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)[1]
    base = "/".join(page.url.split("/")[:3])
    return browser.post(base + path, {"csrfmiddlewaretoken": token, **fields}, headers={"Referer": page.url})


def come(
    both, name: str, browser: requests.Session | None = None, connect: str = ""
) -> tuple[requests.Session, requests.Response]:
    """Sign in at the club, then here by the club."""
    here, club, *_ = both
    browser = browser or requests.Session()
    send(browser, browser.get(f"{club}/accounts/login/"), "/accounts/login/", login=name, password=PASSWORD)
    page = browser.get(f"{here}{'/accounts/3rdparty/' if connect else '/accounts/login/'}")
    assert "Tampere club" in page.text
    asks = send(browser, page, f"/accounts/oidc/club/login/{connect}")
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', asks.text))
    values = {key: value.replace("&quot;", '"').replace("&amp;", "&") for key, value in hidden.items()}
    consent = {**values, "action": "grant", "scopes": ["openid", "profile", "email"]}
    return browser, browser.post(asks.url.partition("?")[0], consent)


@pytest.mark.nightly
def test_a_member_chooses_a_name_comes_back_to_the_same_account_and_takes_nobodys(both):
    here, _, look, _ = both
    browser, page = come(both, "aino")
    assert page.url == f"{here}/accounts/3rdparty/signup/"
    for taken in ("aino", "Aino", "admin", "a"):
        page = send(browser, page, "/accounts/3rdparty/signup/", username=taken, email="")
        assert "/signup/" in page.url, taken  # her name here is an account of its own, with the same address
    send(browser, page, "/accounts/3rdparty/signup/", username="aino.club", email="")
    assert "aino.club" in browser.get(f"{here}/").text

    browser, page = come(both, "aino")

    assert "aino.club" in browser.get(f"{here}/").text
    (user, name) = look(
        "SELECT p.id, p.username FROM socialaccount_socialaccount s JOIN accounts_player p ON p.id = s.user_id "
        "WHERE p.username LIKE 'aino%'"
    )[0]
    assert name == "aino.club"
    assert look("SELECT count(*) FROM account_emailaddress WHERE verified AND user_id = ?", user) == [(0,)]


@pytest.mark.nightly
def test_who_is_signed_in_connects_the_two_and_a_second_factor_is_asked_for_all_the_same(both):
    here, _, look, do = both
    browser = requests.Session()
    send(browser, browser.get(f"{here}/accounts/login/"), "/accounts/login/", login="dana", password=PASSWORD)
    browser, page = come(both, "dana", browser, "?process=connect")
    if "reauthenticate" in page.url:
        page = send(browser, page, page.url.removeprefix(here), password=PASSWORD)
    assert look(DANAS) == [(1,)]
    do("from tests.factories import give_second_factor; give_second_factor(dana)")

    browser, page = come(both, "dana")

    assert "/2fa/authenticate/" in page.url
    assert browser.get(f"{here}/games/").url.endswith("/accounts/2fa/authenticate/")
    look("UPDATE accounts_player SET is_active = 0 WHERE username = 'dana'")
    browser, page = come(both, "dana")
    assert "/accounts/inactive/" in page.url
    do("from accounts.privacy.account_deletion import delete; delete(player=dana, now=timezone.now())")
    assert look(DANAS) == [(0,)]


@pytest.mark.nightly
def test_an_answer_that_nobody_asked_for_signs_nobody_in(both):
    here = both[0]
    answer = requests.get(f"{here}/accounts/oidc/club/login/callback/?code=guessed&state=guessed")

    assert "Signing in with" in answer.text
    assert "/accounts/login/" in requests.get(f"{here}/games/", cookies=answer.cookies).url


def test_it_is_off_unless_it_is_switched_on(client, db):
    assert client.get("/accounts/3rdparty/").status_code == 404
    assert "/oidc/" not in client.get("/accounts/login/").content.decode()
