"""A real browser and a real server with sockets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect, sync_playwright

from tests.support.databases import DEMO_PASSWORD as PASSWORD
from tests.support.databases import put_demo
from tests.support.programs import find, need
from tests.support.servers import free_port, wait_until_open

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-quic"]  # fmt: skip
PATIENCE = 60_000
"""Milliseconds until a page counts as stuck, however slow the machine is."""
expect.set_options(timeout=PATIENCE)


class Site:
    """A server with its database in the test's folder, filled by `fill`."""

    def __init__(self, folder: Path, fill: Callable[[Path], Path] = put_demo, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {**os.environ, "IGO_DATA_DIR": str(folder), "IGO_BOOTSTRAPPED": "1", "IGO_HOUSE_BOT": "1"}
        self.environment |= environment
        for name in ("DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE"):
            self.environment.pop(name, None)
        self.database = fill(folder)

    def start(self) -> None:
        """Start or restart the server, and wait until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(self.port)],
            cwd=ROOT, env=self.environment, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        assert wait_until_open(self.port)
        with urllib.request.urlopen(f"{self.url}/readyz") as answer:
            assert answer.status == 200

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, check=True, capture_output=True, text=True)
        return done.stdout

    def stop(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(20)
        self.process.kill()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    running = Site(tmp_path_factory.mktemp("data"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def launcher():
    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="session")
def chromium(launcher):
    """Return Chromium without windows, if it is installed: it draws no tabs and bars around pages.

    It has no push: a page with a service worker that asks for one crashes. Such a test uses `whole_chromium`.
    """
    with _launched(launcher, find("chromium-headless-shell") or need("chromium")) as browser:
        yield browser


@pytest.fixture(scope="session")
def whole_chromium(launcher):
    """Return Chromium as users have it."""
    with _launched(launcher, need("chromium")) as browser:
        yield browser


@contextmanager
def _launched(launcher: BrowserType, program: str):
    browser = launcher.launch(executable_path=program, args=CHROMIUM)
    try:
        yield browser
    finally:
        browser.close()


SESSIONS = """
import json
from django.db import transaction
from accounts.models import Player
from accounts.security.session_store import SessionStore
from tests.access.visitors import session_of
def made_for(name):
    session = SessionStore(session_of(Player.objects.get(username=name)))
    session["account_authentication_methods"][0]["at"] += 3600
    session.save()
    return session.session_key
with transaction.atomic():
    made = {name: [made_for(name) for _ in range(number)]
            for name, number in (("aino", 9), ("hana", 9), ("goran", 6), ("babak", 2), ("fiona", 1))}
print(json.dumps(made))
"""


@pytest.fixture(scope="session")
def sessions(site):
    """Return session keys by username, to be used once: checking a password takes half a second. They count as recently
    signed in for an hour. Emre has none, because test_sessions.py changes his password, which ends them."""
    return json.loads(site.manage("shell", "-v0", "-c", SESSIONS).splitlines()[-1])


@pytest.fixture
def visit(chromium, site, sessions):
    """Return a function that opens the site as a user: visit("aino", lang="fi", width=360, javascript=False) returns an
    empty page."""
    with visits(chromium, site.url, sessions) as open_page:
        yield open_page


@contextmanager
def visits(chromium, url, sessions: Mapping[str, list[str]] = MappingProxyType({})):
    """Yield the same function for a server at this address, with these sessions while there are any."""
    contexts = []

    def open_page(name="", *, lang="en", width=1280, height=800, javascript=True, theme="light", **more) -> Page:
        more.setdefault("service_workers", "block")  # it would hide requests from page.route
        context = chromium.new_context(
            **more,
            base_url=url,
            locale=lang,
            viewport={"width": width, "height": height},
            java_script_enabled=javascript,
            color_scheme=theme,
        )
        contexts.append(context)
        if sessions.get(name):
            context.add_cookies([{"name": "sessionid", "value": sessions[name].pop(), "url": url}])
        elif name:
            _sign_in_without_a_page(context, name)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.problems = []
        page.on("console", lambda m: page.problems.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        return page

    try:
        yield open_page
    finally:
        for context in contexts:
            context.close()


def _sign_in_without_a_page(context: BrowserContext, name: str) -> None:
    """Sign in as a browser does, without rendering, because nearly every test starts this way."""
    context.request.get("/accounts/login/", timeout=PATIENCE)
    (token,) = [cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrftoken"]
    form = {"login": name, "password": PASSWORD, "csrfmiddlewaretoken": token}
    answer = context.request.post("/accounts/login/", form=form, timeout=PATIENCE)
    assert answer.url.endswith("/games/"), answer.url  # which has also said that one is signed in


def sign_in(page: Page, name: str) -> None:
    """Sign in with the form, as a user does."""
    page.goto("/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    page.wait_for_url("**/games/")
