"""Requests that play moves in many games, through the API or by the form, and the players' sockets. Each move is
legal, and has the number that the server expects."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlencode

from benchmarks.load_http import HttpResponse, get_request, post_request
from benchmarks.load_sockets import OnText, Socket, open_all
from benchmarks.product import CSRF_VALUE, Games, Player, SeededWorld
from benchmarks.references.naive import TOKEN

_keys = itertools.count()


class GamePool:
    """Games in progress, which several sources of requests may share. `take_move` returns a move in a game in which no
    other move is being sent, and `put_back` makes that game available again.

    A game whose move was refused is not continued.
    """

    def __init__(self, games: Games, players: list[Player]) -> None:
        self.games, self._players = games, players
        self._waiting = deque(games.numbers)
        self.played: Counter[int] = Counter()

    def take_move(self) -> tuple[int, str, int, Player] | None:
        """Return the next move of an available game: the game, the point, the number of the game's last action, and the
        player. Return None if no game is available."""
        while self._waiting:
            game = self._waiting.popleft()
            if self.played[game] < len(self.games.moves):
                return self.next_move(game)
        return None

    def next_move(self, game: int) -> tuple[int, str, int, Player]:
        """Return this game's next move: the game, the point, the number of the last action, and the player."""
        made = self.played[game]
        expected = self.games.ply + made
        return game, self.games.moves[made], expected, self._players[self.games.seats(game)[expected % 2]]

    def put_back(self, game: int, *, moved: bool, again: bool = False) -> None:
        """Make the game available again after the response to its move: if the move was accepted (`moved`), or to send
        a refused move again (`again`)."""
        self.played[game] += moved
        if moved or again:
            self._waiting.append(game)


def api_move_request(game: int, point: str, expected: int, player: Player) -> bytes:
    """Return the request that plays a move through the API, with an idempotency key."""
    body = f'{{"kind": "play", "point": "{point}", "expected": {expected}}}'
    headers = f"Idempotency-Key: bench-{next(_keys)}\r\n{player.bearer_headers}"
    return post_request(f"/api/v1/games/{game}/actions", body, headers)


def form_move_request(game: int, point: str, expected: int, player: Player) -> bytes:
    """Return the request that plays a move by the form of the game page."""
    fields = {"csrfmiddlewaretoken": CSRF_VALUE, "number": expected, "key": f"form-{next(_keys):08}", "point": point}
    kind = "application/x-www-form-urlencoded"
    return post_request(f"/g/{game}/play/", urlencode(fields), player.browser_headers, kind=kind)


class MoveRequests:
    """A source of requests, each of which plays the next move in an available game."""

    def __init__(self, boards: GamePool, request: Callable[[int, str, int, Player], bytes]) -> None:
        self._boards, self._request = boards, request

    def next_request(self) -> tuple[bytes, object] | None:
        """Return the next move."""
        taken = self._boards.take_move()
        return None if taken is None else (self._request(*taken), taken[0])

    def on_response(self, name: object, answer: HttpResponse) -> None:
        """Make the game available again if the move was accepted."""
        assert isinstance(name, int)
        self._boards.put_back(name, moved=200 <= answer.status < 400)


class IteratedRequests:
    """A source that sends the requests of an endless iterator, and ignores the responses."""

    def __init__(self, requests: Iterator[bytes]) -> None:
        self._requests = requests

    def next_request(self) -> tuple[bytes, object] | None:
        """Return the next request."""
        return next(self._requests), None

    def on_response(self, name: object, answer: HttpResponse) -> None:
        """Do nothing."""


def naive_move_requests(games: int) -> Iterator[bytes]:
    """Yield requests that play moves on a naive reference server, at any point of any game."""
    dice, headers = random.Random(1), f"Authorization: Token {TOKEN}\r\n"  # noqa: S311
    while True:
        game, point = dice.randint(1, games), dice.randint(0, 360)
        yield post_request(f"/move/{game}", f'{{"point": {point}}}', headers)


def page_request(path: str, player: Player) -> bytes:
    """Return the request of a page, as this player's browser sends it."""
    return get_request(path, f"Accept: text/html\r\nAccept-Language: en\r\n{player.browser_headers}")


def game_pool_of(world: SeededWorld, kind: str) -> GamePool:
    """Return the games of a kind, ready to be continued."""
    return GamePool(world.games[kind], world.players)


def action_number(frame: bytes) -> int:
    """Return the number of the action in this frame of a game's socket, or -1 for other frames."""
    content = json.loads(frame)
    return int(content["number"]) if content["type"] == "action" else -1


async def open_player_sockets(
    port: int, games: Games, players: Sequence[Player], received: OnText
) -> dict[tuple[int, int], Socket]:
    """Open the sockets of both players of every game, each starting after the game's last number. Return the sockets by
    game and player."""
    seats = [(game, player) for game in games.numbers for player in games.seats(game)]
    wanted = [(f"/ws/games/{game}/?since={games.ply}", players[player].browser_headers) for game, player in seats]
    return dict(zip(seats, await open_all(port, wanted, received), strict=True))
