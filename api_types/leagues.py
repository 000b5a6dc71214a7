"""Leagues."""

from __future__ import annotations

from typing import Literal, TypedDict

from .common import Moment, Page
from .terms import TimeTerms


class LeagueRow(TypedDict):
    """A league in a list."""

    id: int
    """The number of the league."""
    name: str
    """Its name."""
    width: int
    """The width of the boards, in points."""
    height: int
    """The height of the boards, in points."""


class Leagues(Page):
    """A page of leagues, the newest first."""

    results: list[LeagueRow]
    """The leagues of this page."""


class League(TimeTerms):
    """A league with its settings and the terms of its games."""

    id: int
    """The number of the league."""
    name: str
    """Its name."""
    about: str
    """The organiser's description."""
    club: int | None
    """The number of the league's club, whose members alone can join; null for none."""
    organiser: str
    """The name of the league's organiser."""
    size: int
    """The number of players in a group."""
    up: int
    """How many players of each group are promoted. The same number is relegated from the group above."""
    factor: int
    """How many groups follow below each group."""
    months: int
    """How many months a season lasts."""
    at_once: int
    """How many games of the season a player has in progress at the same time; 0 for all of them."""
    free: bool
    """Whether players of a group challenge each other."""
    starts_at: Moment | None
    """When the first season begins (UTC); null if a director starts it."""
    closed: bool
    """Whether the league has ended and no season follows."""
    width: int
    """The width of the boards, in points."""
    height: int
    """The height of the boards, in points."""
    rule_set: str
    """The key of the rule set."""
    komi: str
    """The komi, a decimal as text."""
    rated: bool
    """Whether games of the league are rated."""
    unrated_reason: str | None
    """Why games of the league are unrated: a key; null if they are rated."""
    players: int
    """How many players play in the league, or will from the next season on."""
    season: int | None
    """The number of the latest season; null before the first one."""
    my_state: Literal["waiting", "playing"] | None
    """Whether you play in this season or will from the next season on; null if you are not in the league."""
    my_answer: bool | None
    """Whether you will play the next season; null if you have not answered."""


class LeagueGroupGame(TypedDict):
    """A player's game in a group: the opponent and the result."""

    opponent: str
    """The name of the opponent."""
    how: Literal["won", "lost", "drawn", "void", "struck", "open"]
    """The result."""
    game: int | None
    """The number of the game; null for none, or none yet."""


class LeagueGroupLine(TypedDict):
    """A player's line in the standings of a league group."""

    place: int
    """The place, from 1."""
    player: str
    """The name of the player."""
    rank: str | None
    """The rank at the start of the season."""
    points: str
    """The points, a decimal as text."""
    moves: Literal["up", "down"] | None
    """Where the player would go with the current place: promoted or relegated; null for neither."""
    games: list[LeagueGroupGame]
    """The games, in the order of the table."""


class LeagueGroup(TypedDict):
    """A group of a league's season, with its standings."""

    label: str
    """The group's name, such as A or B2."""
    division: str
    """The name of the group's division."""
    tournament: int
    """The number of the tournament that has the group's rounds, pairings and log."""
    lines: list[LeagueGroupLine]
    """The players, best first."""


class LeagueSeason(TypedDict):
    """A season of a league, with one page of its groups, ten at a time."""

    number: int
    """The number of the season, from 1."""
    state: Literal["running", "review", "done"]
    """Whether the season is running, under review or done."""
    started_at: Moment
    """When the season began (UTC)."""
    ends_at: Moment
    """The earliest start of the next season (UTC)."""
    answer_by: Moment | None
    """The deadline for players to say whether they will play the next season (UTC); null before players are asked."""
    page: int
    """The number of this page of ten groups, from 1."""
    pages: int
    """The number of such pages."""
    groups: list[LeagueGroup]
    """The groups, from the top."""


class LeagueLogLine(TypedDict):
    """A line in the log of a league: who did what, when and why."""

    number: int
    """The number of the line."""
    at: Moment
    """When this happened (UTC)."""
    act: str
    """The event, as a stable code."""
    by: str | None
    """The name of the player who acted; null for the server."""
    role: Literal["system", "player", "director", "owner", "moderator"]
    """The role in which the player acted."""
    about: str | None
    """The name of the player concerned; null for none."""
    season: int | None
    """The number of the season; null for none."""
    before: str
    """The state before the action, such as the division."""
    after: str
    """The state after the action."""
    reason: str
    """The reason that was given."""


class LeagueLog(Page):
    """A page of a league's log, the latest first."""

    results: list[LeagueLogLine]
    """The lines of this page."""


class LeagueGame(TypedDict):
    """A game between two players of a league group."""

    game: int
    """The number of the game."""
    black: str
    """The name of the player who has Black."""
    white: str
    """The name of the player who has White."""
