"""Measure pages and JSON: a game, an unchanged game, My games with 77 boards."""

from __future__ import annotations

import asyncio
import re
from itertools import cycle

from benchmarks.cells import HttpMeasurement, MeasuringEffort, measure
from benchmarks.figures import Figures, FigureWithGoal, Report, table_of
from benchmarks.load_http import connect, get_request
from benchmarks.parts.moves import DGS, NAIVE, make_naive_cell
from benchmarks.playing import IteratedRequests, page_request
from benchmarks.processes import Program
from benchmarks.product import GameKind, Games, Player, Servers

BOARDS = 77
KINDS = {"middle": GameKind(150, 200), "pile": GameKind(150, BOARDS, pairs=1)}
"""The games that this part needs. The first two players have the games of the kind "pile"."""
JSON, UNCHANGED, PAGE, MINE = "game as JSON, ply 150", "the same unchanged (304)", "game page, ply 150", "my games"


def run(servers: Servers, naive: Program, effort: MeasuringEffort) -> Report:
    """Measure pages, and return the report."""
    games, players = servers.world.games["middle"], servers.world.players
    mine = page_request("/games/", players[0])
    as_json = [
        get_request(path, player.bearer_headers) for path, player in _game_paths(games, players, "/api/v1/games/{}/")
    ]
    as_page = [page_request(path, player) for path, player in _game_paths(games, players, "/g/{}/")]
    unchanged = asyncio.run(_conditional_requests(servers.web.port, as_json))
    requests = {JSON: as_json, UNCHANGED: unchanged, PAGE: as_page, MINE: [mine]}
    cells = {
        name: HttpMeasurement(servers.web, IteratedRequests(cycle(asked)), servers.databases, "igo")
        for name, asked in requests.items()
    }
    cells[NAIVE] = make_naive_cell(servers.databases, naive)
    found = measure(cells, effort)
    return Report("pages", "Pages and JSON", _ratios(found), [table_of(found)])


def _game_paths(games: Games, players: list[Player], path: str) -> list[tuple[str, Player]]:
    """Return the path of each game, with its Black player."""
    return [(path.format(game), players[games.seats(game)[0]]) for game in games.numbers]


async def _conditional_requests(port: int, requests: list[bytes]) -> list[bytes]:
    """Send each request once, and return the requests with If-None-Match and the ETag of their response."""
    connection, tagged = await connect(port), []
    for request in requests:
        answer = await connection.send(request)
        found = re.search(rb"\r\nETag: ([^\r]+)", answer.head, re.IGNORECASE)
        assert found, answer.head
        tagged.append(request[:-2] + b"If-None-Match: " + found[1] + b"\r\n\r\n")
    connection.close()
    return tagged


def _ratios(found: dict[str, Figures]) -> list[FigureWithGoal]:
    naive = found[NAIVE].per_second
    game_page, status_page = naive * DGS["game page"], naive * DGS["status page"]
    answers = [name for name in found if name != NAIVE]
    return [
        FigureWithGoal("game as JSON against DGS's game page, derived", 2.0, found[JSON].per_second / game_page),
        FigureWithGoal("game page against DGS's, derived", 0.8, found[PAGE].per_second / game_page),
        FigureWithGoal(
            f"my games ({BOARDS} boards) against DGS's status page, derived", 0.8, found[MINE].per_second / status_page
        ),
        FigureWithGoal("game as JSON, processor time", 5.0, found[JSON].processor, at_most=True, unit=" ms"),
        FigureWithGoal("game page, processor time", 12.0, found[PAGE].processor, at_most=True, unit=" ms"),
        FigureWithGoal(
            f"my games ({BOARDS} boards), processor time", 25.0, found[MINE].processor, at_most=True, unit=" ms"
        ),
        FigureWithGoal("refused or failed", 0, sum(found[name].bad for name in answers), at_most=True),
    ]
