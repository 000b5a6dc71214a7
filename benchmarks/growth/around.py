"""The data of games besides their records: notices, chat, offers, ratings."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .plan import One

    Games = Callable[[], Iterator[One]]
    Table = tuple[str, list[str], Iterator[tuple[Any, ...]]]

WAITING = 50
"""The number of open offers, for any number of games."""
SIZES = (9, 9, 13, 19)


def notices(games: Games) -> Iterator[Table]:
    """Yield the notices that each game began, for both players; most have been read."""
    columns = ["player_id", "kind", "game_id", "path", "created_at", "read_at"]

    def lines() -> Iterator[tuple[Any, ...]]:
        for game in games():
            for player in game.seats:
                read = None if game.number % 50 == 0 else game.begun + timedelta(hours=1)
                yield player, "game_started", game.number, "", game.begun, read

    yield "games_notice", columns, lines()


def messages(games: Games) -> Iterator[Table]:
    """Yield a greeting in every fifth game."""
    columns = ["game_id", "author_id", "text", "number", "said_at", "hidden_reason"]

    def lines() -> Iterator[tuple[Any, ...]]:
        for game in games():
            if game.number % 5 == 0:
                yield game.number, game.seats[0], "Have a nice game!", 1, game.begun, ""

    yield "games_message", columns, lines()


def challenges(games: Games, now: datetime, terms: tuple[Any, ...]) -> Iterator[Table]:
    """Yield the offer of every second game, and the open offers. `terms` are time control, timeout policy and off
    time."""
    columns = [
        "creator_id", "opponent_id", "token", "width", "height", "rule_set", "handicap", "color", "by_rank",
        "rated_wanted", "private", "with_bot", "status", "created_at", "time_control", "lateness", "off_time",
    ]  # fmt: skip

    def lines() -> Iterator[tuple[Any, ...]]:
        creators: list[int] = []
        for game in games():
            if len(creators) < WAITING and game.number % 7 == 0:
                creators.append(game.seats[1])
            if game.number % 2:
                yield (
                    *game.seats, "", 9, 9, "japanese", 0, "random", False, True, game.private, False, "accepted",
                    game.begun, *terms,
                )  # fmt: skip
        for number, creator in enumerate(creators):
            at = now - timedelta(minutes=number)
            yield creator, None, "", 9, 9, "japanese", 0, "random", False, True, False, False, "open", at, *terms

    yield "games_challenge", columns, lines()


def ratings(games: Games, now: datetime) -> Iterator[Table]:
    """Yield two rating events for every rated game that has ended, and the players' ratings after them."""
    dice = random.Random(3)  # noqa: S311 - not a secret
    values: dict[int, float] = defaultdict(lambda: 1500.0)
    counts: dict[int, int] = defaultdict(int)
    columns = [
        "number", "game_id", "player_id", "opponent_id", "size", "color", "score", "weight", "at", "rating_before",
        "rating", "deviation", "volatility", "games", "size_rating", "size_deviation", "size_volatility", "size_games",
    ]  # fmt: skip

    def lines() -> Iterator[tuple[Any, ...]]:
        for game in games():
            if game.ended is None or not game.is_rated:
                continue
            won = dice.random() < 0.5
            for color, player, score in ((1, game.seats[0], float(won)), (2, game.seats[1], float(not won))):
                before = values[player]
                values[player] = before + (10 if score else -10)
                counts[player] += 1
                yield (
                    game.number, game.number, player, game.seats[2 - color], 9, color, score, 1.0, game.ended, before,
                    values[player], 80.0, 0.06, counts[player], values[player], 80.0, 0.06, counts[player],
                )  # fmt: skip

    yield "ratings_ratingevent", columns, lines()
    rows = ["player_id", "category", "rating", "deviation", "volatility", "games", "at"]
    standing = ((player, kind, values[player], 80.0, 0.06, n, now) for player, n in counts.items() for kind in (0, 9))
    yield "ratings_rating", rows, standing
