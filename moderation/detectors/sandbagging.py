"""Detect players who lose rated games on purpose, to get a lower rating."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import datetime

from django.conf import settings

from games.models import Game
from games.services.mass_timeouts import is_clearly_lost
from ratings.models import Category, Rating, RatingEvent
from rules import Reason

from .finding import EvidenceLine, Finding, finding_strength
from .played import DecidedGame, decided_games, finished_game_ids

KIND = "sandbagging"


def find_sandbagging(now: datetime, since: datetime) -> list[Finding]:
    """Return findings about players with at least IGO_SIGNAL_LOSSES suspicious rated losses, which are at least
    IGO_SIGNAL_LOSS_SHARE of their rated games. A loss is suspicious if the player resigned after a few moves, or while
    clearly ahead by the server's scoring.

    Losses on time alone do not count, because mass time-outs are detected separately (mass_timeouts.py). Also return
    findings about players whose established ratings on two board sizes differ by at least IGO_SIGNAL_RATING_GAP.
    """
    lost, rated = _losses_by_player(now, since)
    found = _find_rating_gaps(now, since)
    for player, losses in lost.items():
        short = [game for game in losses if game.is_short]
        ahead = _resigned_while_ahead(losses, wanted=settings.IGO_SIGNAL_LOSSES - len(short))
        meant = [*short, *ahead]
        enough = len(meant) >= max(settings.IGO_SIGNAL_LOSSES, settings.IGO_SIGNAL_LOSS_SHARE * rated[player])
        if enough and any(game.reason is not Reason.TIME for game in meant):
            found.append(_make_finding(player, short, ahead, rated[player]))
    return found


def _find_rating_gaps(now: datetime, since: datetime) -> list[Finding]:
    """Return findings about players who recently ended a rated game and whose ratings differ widely between board
    sizes. Three queries."""
    recent_games: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    events = RatingEvent.objects.filter(game__in=finished_game_ids(now, since), player__is_bot=False)
    for player, size, game in events.values_list("player_id", "size", "game_id"):
        recent_games[player][size].append(game)
    by_size: dict[int, list[Rating]] = defaultdict(list)
    for row in Rating.objects.exclude(category=Category.OVERALL).filter(player__in=recent_games):
        if not row.is_provisional:
            by_size[row.player_id].append(row)
    gaps = (_rating_gap_finding(rows, recent_games[player]) for player, rows in by_size.items())
    return [finding for finding in gaps if finding is not None]


def _rating_gap_finding(rows: list[Rating], recent_games: dict[int, list[int]]) -> Finding | None:
    """Return the finding about one player. Its games are the recent ones on the board size with the lowest rating."""
    low, high = min(rows, key=lambda row: row.rating), max(rows, key=lambda row: row.rating)
    gap = high.rating - low.rating
    if gap < settings.IGO_SIGNAL_RATING_GAP:
        return None
    numbers = {"low": round(low.rating), "low_size": low.category, "high": round(high.rating)}
    evidence: EvidenceLine = ("rating_gap", {**numbers, "high_size": high.category})
    games = tuple(sorted(recent_games[low.category]))
    return Finding(KIND, low.player_id, (), games, finding_strength(gap, settings.IGO_SIGNAL_RATING_GAP), (evidence,))


def _losses_by_player(now: datetime, since: datetime) -> tuple[dict[int, list[DecidedGame]], dict[int, int]]:
    """Return the rated losses of all players except bots, and the number of rated games of everyone, both by player
    id."""
    lost: dict[int, list[DecidedGame]] = defaultdict(list)
    rated: dict[int, int] = defaultdict(int)
    for game in decided_games(now, since):
        if game.is_rated:
            rated[game.winner] += 1
            rated[game.loser] += 1
            if not game.loser_is_bot:
                lost[game.loser].append(game)
    return lost, rated


def _resigned_while_ahead(losses: list[DecidedGame], *, wanted: int) -> list[DecidedGame]:
    """Return the games that were resigned while clearly ahead. Return [] if there are fewer resignations than
    `wanted`."""
    resigned = {one.game: one for one in losses if one.reason is Reason.RESIGNATION and one.moves * 4 >= one.area}
    if len(resigned) < wanted:
        return []
    games = Game.objects.filter(pk__in=resigned).only("setup", "snapshot", "position_keys")
    ahead = [resigned[game.pk] for game in games if _was_resigner_ahead(game, resigned[game.pk])]
    return sorted(ahead, key=lambda one: one.game)


def _was_resigner_ahead(game: Game, lost: DecidedGame) -> bool:
    """Return whether the player who resigned was clearly ahead."""
    opponent = game.agreed_setup.order.opponent(lost.loser_color)
    return is_clearly_lost(replace(game.state(), to_play=opponent))


def _make_finding(player: int, short: list[DecidedGame], ahead: list[DecidedGame], rated: int) -> Finding:
    evidence: list[EvidenceLine] = [("meant_losses", {"losses": len(short) + len(ahead), "games": rated})]
    if short:
        evidence.append(("short_losses", {"losses": len(short), "moves": settings.IGO_SIGNAL_SHORT_GAME}))
    if ahead:
        evidence.append(("resigned_ahead", {"losses": len(ahead)}))
    meant = [*short, *ahead]
    return Finding(
        kind=KIND,
        player=player,
        others=tuple(sorted({game.winner for game in meant})),
        games=tuple(sorted(game.game for game in meant)),
        strength=finding_strength(len(meant), settings.IGO_SIGNAL_LOSSES),
        evidence=tuple(evidence),
    )
