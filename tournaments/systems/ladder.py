"""Ladders: who may challenge whom, and how the end of a game changes the order (E60 to E65).

An order is a tuple of entry ids from place 1 down, without gaps. Every function returns a new order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from .types import EntryId

Order = tuple[EntryId, ...]

REACH, REACH_PERCENT = 10, 40
MOST_GIVEN = 3
REMATCH_DAYS = 7
MOVES_THAT_COUNT = 10
"""The number of moves by each side from which a loss on time counts like one on the board."""
HOLD_AFTER_DAYS, OUT_AFTER_DAYS = 30, 60
HOLD_COSTS = 5
"""The number of places that a player's own hold costs each month."""


class HoldReason(StrEnum):
    """Why a player can neither challenge nor be challenged."""

    NONE = ""
    OWN = "own"
    TIMED_OUT = "timed_out"
    UNSEEN = "unseen"


class ChallengeRefusal(StrEnum):
    """Why a challenge is refused (E61), in the order in which the reasons are checked."""

    SELF = "self"
    STALE = "stale"
    """The defender is no longer at the place that the challenger saw."""
    BLOCKED = "blocked"
    BELOW = "below"
    OUT_OF_RANGE = "out_of_range"
    TIMED_OUT = "timed_out"
    ON_HOLD = "on_hold"
    ON_VACATION = "on_vacation"
    PLAYING_ALREADY = "playing_already"
    TOO_SOON = "too_soon"
    MAX_GIVEN = "max_given"
    MAX_RECEIVED = "max_received"


@dataclass(frozen=True, slots=True)
class LadderPlaceValue:
    """A player's place on the ladder. `given` and `received` count the player's current games as challenger and as
    defender, without games against players on vacation (E61)."""

    entry: EntryId
    place: int
    given: int = 0
    received: int = 0
    hold: HoldReason = HoldReason.NONE
    on_vacation: bool = False


@dataclass(frozen=True, slots=True)
class ChallengePairHistory:
    """The facts that decide about a challenge besides the two places: whether challenger or defender blocks the other,
    whether they now play a ladder game with each other, and their last game."""

    blocked: bool = False
    playing: bool = False
    days_since_last: int | None = None
    """The number of days since the last ladder game between the two players ended. None if they have not played one."""
    named_place: int | None = None
    """The defender's place that the challenger saw; None if it should not be checked."""


def highest_challengeable_place(place: int) -> int:
    """Return the best place that can be challenged from this place: up by 40 %, at least by 10 places (E60)."""
    return max(1, place - max(REACH, place * REACH_PERCENT // 100))


def most_challenges_received(place: int) -> int:
    """Return the number of challenges that a player at this place may receive at the same time (E61, as on DGS)."""
    if place <= 5:
        return 5
    return 4 if place <= 10 else 3


def challenge_refusal(
    challenger: LadderPlaceValue, defender: LadderPlaceValue, between: ChallengePairHistory
) -> ChallengeRefusal | None:
    """Return why this challenge is refused, None if it is allowed."""
    return next((code for code, holds in _refusal_conditions(challenger, defender, between) if holds), None)


def _refusal_conditions(
    challenger: LadderPlaceValue, defender: LadderPlaceValue, between: ChallengePairHistory
) -> tuple[tuple[ChallengeRefusal, bool], ...]:
    holds = {challenger.hold, defender.hold}
    last = between.days_since_last
    return (
        (ChallengeRefusal.SELF, challenger.entry == defender.entry),
        (ChallengeRefusal.STALE, between.named_place not in (None, defender.place)),
        (ChallengeRefusal.BLOCKED, between.blocked),
        (ChallengeRefusal.BELOW, defender.place > challenger.place),
        (ChallengeRefusal.OUT_OF_RANGE, defender.place < highest_challengeable_place(challenger.place)),
        (ChallengeRefusal.TIMED_OUT, HoldReason.TIMED_OUT in holds),
        (ChallengeRefusal.ON_HOLD, bool(holds & {HoldReason.OWN, HoldReason.UNSEEN})),
        (ChallengeRefusal.ON_VACATION, defender.on_vacation),
        (ChallengeRefusal.PLAYING_ALREADY, between.playing),
        (ChallengeRefusal.TOO_SOON, last is not None and last < REMATCH_DAYS),
        (ChallengeRefusal.MAX_GIVEN, challenger.given >= MOST_GIVEN),
        (ChallengeRefusal.MAX_RECEIVED, defender.received >= most_challenges_received(defender.place)),
    )


class LadderGameEnd(StrEnum):
    """How a ladder game ended, as far as the order depends on it (E63)."""

    BOARD = "board"
    """By count, resignation, or loss on time after 10 moves by each side."""
    EARLY = "early"
    """By an earlier loss on time, by forfeit, or declined."""
    DRAW = "draw"
    NOTHING = "nothing"
    """Without a result, void, or cancelled."""


def count_time_loss_as(black_moves: int, white_moves: int) -> LadderGameEnd:
    """Return how a game lost on time counts for the ladder order: like a played game if both sides made at least
    MOVES_THAT_COUNT moves, otherwise as an early loss."""
    return LadderGameEnd.BOARD if min(black_moves, white_moves) >= MOVES_THAT_COUNT else LadderGameEnd.EARLY


@dataclass(frozen=True, slots=True)
class FinishedLadderGame:
    """A finished ladder game. If the game was a draw or had no result, `winner` and `loser` are the two players in any
    order."""

    winner: EntryId
    loser: EntryId
    end: LadderGameEnd


def order_after_game(order: Order, ended: FinishedLadderGame) -> Order:
    """Return the order after a game. The challenger is the player who is lower when the game ends. If a player has
    left, the order does not change (E62, E63)."""
    if ended.end is LadderGameEnd.NOTHING or not {ended.winner, ended.loser} <= set(order):
        return order
    challenger, defender = sorted((ended.winner, ended.loser), key=order.index, reverse=True)
    won = challenger == ended.winner
    match ended.end:
        case LadderGameEnd.DRAW:
            return _placed_below(order, challenger, defender)
        case LadderGameEnd.BOARD:
            return _placed_above(order, challenger, defender) if won else order
        case _:
            return _placed_below(order, defender, challenger) if won else move_to_bottom(order, challenger)


def _placed_above(order: Order, player: EntryId, other: EntryId) -> Order:
    rest = [id_ for id_ in order if id_ != player]
    at = rest.index(other)
    return (*rest[:at], player, *rest[at:])


def _placed_below(order: Order, player: EntryId, other: EntryId) -> Order:
    rest = [id_ for id_ in order if id_ != player]
    at = rest.index(other) + 1
    return (*rest[:at], player, *rest[at:])


def move_to_bottom(order: Order, player: EntryId) -> Order:
    """Return the order with this player in the last place."""
    return (*(id_ for id_ in order if id_ != player), player)


def move_down(order: Order, player: EntryId, by: int = HOLD_COSTS) -> Order:
    """Return the order with this player `by` places lower, at most in the last place (E64)."""
    at = min(order.index(player) + by, len(order) - 1)
    rest = [id_ for id_ in order if id_ != player]
    return (*rest[:at], player, *rest[at:])


def add_player(order: Order, player: EntryId, rank_of: Callable[[EntryId], int] | None = None) -> Order:
    """Return the order with a new player in the last place or, with `rank_of`, below the last player of equal or higher
    rank (E60, as on DGS)."""
    if rank_of is None:
        return (*order, player)
    at = max((place for place, id_ in enumerate(order, 1) if rank_of(id_) >= rank_of(player)), default=0)
    return (*order[:at], player, *order[at:])


def remove_player(order: Order, player: EntryId) -> Order:
    """Return the order without this player; all players below move up (E65)."""
    return tuple(id_ for id_ in order if id_ != player)


def place_changes(before: Order, after: Order) -> tuple[tuple[EntryId, int | None, int | None], ...]:
    """Return the changed places as tuples of entry id, old place and new place. A place is None if the entrant was not,
    or is no longer, on the ladder."""
    old = {id_: place for place, id_ in enumerate(before, start=1)}
    new = {id_: place for place, id_ in enumerate(after, start=1)}
    ids = (*after, *(id_ for id_ in before if id_ not in new))
    return tuple((id_, old.get(id_), new.get(id_)) for id_ in ids if old.get(id_) != new.get(id_))


class AbsenceConsequence(StrEnum):
    """The consequence of a player's absence (E64)."""

    NONE = "none"
    HOLD = "hold"
    WITHDRAWN = "withdrawn"


def absence_after_time_losses(in_a_row: int) -> AbsenceConsequence:
    """Return the consequence of consecutive losses on time: after the first the player is on hold until their next
    move, after the second they are withdrawn."""
    if in_a_row == 0:
        return AbsenceConsequence.NONE
    return AbsenceConsequence.HOLD if in_a_row == 1 else AbsenceConsequence.WITHDRAWN


def absence_after_days_unseen(days: int) -> AbsenceConsequence:
    """Return the consequence of not being seen for this many days: HOLD after 30 days, WITHDRAWN after 60. Vacation
    days do not count."""
    if days < HOLD_AFTER_DAYS:
        return AbsenceConsequence.NONE
    return AbsenceConsequence.HOLD if days < OUT_AFTER_DAYS else AbsenceConsequence.WITHDRAWN
