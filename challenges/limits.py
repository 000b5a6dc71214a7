"""Limits of an offer in addition to the terms of the game: who may accept, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from operator import attrgetter
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from challenges.errors import NoRankYet
from foundation.options import range_validators
from games.errors import BadTerms
from ratings.fields import RankField
from ratings.ranks import STRONGEST, WEAKEST, Rank

MOST_GAMES = 5
"""The largest number of games from one offer, each with a different player."""
FEWEST_PLACES, MOST_PLACES = 2, 50
"""The numbers of places in simultaneous games (C210)."""
MOST_RUNNING = 300
"""A player with this number of games in progress gets no new ones from tournaments and automatic pairing."""
MOST_SPAN = STRONGEST - WEAKEST


_SPAN_OR_ENDS = _("Choose either ranks near yours or a rank range, not both.")
_ENDS = _("The highest rank must not be below the lowest.")
_PLACES_OR_GAMES = _("Choose either simultaneous games or an open game for several players, not both.")


class SameOpponent(models.TextChoices):
    """Whether players who are playing or have played against the creator may accept the offer."""

    ALWAYS = "always", _("anyone, including people I am playing or have played")
    AFTER = "after", _("no one I am playing now")
    DAYS_7 = "days_7", _("no one I have played in the last 7 days")
    DAYS_30 = "days_30", _("no one I have played in the last 30 days")
    DAYS_90 = "days_90", _("no one I have played in the last 90 days")
    NEVER = "never", _("no one I have ever played")


class SimulStart(models.TextChoices):
    """When the games of a simul start: when the host starts them, when all places are taken, or each game when its
    player joins (C210)."""

    HOST = "host", _("when I start them")
    FULL = "full", _("when all places are taken")
    AT_ONCE = "at_once", _("each game as soon as its player joins")


REST = {
    SameOpponent.AFTER: timedelta(0),
    SameOpponent.DAYS_7: timedelta(days=7),
    SameOpponent.DAYS_30: timedelta(days=30),
    SameOpponent.DAYS_90: timedelta(days=90),
    SameOpponent.NEVER: timedelta(days=100 * 365),
}
"""How long after the last game between two players ended they may start another. While they have a game in progress,
they cannot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentLimits:
    """Limits on who may accept an offer.

    `lowest` and `highest` are ranks, or None for no limit. `span` is the largest difference from the creator's rank at
    the time of acceptance. `established` excludes provisional ranks. With any of these, players without a rank cannot
    accept. `games` is the number of different players who may accept, once each. `simul_places` is this number for
    simultaneous games, None for other offers, and `simul_starts` is when these games start.
    """

    lowest: Rank | None = None
    highest: Rank | None = None
    span: int | None = None
    established: bool = False
    same_opponent: str = SameOpponent.ALWAYS
    games: int = 1
    simul_places: int | None = None
    simul_starts: str = SimulStart.HOST

    @property
    def non_default_columns(self) -> tuple[str, ...]:
        """Return the column names of the limits that differ from their defaults. The API uses the same names."""
        return tuple(COLUMNS[one.name] for one in fields(self) if getattr(self, one.name) != one.default)

    @property
    def requires_rank(self) -> bool:
        """Return whether these limits exclude players without a rank."""
        return self.established or (self.lowest, self.highest, self.span) != (None, None, None)

    def check(self, own: Rank | None) -> None:
        """Raise BadTerms for the first field that is not valid. `own` is the creator's rank; if it is None and `span`
        is set, raise NoRankYet."""
        if self.span is not None and not 1 <= self.span <= MOST_SPAN:
            raise BadTerms(field="rank_span")
        ends = [name for name, end in (("lowest_rank", self.lowest), ("highest_rank", self.highest)) if end is not None]
        if self.span is not None and ends:
            raise BadTerms(field="rank_span", also=ends, why=_SPAN_OR_ENDS)
        if self.span is not None and own is None:
            raise NoRankYet(field="rank_span")
        for name, rank in (("lowest_rank", self.lowest), ("highest_rank", self.highest)):
            if rank is not None and not WEAKEST <= rank.steps <= STRONGEST:
                raise BadTerms(field=name)
        if self.lowest is not None and self.highest is not None and self.highest < self.lowest:
            raise BadTerms(field="highest_rank", also=("lowest_rank",), why=_ENDS)
        if self.same_opponent not in SameOpponent.values:
            raise BadTerms(field="same_opponent")
        if not 1 <= self.games <= MOST_GAMES:
            raise BadTerms(field="games")
        self._check_simul()

    def _check_simul(self) -> None:
        if self.simul_starts not in SimulStart.values:
            raise BadTerms(field="simul_starts")
        if self.simul_places is None:
            return
        if not FEWEST_PLACES <= self.simul_places <= MOST_PLACES:
            raise BadTerms(field="simul_places")
        if self.games > 1:
            raise BadTerms(field="simul_places", also=("games",), why=_PLACES_OR_GAMES)

    def range_around(self, own: Rank | None) -> tuple[Rank | None, Rank | None]:
        """Return the lowest and the highest rank that may accept (None for no limit). `own` is the creator's rank."""
        if self.span is None or own is None:
            return self.lowest, self.highest
        return Rank(max(own.steps - self.span, WEAKEST)), Rank(min(own.steps + self.span, STRONGEST))


NO_LIMITS = OpponentLimits()
_NAMED = {"lowest": "lowest_rank", "highest": "highest_rank", "span": "rank_span"}
COLUMNS = {one.name: _NAMED.get(one.name, one.name) for one in fields(OpponentLimits)}
"""The column name of each field of Limits."""
_of_row = attrgetter(*COLUMNS.values())


class LimitOptions(models.Model):
    """Abstract model with the limits of an offer as columns. A rank is stored as its number of steps above 30k."""

    lowest_rank = RankField(_("Lowest rank allowed"), null=True, blank=True)
    highest_rank = RankField(_("Highest rank allowed"), null=True, blank=True)
    rank_span = models.PositiveSmallIntegerField(
        _("Opponents near my rank"), null=True, blank=True, validators=range_validators(1, MOST_SPAN),
        help_text=_("Based on your rank when someone accepts."),
    )  # fmt: skip
    established = models.BooleanField(
        _("Only players with an established rank"), default=False, db_default=False,
        help_text=_("An established rank has no question mark."),
    )  # fmt: skip
    same_opponent = models.CharField(
        pgettext_lazy("field", "Repeat opponents"),
        max_length=7,
        choices=SameOpponent,
        default="always",
        db_default="always",
    )
    games = models.PositiveSmallIntegerField(
        _("Number of games"), default=1, db_default=1, validators=range_validators(1, MOST_GAMES),
        choices=[(n, str(n)) for n in range(1, MOST_GAMES + 1)],
        help_text=_("This many different players can join, once each."),
    )  # fmt: skip
    simul_places = models.PositiveSmallIntegerField(
        _("Places in simultaneous games"), null=True, blank=True,
        validators=range_validators(FEWEST_PLACES, MOST_PLACES),
        help_text=_("For simultaneous games: how many opponents you'll play."),
    )  # fmt: skip
    simul_starts = models.CharField(
        _("Simultaneous games start"), max_length=7, choices=SimulStart, default="host", db_default="host"
    )

    class Meta:
        abstract = True


class AbstractLimitedOffer(LimitOptions):
    """Abstract model of an offer with limits. `games_left` is the number of games that may still start."""

    games_left = models.PositiveSmallIntegerField(pgettext_lazy("field", "games left"), default=1, db_default=1)

    class Meta:
        abstract = True

    @property
    def limits(self) -> OpponentLimits:
        """Return the limits in the columns as OpponentLimits."""
        return _limits_from_columns(_of_row(self))

    @property
    def starts_games_together(self) -> bool:
        """Return whether the offer is a simul in which players take places first, and all games start together
        (C210)."""
        return self.simul_places is not None and self.simul_starts != SimulStart.AT_ONCE


def limits_from_mapping(values: Mapping[str, Any]) -> OpponentLimits:
    """Return the limits from the values of a form or a request body, keyed by column name."""
    return _limits_from_columns(values.get(column) for column in COLUMNS.values())


def _limits_from_columns(values: Iterable[Any]) -> OpponentLimits:
    """Return the limits from the values of an offer's columns, in the order of COLUMNS."""
    found = dict(zip(COLUMNS, values, strict=True))
    for end in ("lowest", "highest"):
        found[end] = None if found[end] is None else Rank(found[end])
    return OpponentLimits(**found)


def columns_of(limits: OpponentLimits) -> dict[str, int | str | bool | None]:
    """Return the column values of an offer with these limits."""
    found = {column: getattr(limits, name) for name, column in COLUMNS.items()}
    ranks = {
        column: None if found[column] is None else found[column].steps for column in ("lowest_rank", "highest_rank")
    }
    return {**found, **ranks, "games_left": limits.simul_places or limits.games}
