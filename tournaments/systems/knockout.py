"""Knockout and double knockout: the next pairings, and who is eliminated (E38, E39)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from .brackets import BracketMatch, BracketPart, SeatOrigin, SeatSource, double_knockout, single_knockout
from .handicaps import gets_black_by_lot
from .ledger import HALVES
from .types import EntryId, EventResult, PairingValue, StandingsRow


@dataclass(frozen=True, slots=True)
class Knockout:
    """The settings of a knockout. `seeds` are the entry ids, strongest first; the strongest get the byes."""

    seeds: tuple[EntryId, ...]
    games: int = 1
    """The number of games in a match: 1, 3 or 5."""
    third_place: bool = False
    double: bool = False
    komi: int = 13
    lot: str = ""
    """The seed for drawing the colours of first games."""

    @property
    def bracket_matches(self) -> tuple[BracketMatch, ...]:
        """Return the matches of the bracket, each after the matches that lead to it."""
        return double_knockout(len(self.seeds)) if self.double else single_knockout(len(self.seeds), self.third_place)

    def better_seed(self, one: EntryId, other: EntryId) -> EntryId:
        """Return the stronger seed of the two entrants."""
        return min(one, other, key=self.seeds.index)


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """A seat of a match: an entrant, no one (a bye for the opponent), or not known yet."""

    is_known: bool
    entry: EntryId | None = None


NOBODY, UNKNOWN = MatchSeat(True), MatchSeat(False)


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """The current state of a match. If the match is over without a winner, no one advances."""

    plan: BracketMatch
    seats: tuple[MatchSeat, MatchSeat]
    games: tuple[PairingValue, ...] = ()
    over: bool = False
    winner: EntryId | None = None
    loser: EntryId | None = None
    stray: tuple[PairingValue, ...] = ()
    """Games in this match of players who no longer belong in it because a result was corrected (E92). The match waits
    until a director voids them."""

    @property
    def is_bye(self) -> bool:
        """Return whether the match was decided without a game because a seat is empty."""
        return self.over and NOBODY in self.seats

    @property
    def entrants(self) -> tuple[EntryId, ...]:
        """Return the ids of the match's entrants who are known so far."""
        return tuple(seat.entry for seat in self.seats if seat.entry is not None)


def current_matches(knockout: Knockout, pairings: Iterable[PairingValue]) -> tuple[KnockoutMatch, ...]:
    """Return the current state of every match. A pairing's board is the number of its match."""
    games: dict[int, list[PairingValue]] = defaultdict(list)
    for one in pairings:
        if one.result is not EventResult.STRUCK:
            games[one.board].append(one)
    done: dict[int, KnockoutMatch] = {}
    for plan in knockout.bracket_matches:
        seats = _match_seats(knockout, plan, done)
        rows = sorted(games[plan.number], key=lambda one: one.game)
        here = {seat.entry for seat in seats}
        stray = tuple(one for one in rows if not one.entrants <= here)
        match = KnockoutMatch(plan, seats, tuple(one for one in rows if one not in stray), stray=stray)
        done[plan.number] = match if stray else _with_result(knockout, match)
    return tuple(done.values())


def next_pairings(knockout: Knockout, pairings: Iterable[PairingValue]) -> tuple[PairingValue, ...]:
    """Return the games that can start now. A match starts when both players are known (E21). Its games follow one
    another, with colours swapped in each second game."""
    rows = tuple(pairings)
    return tuple(
        _next_game(knockout, match, rows)
        for match in current_matches(knockout, rows)
        if not match.over and not match.stray and len(match.entrants) == 2 and not _has_undecided_game(match.games)
    )


def knockout_places(knockout: Knockout, pairings: Iterable[PairingValue]) -> tuple[StandingsRow, ...]:
    """Return the places of all entrants, best first. Entrants eliminated in the same round share a place, and entrants
    not eliminated yet share the first place."""
    found = current_matches(knockout, pairings)
    reached: dict[EntryId, tuple[int, int]] = {}
    last = max((match.plan.round for match in found), default=0) + 1
    third = next((match for match in found if match.plan.bracket is BracketPart.THIRD_PLACE and match.over), None)
    for id_ in knockout.seeds:
        bonus = int(third is not None and third.winner == id_)
        reached[id_] = (_elimination_round(found, id_) or last, bonus)
    ordered = sorted(knockout.seeds, key=lambda id_: ([-one for one in reached[id_]], knockout.seeds.index(id_)))
    first: dict[tuple[int, int], int] = {}
    for place, id_ in enumerate(ordered, start=1):
        first.setdefault(reached[id_], place)
    return tuple(StandingsRow(first[reached[id_]], id_) for id_ in ordered)


def _elimination_round(found: tuple[KnockoutMatch, ...], id_: EntryId) -> int | None:
    """Return the round of an entrant's last match, without the match for third place, if they did not win it. Return
    None for an entrant who is not eliminated."""
    mine = [match for match in found if id_ in match.entrants and match.plan.bracket is not BracketPart.THIRD_PLACE]
    if not mine:
        return None
    last = max(mine, key=lambda match: match.plan.round)
    return None if not last.over or last.winner == id_ else last.plan.round


def _match_seats(knockout: Knockout, plan: BracketMatch, done: dict[int, KnockoutMatch]) -> tuple[MatchSeat, MatchSeat]:
    if plan.bracket is BracketPart.SECOND_FINAL:
        return _second_final_seats(done[plan.number - 1])
    one, other = (_seat_from_source(knockout, source, done) for source in plan.sources)
    return one, other


def _seat_from_source(knockout: Knockout, source: SeatSource, done: dict[int, KnockoutMatch]) -> MatchSeat:
    if source.origin is SeatOrigin.SEED:
        known = source.number <= len(knockout.seeds)
        return MatchSeat(True, knockout.seeds[source.number - 1]) if known else NOBODY
    match = done[source.number]
    if not match.over:
        return UNKNOWN
    return MatchSeat(True, match.winner if source.origin is SeatOrigin.WINNER else match.loser)


def _second_final_seats(final: KnockoutMatch) -> tuple[MatchSeat, MatchSeat]:
    if not final.over:
        return UNKNOWN, UNKNOWN
    lower_won = final.winner is not None and final.winner == final.seats[1].entry
    return final.seats if lower_won and not final.is_bye else (NOBODY, NOBODY)


def _with_result(knockout: Knockout, match: KnockoutMatch) -> KnockoutMatch:
    """Return the match with its winner if it is decided, otherwise unchanged."""
    if not all(seat.is_known for seat in match.seats):
        return match
    if NOBODY in match.seats:
        return replace(match, over=True, winner=next(iter(match.entrants), None))
    one, other = match.entrants
    had = _half_points(match.games)
    if max(had[one], had[other]) > knockout.games:
        return _with_winner(match, max(one, other, key=lambda id_: had[id_]))
    if len(match.games) < knockout.games or _has_undecided_game(match.games):
        return match
    if had[one] != had[other]:
        return _with_winner(match, max(one, other, key=lambda id_: had[id_]))
    if all(game.result is EventResult.BOTH_LOSE for game in match.games):
        return _with_both_lost(knockout, match)
    if len(match.games) > knockout.games:
        return _with_winner(match, knockout.better_seed(one, other))
    return match


def _with_winner(match: KnockoutMatch, winner: EntryId) -> KnockoutMatch:
    (loser,) = set(match.entrants) - {winner}
    return replace(match, over=True, winner=winner, loser=loser)


def _with_both_lost(knockout: Knockout, match: KnockoutMatch) -> KnockoutMatch:
    """Return the finished match if both players lost it (E38). No one wins, so the next opponent has a bye.

    In the upper bracket of a double knockout, the better seed continues in the lower bracket. In the final, the winner
    of the upper bracket wins the match, because the other player has now lost twice.
    """
    one, other = match.entrants
    if knockout.double and match.plan.bracket is BracketPart.FINAL:
        return _with_winner(match, one)
    drops = knockout.double and match.plan.bracket is BracketPart.UPPER
    return replace(match, over=True, loser=knockout.better_seed(one, other) if drops else None)


def _half_points(games: tuple[PairingValue, ...]) -> Counter[EntryId]:
    had: Counter[EntryId] = Counter()
    for game in games:
        if game.white is not None:
            black, white = HALVES[EventResult.DRAW if game.result is EventResult.BOTH_WIN else game.result]
            had[game.black] += black
            had[game.white] += white
    return had


def _has_undecided_game(games: tuple[PairingValue, ...]) -> bool:
    return any(game.result is EventResult.UNDECIDED for game in games)


def _next_game(knockout: Knockout, match: KnockoutMatch, rows: tuple[PairingValue, ...]) -> PairingValue:
    one, other = match.entrants
    if match.games and match.games[-1].white is not None:
        black, white = match.games[-1].white, match.games[-1].black
    else:
        blacks = Counter(row.black for row in rows) - Counter()
        blacks.subtract(row.white for row in rows if row.white is not None)
        swap = blacks[one] > blacks[other]
        if blacks[one] == blacks[other]:
            swap = not gets_black_by_lot(knockout.lot, one, other)
        black, white = (other, one) if swap else (one, other)
    return PairingValue(
        match.plan.round, black, white, match.plan.number, komi=knockout.komi, game=len(match.games) + 1
    )
