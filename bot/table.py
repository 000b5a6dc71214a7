"""Use one engine for many games: set up the position of a game on the engine's board, then send the engine's commands.

The engine runs for the whole session and is restarted if it ends. A position that is already on the engine's board is
not set up again. All data about a game comes from the server, and no data is stored here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

import api_types as shapes
from gtp import Engine, EngineError, EngineRefused
from rules import Point, parse_vertex, vertex
from rules.errors import RulesError

from .gtp_server import JOIN_EDGES, GtpServer, Quit
from .levels import HIGHEST
from .timing import time_commands

logger = logging.getLogger(__name__)

SECONDS = 300.0
"""Seconds without a response after which an engine counts as dead."""
A_MOVE = 0.1
"""The share of SECONDS that an engine gets for a move in a game with days per move."""
LONGEST_BOARD = 2000
"""The number of characters of the engine's board that are logged."""

Stone = tuple[str, str]
"""A colour and a vertex or "pass"."""
Answer = TypeVar("Answer")


class GtpPlayer(Protocol):
    """Protocol of a player that responds to GTP commands."""

    def send(self, command: str) -> str:
        """Return the response to a command. Raises EngineError."""

    def close(self) -> None:
        """End the engine."""


class EngineProcess:
    """An engine as a child process, with a time limit for every command."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.engine, self.seconds = Engine(command, None), seconds

    def send(self, command: str) -> str:
        """Return the response to a command. Raises EngineError."""
        return self.engine.send(command, self.seconds)

    def close(self) -> None:
        """End the process."""
        self.engine.close()


class BuiltInPlayer:
    """The built-in player of this package, in the bot's process."""

    def __init__(self, level: int = HIGHEST) -> None:
        self.server = GtpServer(level=level)

    def send(self, command: str) -> str:
        """Return the response to a command. Raises EngineRefused."""
        try:
            answer = self.server.answer(command) or ""
        except Quit:
            return ""
        if not answer.startswith("="):
            raise EngineRefused(answer.strip())
        return answer[1:].strip()

    def close(self) -> None:
        """Do nothing, because there is no process to end."""


class EngineBoard:
    """An engine, and the position that is on its board now. `start` starts an engine, also after the previous one has
    ended. `seconds` limits the time for one response."""

    def __init__(self, start: Callable[[], GtpPlayer], seconds: float = SECONDS) -> None:
        self.start, self.seconds = start, seconds
        self.engine: GtpPlayer | None = None
        self.begun: tuple[int, str, tuple[str, ...], bool] | None = None
        self.moves: list[Stone] = []
        self._sizes: dict[int, bool] = {}

    def can_play_on(self, width: int, height: int) -> bool:
        """Return whether the engine supports boards of this size."""
        if width == height and width not in self._sizes:
            self._sizes[width] = self._ask_engine(lambda: self._try_board_size(width))
        return width == height and self._sizes[width]

    def can_join_edges(self) -> bool:
        """Return whether the engine supports boards whose edges are joined."""
        return self._ask_engine(lambda: self._send(f"known_command {JOIN_EDGES}")) == "true"

    def _try_board_size(self, size: int) -> bool:
        self.begun = None
        return self._send_if_accepted(f"boardsize {size}")

    def choose_move(self, game: shapes.Game, color: str) -> str:
        """Return a move for this side: a vertex, "pass" or "resign". While a dispute is played out, the engine does not
        pass until all dead stones are captured."""
        in_dispute = game["settling"] is not None

        def think() -> str:
            self._put_position(game)
            for command in time_commands(game, color, A_MOVE * self.seconds):
                self._send_if_accepted(command)
            cleanup = in_dispute and self._send("known_command kgs-genmove_cleanup") == "true"
            answer = self._send(f"{'kgs-genmove_cleanup' if cleanup else 'genmove'} {color}")
            self.moves.append((color, answer.upper()))
            return answer

        return _move_from_engine(self._ask_engine(think), game)

    def engine_board_text(self) -> str:
        """Return the engine's own drawing of its board (the response to showboard), or the text of the error."""
        try:
            return self._send("showboard")[:LONGEST_BOARD]
        except EngineError as error:
            return str(error)

    def dead_stones(self, game: shapes.Game) -> list[str]:
        """Return the vertices of the stones that the engine considers dead in this game's position. Raises
        EngineError."""

        def think() -> str:
            self._put_position(game)
            return self._send("final_status_list dead")

        stones = set(vertices_with_signs(game["board"] or []))
        return [text for text in map(str.upper, self._ask_engine(think).split()) if text in stones]

    def handicap_points(self, game: shapes.Game) -> list[str]:
        """Return the engine's handicap points, which may be more or fewer than the game needs."""

        def think() -> str:
            self._set_up_stones(game["width"], game["komi"], game["board"] or [], game["variant"]["wraps"])
            self.begun = None
            return self._send(f"place_free_handicap {game['handicap']}")

        return self._ask_engine(think).upper().split()

    def close(self) -> None:
        """End the engine."""
        if self.engine is not None:
            self.engine.close()
        self.engine = self.begun = None

    def _ask_engine(self, think: Callable[[], Answer]) -> Answer:
        """Return the result of `think`, which sends commands to the engine. If the engine has ended or gives no valid
        response, restart it once and call `think` again."""
        try:
            return think()
        except EngineRefused:
            raise
        except EngineError as error:
            logger.warning("the engine is started again: %s", error)
            self.close()
            return think()

    def _send(self, command: str) -> str:
        if self.engine is None:
            self.engine, self.begun = self.start(), None
        return self.engine.send(command)

    def _send_if_accepted(self, command: str) -> bool:
        try:
            self._send(command)
        except EngineRefused:
            return False
        return True

    def _put_position(self, game: shapes.Game) -> None:
        """Put the position on the engine's board by playing its moves, or stone by stone if the engine refuses a move.

        If the board already has an earlier position of the game, only the new moves are played.
        """
        line = game["line"]
        assert line is not None
        begun = game["width"], game["komi"], tuple(line["start"]), game["variant"]["wraps"]
        moves = [(move["color"], move["point"] or "PASS") for move in line["moves"]]
        if self.engine is None or self.begun != begun or moves[: len(self.moves)] != self.moves:
            self._set_up_stones(*begun)
            self.begun, self.moves = begun, []
        for color, point in moves[len(self.moves) :]:
            if not self._send_if_accepted(f"play {color} {point}"):
                self._set_up_stones(game["width"], game["komi"], game["board"] or [], game["variant"]["wraps"])
                self.begun = None
                return
            self.moves.append((color, point))

    def _set_up_stones(self, size: int, komi: str, rows: Sequence[str], wraps: bool) -> None:
        self.begun = None
        for command in (f"boardsize {size}", "clear_board", f"komi {komi}", *([JOIN_EDGES] if wraps else [])):
            self._send(command)
        for sign, color in (("X", "B"), ("O", "W")):
            for stone in vertices_with_signs(rows, sign):
                self._send(f"play {color} {stone}")


def vertices_with_signs(rows: Sequence[str], signs: str = "XO") -> Iterator[str]:
    """Yield the vertices of the points that have one of these signs in the rows of a board: X is Black, O is White."""
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in signs:
                yield vertex(Point(x, y), len(rows))


def _move_from_engine(answer: str, game: shapes.Game) -> str:
    """Return the engine's move in the server's notation. Raises EngineError if the response is not a move."""
    if answer.lower() in ("pass", "resign"):
        return answer.lower()
    try:
        return vertex(parse_vertex(answer, game["width"], game["height"]), game["height"])
    except RulesError as error:
        raise EngineError(f"{answer[:20]!r} is not a move") from error
