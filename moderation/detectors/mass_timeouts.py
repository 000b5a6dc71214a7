"""Detect players who lose many games on time within a week (games.services.mass_timeouts decides which of these games
are rated)."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from django.conf import settings

from games.services.mass_timeouts import PERIOD
from rules import Reason

from .finding import Finding, finding_strength
from .played import DecidedGame, decided_games

KIND = "time_out_wave"


def find_mass_timeouts(now: datetime, since: datetime) -> list[Finding]:
    """Return findings about players, but not bots, who lost at least IGO_SIGNAL_TIME_OUTS games on time within a
    week."""
    lost: dict[int, list[DecidedGame]] = defaultdict(list)
    for game in decided_games(now, since):
        if game.reason is Reason.TIME and not game.loser_is_bot:
            lost[game.loser].append(game)
    runs = ((player, _largest_group_within_period(games)) for player, games in lost.items())
    return [_make_finding(player, run) for player, run in runs if len(run) >= settings.IGO_SIGNAL_TIME_OUTS]


def _largest_group_within_period(games: list[DecidedGame]) -> list[DecidedGame]:
    """Return the largest group of these games that ended within a time span of PERIOD."""
    within = ([game for game in games if last.at - PERIOD < game.at <= last.at] for last in games)
    return max(within, key=len)


def _make_finding(player: int, run: list[DecidedGame]) -> Finding:
    return Finding(
        kind=KIND,
        player=player,
        others=tuple(sorted({game.winner for game in run})),
        games=tuple(sorted(game.game for game in run)),
        strength=finding_strength(len(run), settings.IGO_SIGNAL_TIME_OUTS),
        evidence=((KIND, {"losses": len(run), "days": PERIOD.days, "opponents": len({game.winner for game in run})}),),
    )
