"""Ratings and their history."""

from typing import TypedDict

from .common import Color, Moment, Page


class Rating(TypedDict):
    """A Glicko-2 rating, overall (`size` is null) or for one board size. A `provisional` rating is not reliable yet."""

    size: int | None
    """The size of the board, such as 19; null for all games together."""
    rank: str
    """The rank of this rating, such as `6k`."""
    provisional: bool
    """Whether the rating is still uncertain."""
    rating: float
    """The rating in Glicko-2 points."""
    deviation: float
    """The standard deviation of the rating, in Glicko-2 points: how uncertain the rating is."""
    games: int
    """How many rated games the rating is based on; 0 for a starting rating that the player stated."""
    at: Moment
    """When the last of these games ended (UTC)."""


class RatingEvent(TypedDict):
    """How a rated game changed a player's ratings, overall and for its board size. `score` is 1, 0.5 or 0. `game` and
    `opponent` are null for other players' private games."""

    game: int | None
    """The number of the game; null for a private game of others."""
    opponent: str | None
    """The opponent's name; null for a private game of others."""
    at: Moment
    """When the game ended (UTC)."""
    size: int
    """The size of the board."""
    color: Color
    """The player's colour."""
    score: float
    """The player's score: 1, 0.5 or 0."""
    rank: str
    """The rank after the game."""
    provisional: bool
    """Whether the rating was still uncertain after the game."""
    rating_before: float
    """The overall rating before this game, in Glicko-2 points."""
    rating: float
    """The overall rating after this game, in Glicko-2 points."""
    deviation: float
    """The standard deviation of the overall rating, in Glicko-2 points."""
    size_rating: float
    """The rating on this size of board after the game, in Glicko-2 points."""
    size_deviation: float
    """The standard deviation of the rating on this size, in Glicko-2 points."""


class RatingEvents(Page):
    """A page of a player's rated games, the newest first."""

    results: list[RatingEvent]
    """The rated games of this page."""
