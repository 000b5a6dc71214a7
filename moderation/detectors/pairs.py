"""Detect pairs of players in rated games who use the same network, or trade short wins."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise

from django.conf import settings

from accounts.models import SecurityEvent

from .finding import EvidenceLine, Finding, finding_strength
from .played import DecidedGame, decided_games

SAME_NETWORK, TRADED_WINS = "same_network", "traded_wins"
ONE_SIDED = 0.8
"""The smallest share of a pair's short wins that counts as one-sided."""

Pairs = dict[tuple[int, int], list[DecidedGame]]


def _rated_games_by_pair(now: datetime, since: datetime) -> Pairs:
    """Return the rated games that ended between these times, by pair of player ids."""
    pairs: Pairs = defaultdict(list)
    for game in decided_games(now, since):
        if game.is_rated:
            pairs[game.pair].append(game)
    return pairs


def find_same_network(now: datetime, since: datetime) -> list[Finding]:
    """Return findings about pairs with at least IGO_SIGNAL_NETWORK_GAMES rated games who used the same network: an IPv4
    address, or the /64 of an IPv6 address.

    Networks with more than IGO_SIGNAL_NETWORK_PEOPLE accounts (a club, a school) are ignored.
    """
    least = settings.IGO_SIGNAL_NETWORK_GAMES
    pairs = {pair: games for pair, games in _rated_games_by_pair(now, since).items() if len(games) >= least}
    networks = _networks_by_player({player for pair in pairs for player in pair}, now, since)
    found = []
    for pair, games in pairs.items():
        shared = networks[pair[0]] & networks[pair[1]]
        if shared:
            sentence: EvidenceLine = (SAME_NETWORK, {"games": len(games), "networks": len(shared)})
            found.append(_make_finding(SAME_NETWORK, games, finding_strength(len(games), least), sentence))
    return found


def _networks_by_player(players: Iterable[int], now: datetime, since: datetime) -> dict[int, set[str]]:
    """Return the networks that each player used between these times, by player id. Networks that many accounts share
    are left out. Two queries."""
    within = SecurityEvent.objects.filter(at__gte=since, at__lte=now, player__isnull=False).exclude(network="")
    used: dict[int, set[str]] = defaultdict(set)
    for player, network in within.filter(player__in=players).values_list("player_id", "network").distinct():
        if player is not None:
            used[player].add(network)
    seen = Counter(network for networks in used.values() for network in networks)
    shared = [network for network, players_there in seen.items() if players_there > 1]
    rows = within.filter(network__in=shared).values_list("network", "player_id").distinct()
    people = Counter(network for network, _ in rows)
    few = {network for network in shared if people[network] <= settings.IGO_SIGNAL_NETWORK_PEOPLE}
    return defaultdict(set, {player: networks & few for player, networks in used.items()})


def find_traded_wins(now: datetime, since: datetime) -> list[Finding]:
    """Return findings about pairs of players who may trade wins. They have at least IGO_SIGNAL_PAIR_GAMES rated games,
    or at least IGO_SIGNAL_PAIR_SHORT short ones whose winners alternate or are nearly always the same."""
    found = []
    for games in _rated_games_by_pair(now, since).values():
        sentences, strongest = _pair_evidence(games)
        if sentences:
            found.append(_make_finding(TRADED_WINS, games, strongest, *sentences))
    return found


def _pair_evidence(games: list[DecidedGame]) -> tuple[list[EvidenceLine], float]:
    many, few = settings.IGO_SIGNAL_PAIR_GAMES, settings.IGO_SIGNAL_PAIR_SHORT
    sentences: list[EvidenceLine] = []
    strongest = 0.0
    if len(games) >= many:
        sentences.append(("many_games", {"games": len(games)}))
        strongest = finding_strength(len(games), many)
    short = [game for game in games if game.is_short]
    pattern = _win_pattern(short)
    if len(short) >= few and pattern:
        sentences.append((pattern, {"games": len(short), "moves": settings.IGO_SIGNAL_SHORT_GAME}))
        strongest = max(strongest, finding_strength(len(short), few))
    return sentences, strongest


def _win_pattern(short: list[DecidedGame]) -> str:
    """Return the pattern of wins in short games: "one_sided", "alternating", or "" for none."""
    if len(short) < 2:
        return ""
    wins = Counter(game.winner for game in short)
    if max(wins.values()) >= ONE_SIDED * len(short):
        return "one_sided"
    changes = sum(first.winner != second.winner for first, second in pairwise(short))
    return "alternating" if changes * 2 >= len(short) - 1 else ""


def _make_finding(kind: str, games: list[DecidedGame], how_strong: float, *evidence: EvidenceLine) -> Finding:
    """Return a finding about the player who won most of these games."""
    wins = Counter(game.winner for game in games)
    player = max(games[0].pair, key=lambda one: (wins[one], -one))
    other = next(one for one in games[0].pair if one != player)
    return Finding(kind, player, (other,), tuple(sorted(game.game for game in games)), how_strong, evidence)
