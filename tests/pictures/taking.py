"""A server for a source tree, and pictures of its pages."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, FloatRect, Page, StorageState, sync_playwright

from tests.browser.conftest import CHROMIUM
from tests.browser.test_pages import DIRECTING, MORE, PAGES, SIGNED_OUT
from tests.support.programs import need
from tests.support.servers import free_port, wait_until_open

PASSWORD = "pictures-of-a-quiet-board"
SITE_NAME = "Helsingin Go-palvelu"
"""A name of 20 letters, which is as long as a name may be expected."""
MORE_GAMES = 40
"""The games of a busy player, whose lists are full."""
HEIGHT = {360: 740, 1280: 800}
ANOTHER_HEIGHT = 900
TALLEST = 6000
"""Pixels: what is further down a page of reference is more of the same, and a browser paints it for half a minute."""
PATIENCE = 120_000
"""Milliseconds for one picture, for a machine that does other things as well."""
Look = tuple[str, str, int]
"""Language, theme, width."""


@dataclass(frozen=True)
class Wanted:
    """Which pictures: every page whose name contains `pages`, in each of the languages, themes and widths (pixels)."""

    pages: str = ""
    languages: Sequence[str] = ("en", "fi", "fa")
    themes: Sequence[str] = ("light", "dark", "contrast")
    widths: Sequence[int] = (360, 768, 1280, 1920)

    def visits(self) -> list[tuple[str, str, str]]:
        """Return the username, the picture's title and the page's path for each picture."""
        both = [("aino", title, path) for title, path in (MORE | PAGES).items()]
        both += [(name, title, path) for name, pages in DIRECTING.items() for title, path in pages.items()]
        both += [("", f"{title} signed out", path) for title, path in SIGNED_OUT.items()]
        return [visit for visit in both if self.pages in visit[1]]


def take(tree: Path, folder: Path, wanted: Wanted) -> list[str]:
    """Write the pictures of the site that this tree serves, with the games of `manage.py demo`; their names.

    A page that an earlier tree does not have is pictured as that tree answers.
    """
    names = []
    with site(tree) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need("chromium"), args=CHROMIUM)
        for look, who in product(product(wanted.languages, wanted.themes, wanted.widths), ("aino", *DIRECTING, "")):
            page = _page(browser, url, look, _signed_in(browser, url, who) if who else None)
            for _, title, path in (visit for visit in wanted.visits() if visit[0] == who):
                names.append(".".join(map(str, (title.replace(" ", "-"), *look, "png"))))
                _picture(page, path, look[1], folder / names[-1])
            page.context.close()
        browser.close()
    return names


@contextmanager
def site(tree: Path) -> Iterator[str]:
    """The address of a server of this tree, with its demo's players and games; it ends with the block."""
    python = sys.executable if tree == Path.cwd() else "python3"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("IGO_", "DJANGO_"))}
        environment = {
            **environment,
            "IGO_DATA_DIR": data,
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "IGO_SITE_NAME": SITE_NAME,
        }
        environment = {name: value for name, value in environment.items() if value}
        port = free_port()
        command = [python, "manage.py", "serve", "--port", str(port)]
        with (Path(data) / "log").open("wb") as log:
            server = subprocess.Popen(command, cwd=tree, env=environment, stdout=log, stderr=log)
        try:
            if not wait_until_open(port, 600):  # an earlier release installs what it needs
                raise SystemExit(f"The server in {tree} does not start:\n{(Path(data) / 'log').read_text()}")
            more = ["--more", str(MORE_GAMES)] if tree == Path.cwd() else []  # 0.1.0 does not have it
            demo = [python, "manage.py", "demo", "--password", PASSWORD, *more]
            subprocess.run(demo, cwd=tree, env=environment, check=True, stdout=subprocess.DEVNULL)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            with suppress(subprocess.TimeoutExpired):
                server.wait(20)
            server.kill()


def _signed_in(browser: Browser, url: str, name: str) -> StorageState:
    """Return the browser state of this player, signed in."""
    page = browser.new_page(base_url=url)
    page.goto("/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/games/")
    state = page.context.storage_state()
    page.close()
    return state


def _page(browser: Browser, url: str, look: Look, state: StorageState | None) -> Page:
    language, theme, width = look
    context = browser.new_context(
        base_url=url,
        storage_state=state,
        locale=language,
        viewport={"width": width, "height": HEIGHT.get(width, ANOTHER_HEIGHT)},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    return context.new_page()


def _picture(page: Page, path: str, theme: str, to: Path) -> None:
    page.goto(path)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    high = min(page.evaluate("document.documentElement.scrollHeight"), TALLEST)
    clip = FloatRect(x=0, y=0, width=page.evaluate("innerWidth"), height=high)
    page.screenshot(path=to, full_page=True, clip=clip, animations="disabled", caret="hide", timeout=PATIENCE)
