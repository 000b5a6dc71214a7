"""The effect of a rated game on its players' ratings: pure arithmetic, shared by rating and replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from ratings.glicko2 import LARGEST_DEVIATION, NEW, NEW_VOLATILITY, Strength, age_strength, update_strength
from ratings.models import Category, Rating, RatingEvent, StartRating

PERIOD = timedelta(days=7)
"""One rating period for players without games: after this time a rating is as uncertain as after one Glicko-2
period."""


@dataclass(frozen=True, slots=True)
class PriorRating:
    """A player's strength in one category before a game is rated, the number of rated games so far, and the end of the
    last one."""

    strength: Strength = NEW
    games: int = 0
    at: datetime | None = None

    @classmethod
    def from_row(cls, row: Rating) -> PriorRating:
        """Return the rating before a player's next game, from their stored rating."""
        return cls(row.strength, row.games, row.at)

    @classmethod
    def from_event(cls, event: RatingEvent, category: int) -> PriorRating:
        """Return the rating before a player's next game, from the event of their last game in this category."""
        games = event.games if category == Category.OVERALL else event.size_games
        return cls(event.strength(category), games, event.at)

    def at_time(self, at: datetime) -> Strength:
        """Return the strength at a later time. Its deviation grows with the time since the last game. Without a last
        game, the strength is unchanged."""
        return self.strength if self.at is None else age_strength(self.strength, (at - self.at) / PERIOD)


PriorRatings = MutableMapping[tuple[int, int], PriorRating]
"""Prior ratings by player and category."""


def prior_from_start(row: StartRating, category: int) -> PriorRating:
    """Return a player's rating before their first game, computed from the rank that they stated. Only the overall
    rating becomes less certain until the first game, because players see only that rating before it."""
    strength = Strength(row.rating, LARGEST_DEVIATION, NEW_VOLATILITY)
    return PriorRating(strength, at=row.at if category == Category.OVERALL else None)


def with_starting_ratings(held: PriorRatings, starts: Iterable[StartRating]) -> PriorRatings:
    """Return a copy of `held` with a rating from the stated rank added in each category in which a player in `starts`
    has no rating."""
    added = {(row.player_id, int(category)): prior_from_start(row, category) for row in starts for category in Category}
    return {**added, **held}


def group_by_game(events: Iterable[RatingEvent]) -> Iterator[list[RatingEvent]]:
    """Yield lists of the events of each game. `events` must be in the order of games."""
    for _, pair in groupby(events, key=lambda event: event.number):
        yield list(pair)


def compute_game_ratings(events: list[RatingEvent], held: PriorRatings) -> None:
    """Compute and set the derived columns of both events of a game, and replace the players' ratings in `held`. A game
    is one rating period for both players, overall and for its board size. All values are computed from those before the
    game."""
    after_in = {category: _ratings_after(events, held, category) for category in (Category.OVERALL, events[0].size)}
    for event in events:
        before = held.get((event.player_id, Category.OVERALL), PriorRating())
        overall = after_in[Category.OVERALL][event.player_id]
        of_size = after_in[event.size][event.player_id]
        event.rating_before = before.strength.rating
        event.rating, event.deviation, event.volatility, event.games = _event_values(overall)
        event.size_rating, event.size_deviation, event.size_volatility, event.size_games = _event_values(of_size)
    for category, after in after_in.items():
        held.update({(player_id, int(category)): value for player_id, value in after.items()})


def _ratings_after(events: list[RatingEvent], held: PriorRatings, category: int) -> dict[int, PriorRating]:
    before = {event.player_id: held.get((event.player_id, category), PriorRating()) for event in events}
    aged_now = {player_id: value.at_time(events[0].at) for player_id, value in before.items()}
    return {
        event.player_id: PriorRating(
            update_strength(
                aged_now[event.player_id], [(aged_now[event.opponent_id], event.score)], weight=event.weight
            ),
            before[event.player_id].games + 1,
            event.at,
        )
        for event in events
    }


def _event_values(held: PriorRating) -> tuple[float, float, float, int]:
    return held.strength.rating, held.strength.deviation, held.strength.volatility, held.games
