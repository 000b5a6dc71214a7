"""Make the pictures of README and the documentation again: `.venv/bin/python docs/pictures/make.py`.

The script starts a server with the games of `manage.py demo` and takes pictures of three of them with Chromium. Run it
after a change of the pages, and check its pictures before you commit them.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
sys.path.insert(0, str(ROOT))

from tests.support.databases import DEMO_PASSWORD, put_demo  # noqa: E402
from tests.support.programs import need  # noqa: E402
from tests.support.servers import free_port, wait_until_open  # noqa: E402

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LONGEST = """
    SELECT game.id, player.username FROM games_game AS game
    JOIN games_seat AS seat ON seat.game_id = game.id AND seat."index" = game.turn
    JOIN accounts_player AS player ON player.id = seat.player_id
    WHERE game.phase = ? AND game.number > 0 AND game.width <= ? ORDER BY game.width DESC, game.number DESC LIMIT 1
"""
"""The query for the longest game in a phase on the largest board up to a size, with the player whose turn it is."""


@dataclass(frozen=True)
class Picture:
    """A picture of the documentation that is to be taken: the game, the size of the window and the file."""

    name: str
    phase: str
    board: int
    window: ViewportSize
    scale: float = 1


PICTURES = (
    Picture("play", "play", 19, {"width": 1280, "height": 800}),
    Picture("phone", "play", 13, {"width": 360, "height": 740}, scale=2),
    Picture("counting", "stone_removal", 13, {"width": 1280, "height": 900}),
)


@contextmanager
def running_server(data: Path) -> Iterator[str]:
    """Run a server on this data folder while the context lasts. Yield the server's URL."""
    port = free_port()
    foreign = ("DATABASE_URL", "REDIS_URL")
    environment = {name: value for name, value in os.environ.items() if name not in foreign}
    environment |= {"IGO_DATA_DIR": str(data), "IGO_BOOTSTRAPPED": "1"}
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        if not wait_until_open(port):
            raise SystemExit("The server does not start.")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def take_picture(browser: Browser, url: str, picture: Picture, database: Path) -> None:
    """Sign in as the player whose turn it is in the game, and take a picture of the game's page."""
    with closing(sqlite3.connect(database)) as connection:
        game, player = connection.execute(LONGEST, [picture.phase, picture.board]).fetchone()
    context = browser.new_context(base_url=url, viewport=picture.window, device_scale_factor=picture.scale)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("[name=login]", player)
    page.fill("[name=password]", DEMO_PASSWORD)
    page.click("main form button")
    page.wait_for_url("**/games/")
    page.goto(f"/g/{game}/", wait_until="networkidle")
    file = FOLDER / f"{picture.name}.jpg"
    page.screenshot(path=file, type="jpeg", quality=85)
    context.close()
    print(f"{file.relative_to(ROOT)}: game {game} as {player}, {file.stat().st_size // 1000} kB")


def main() -> None:
    """Take all pictures of the documentation, and write their files."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        database = put_demo(Path(data))
        with running_server(Path(data)) as url:
            browser = playwright.chromium.launch(executable_path=need("chromium"), args=ARGUMENTS)
            for picture in PICTURES:
                take_picture(browser, url, picture, database)
            browser.close()


if __name__ == "__main__":
    main()
