"""The tie-breaks of E30 to E34, each a whole number for each entrant.

The formulas are those of OpenGotha and the European Go Federation. The results were compared with published tables.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from .league import FREE_DRAW, FREE_LOSS, FREE_WIN
from .ledger import EntrantResult, Ledger
from .types import DEFAULTS, HALF, WIN, Criterion, EntryId, EventResult, StageSystem

Values = dict[EntryId, int]
_NOT_SEEDED = 10**9


def criterion_values(system: StageSystem, sums: Ledger, criterion: Criterion) -> Values:
    """Return the value of this criterion for each entrant, by entry id. The criterion DIRECT is not possible here,
    because it depends on the tied players: use `direct_comparison`."""
    return {id_: _KINDS[criterion](system, sums, id_) for id_ in sums.entries}


def direct_comparison(sums: Ledger, tied: Iterable[EntryId]) -> Values:
    """Return how many of the tied players each one has beaten. Return 0 for all unless every two of them have a decided
    game (OpenGotha's SDC).

    As in OpenGotha, wins by forfeit do not count as games.
    """
    group = set(tied)
    balance = {(a, b): 0 for a in group for b in group if a != b}
    for a in group:
        for meeting in sums.meetings[a]:
            if meeting.opponent in group and meeting.result in _ON_THE_BOARD:
                balance[a, meeting.opponent] += 1 if meeting.halves else -1
    if not all(balance.values()):
        return dict.fromkeys(group, 0)
    return {a: sum(balance[a, b] > 0 for b in group if b != a) for a in group}


_ON_THE_BOARD = frozenset({EventResult.BLACK_WINS, EventResult.WHITE_WINS})


def opponent_scores(system: StageSystem, sums: Ledger, id_: EntryId) -> list[int]:
    """Return the summands of the player's SOS, one for each game (E33). A summand is the opponent's score; in McMahon
    and groups, the handicap given is added to it and the handicap taken is subtracted. For a round without an opponent,
    the summand is the player's own starting score."""
    stones = 2 if system.starts_by_rank else 0
    met = [_score_as_opponent(system, sums, one.opponent) + stones * one.stones for one in sums.meetings[id_]]
    return met + [sums.start[id_]] * sums.rounds_without_opponent(id_)


def _score_as_opponent(system: StageSystem, sums: Ledger, id_: EntryId) -> int:
    """Return the score with which a player counts in opponents' SOS. With `unplayed_as_half`, all games that were not
    played count as draws (E34)."""
    if not system.unplayed_as_half:
        return sums.score(id_)
    meetings = sums.meetings[id_]
    played = sum(one.halves for one in meetings if one.was_decided_on_board)
    missed = sums.rounds_without_opponent(id_) + sum(one.result in DEFAULTS for one in meetings)
    return sums.start[id_] + played + HALF * missed


def _sos(system: StageSystem, sums: Ledger, id_: EntryId) -> int:
    return sum(opponent_scores(system, sums, id_))


def _sos_without(weakest: int) -> Callable[[StageSystem, Ledger, EntryId], int]:
    return lambda system, sums, id_: sum(sorted(opponent_scores(system, sums, id_))[weakest:])


def _sodos(system: StageSystem, sums: Ledger, id_: EntryId) -> int:
    met = zip(sums.meetings[id_], opponent_scores(system, sums, id_), strict=False)
    return sum(meeting.halves * score for meeting, score in met)


def _sosos(system: StageSystem, sums: Ledger, id_: EntryId) -> int:
    met = sum(_sos(system, sums, one.opponent) for one in sums.meetings[id_])
    return met + sums.start[id_] * sums.slots[id_] * sums.rounds_without_opponent(id_)


def _points_of_freely_arranged_games(_system: StageSystem, sums: Ledger, id_: EntryId) -> int:
    """Return the points of an entrant in games that the players arranged freely, in quarters of a point. These are
    points from games, a director's adjustments, and half a point for each void game (E73, E55, E92)."""
    meetings = sums.meetings[id_]
    given = sums.points[id_] - sum(one.halves for one in meetings)
    return sum(map(_points_of_freely_arranged_game, meetings)) + 2 * given


def _points_of_freely_arranged_game(game: EntrantResult) -> int:
    if game.halves:
        return FREE_WIN if game.halves == WIN else FREE_DRAW
    return FREE_LOSS if game.result in _ON_THE_BOARD else 0


def _lot_number(system: StageSystem, _sums: Ledger, id_: EntryId) -> int:
    return int.from_bytes(hashlib.sha256(f"{system.lot}:{id_}".encode()).digest()[:8])


_KINDS: dict[Criterion, Callable[[StageSystem, Ledger, EntryId], int]] = {
    Criterion.POINTS: lambda _, sums, id_: sums.points[id_],
    Criterion.MMS: lambda _, sums, id_: sums.score(id_),
    Criterion.SOS: _sos,
    Criterion.SOS_1: _sos_without(1),
    Criterion.SOS_2: _sos_without(2),
    Criterion.SODOS: _sodos,
    Criterion.SOSOS: _sosos,
    Criterion.RANK: lambda _, sums, id_: sums.entries[id_].rank,
    Criterion.RATING: lambda _, sums, id_: sums.entries[id_].rating,
    Criterion.SEED: lambda _, sums, id_: -(sums.entries[id_].seed or _NOT_SEEDED),
    Criterion.LOT: _lot_number,
    Criterion.FREE: _points_of_freely_arranged_games,
}
