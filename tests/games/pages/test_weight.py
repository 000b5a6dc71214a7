"""The transfer size of a long game's page: at move 250, everything that a first visit downloads is below 50 kB (issue
16, UX 8). Measured in bytes as the server sends them; tests/browser/test_pages.py measures it in a browser."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from random import Random

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone

from games import services
from games.services.idempotency import PlayerRequest
from rules import Color, vertex
from rules.legality import legal_points
from tests.factories import make_game, play_many, reload, side

pytestmark = pytest.mark.django_db
MOVES = 250


def somewhere(chance: Random):
    return lambda game: vertex(chance.choice(legal_points(game.state())), game.height)


def fetched(html: str) -> set[Path]:
    """The style sheets and scripts of the page, with all that these import, and its pictures."""
    waiting = re.findall(r'(?:href|src)="/static/([^"]+\.(?:css|js|svg))"', html)
    found: set[Path] = set()
    while waiting:
        path = Path(finders.find(re.sub(r"\.[0-9a-f]{12}\.", ".", waiting.pop())))
        if path in found:
            continue
        found.add(path)
        if path.suffix == ".js":
            waiting += [f"js/{name}" for name in re.findall(r'from "\./(\w+\.js)"', path.read_text())]
    return found


def test_a_first_visit_at_move_250_is_less_than_50_kilobytes():
    chance, now = Random(250), timezone.now()
    game = make_game(size=19, days=3, now=now)
    play_many(game, [somewhere(chance)] * MOVES, now)
    for color in (Color.BLACK, Color.WHITE):
        services.send_message(PlayerRequest(side(game, color), now), game.pk, "Thank you for the game so far.")
    player = Client(headers={"Accept-Encoding": "gzip", "Accept-Language": "fa"})
    player.force_login(side(game, Color.BLACK))

    answer = player.get(game.get_absolute_url())

    page = gzip.decompress(answer.content).decode()
    assert reload(game).move_number == MOVES
    assert f'max="{MOVES}"' in page
    files = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in fetched(page)}
    assert {"game.js", "steps.js", "record.js", "game.css", "icon.svg"} <= files.keys()
    assert len(answer.content) <= 20_000
    assert len(answer.content) + sum(files.values()) < 50_000
