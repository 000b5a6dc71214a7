"""Round robins by Berger tables (E20, E22)."""

from __future__ import annotations

from collections.abc import Iterable

from .types import DEFAULTS, EntryId, EventResult, PairingValue


def round_robin_schedule(
    entrants: tuple[EntryId, ...], games_each: int = 1, group: int = 0
) -> tuple[PairingValue, ...]:
    """Return all games in n - 1 rounds, or n rounds if n is odd. In that case one player is free in each round, without
    a pairing.

    In Berger tables, the number of games as Black and as White differs by at most one for each player. With two games
    each, the rounds are repeated with colours swapped. The order of `entrants` gives their numbers in the table; the
    caller must draw or seed it.
    """
    first = _berger_rounds(entrants, group)
    if games_each == 1:
        return first
    rounds = max((pairing.round for pairing in first), default=0)
    return first + tuple(
        PairingValue(one.round + rounds, black=one.white, white=one.black, board=one.board, group=group)
        for one in first
        if one.white is not None
    )


def _berger_rounds(entrants: tuple[EntryId, ...], group: int) -> tuple[PairingValue, ...]:
    """Return the rounds of a single round robin. With an odd number of entrants, an added seat stays empty."""
    seats: tuple[EntryId | None, ...] = entrants if len(entrants) % 2 == 0 else (*entrants, None)
    return tuple(
        PairingValue(round_, black=black, white=white, board=board, group=group)
        for round_ in range(1, len(seats))
        for board, (black, white) in enumerate(_pairs_of_round(seats, round_), start=1)
    )


def _pairs_of_round(seats: tuple[EntryId | None, ...], round_: int) -> list[tuple[EntryId, EntryId]]:
    """Return the pairs of a round, each with Black first. `round_` counts from 1. The seats are numbered from 0 to n -
    1. Of the seats except the last one, p and q meet if p + q is `round_` - 1 modulo n - 1. The last seat meets the
    seat that would meet itself by this rule."""
    last = len(seats) - 1
    pairs: list[tuple[EntryId, EntryId]] = []
    for p in range(last):
        q = (round_ - 1 - p) % last
        if q == p:
            one, other = (p, last) if round_ % 2 else (last, p)
        elif p < q:
            one, other = (p, q) if (p + q) % 2 else (q, p)
        else:
            continue
        black, white = seats[one], seats[other]
        if black is not None and white is not None:
            pairs.append((black, white))
    return pairs


def are_games_of_leaver_void(pairings: Iterable[PairingValue], player: EntryId) -> bool:
    """Return whether all games of a player who left a round robin become void, because fewer than half of them ended on
    the board (E52)."""
    games = [one for one in pairings if player in one.entrants and not one.is_bye]
    unplayed = DEFAULTS | {EventResult.UNDECIDED, EventResult.VOID, EventResult.STRUCK}
    return 2 * sum(one.result not in unplayed for one in games) < len(games)
