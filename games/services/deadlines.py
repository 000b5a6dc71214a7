"""Deadlines and clocks of games, with the off time of their players (R51, R54 to R56).

A stored deadline may be too early, because an outage has just ended or a vacation began at the same time as a turn. So
before a game ends on time, `recalculate_and_store_deadline` calculates its deadline again from the clock and the off
time. A stored deadline is too late only if a vacation was ended at the same time, and then by no more than that
vacation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import takewhile

from games import storage
from games.models import Game
from games.models.game import CLAIM_LASTS
from games.storage import NO_OFF_TIME, OffTime
from rules import Action as RulesAction
from rules import ByColor, Color, GameState, Pass, Phase, PlaceHandicap, Play, RefuseWin, Undo, Withdraw
from rules import clock as clocks
from rules.calendar import Deadline, TimeStretch, stretches
from rules.clock import Clock, TimeoutEffect, TimeSystem
from rules.off_time import Interval, OffTimeKind, Schedule

MINIMUM_IN_THE_END = timedelta(hours=24)
"""The least time for a turn in marking and in deciding, and for the turn that begins playing out a dispute (R51)."""
MOVES = (Play, Pass, PlaceHandicap)
"""Actions that earn an increment or count as a stone. Marking, and accepting or rejecting a proposal, do not."""


class OffTimeByPlayer:
    """The off time (the times when clocks stop) of all players of these games. It is read in one query, or taken from
    `known` if that is given."""

    def __init__(self, games: Iterable[Game], known: OffTime | None = None) -> None:
        timed = [game for game in games if game.has_off_time and is_timed(game)]
        self._known = (known or _read_off_time(timed)) if timed else NO_OFF_TIME

    def schedule_of(self, game: Game, color: Color) -> Schedule:
        """Return when the clock of this colour stops in this game; for a team, the clock of its member on turn
        (V40)."""
        known, seat = self._known, game.seat_of_color(color)
        if known is NO_OFF_TIME and not game.pauses and not seat.weekend_zone:
            return _NEVER
        player = seat.player_id
        weekly = known.weekly.get(player, seat.usual_weekend_schedule)
        pauses = tuple(Interval(*map(datetime.fromisoformat, pair)) for pair in game.pauses)
        away = tuple(known.vacations.get(player, ()))
        own = replace(weekly, vacations=away, pauses=pauses, outages=known.outages)
        return own.limited_to({*game.off_kinds, OffTimeKind.PAUSE})


_NEVER = Schedule()
"""The schedule of a clock that never stops."""


def _read_off_time(timed: list[Game]) -> OffTime:
    """Return the off time (when clocks stop) of the players of these games, all of which have clocks. One query."""
    players = {seat.player_id for game in timed for seat in game.seat_list()}
    return storage.off_time_of(players, min(_waiting_since(game) for game in timed))


def is_timed(game: Game) -> bool:
    """Return whether the game has clocks."""
    return game.agreed_time.system is not TimeSystem.NONE


def _waiting_since(game: Game) -> datetime:
    return game.clock_value().since or game.last_action_at


def off_time_matters_since(game: Game) -> datetime | None:
    """Return the time since which off time can affect the clocks of this game; earlier off time is already included.
    Return None for a game without clocks."""
    return _waiting_since(game) if is_timed(game) else None


def current_deadline(game: Game, schedules: OffTimeByPlayer | None = None) -> Deadline | None:
    """Return when the side to act runs out of time, and the off time that is added until then (R55). Return None if no
    clock runs."""
    clock = game.clock_value()
    if clock.running is None or clock.left is None:
        return None
    schedules = schedules or OffTimeByPlayer([game])
    return clocks.explained_deadline(game.agreed_time, clock, schedules.schedule_of(game, clock.running))


def timeout_effect_at(game: Game, now: datetime, deadline: datetime | None = None) -> TimeoutEffect | None:
    """Return what happens if this deadline (by default the game's deadline) has passed at `now`, or None if there is
    still time (R52). A win that the opponent has not claimed for CLAIM_LASTS ends the game automatically."""
    deadline = deadline or game.deadline
    if deadline is None or now < deadline:
        return None
    up = clocks.timeout_effect_of(game.timeout_policy, game.graces)
    return TimeoutEffect.ENDS if up is TimeoutEffect.CLAIMABLE and deadline < now - CLAIM_LASTS else up


def recalculate_and_store_deadline(game: Game, schedules: OffTimeByPlayer | None = None) -> bool:
    """Calculate the deadline of a locked game again from its clock and off time, and store it. Return whether the
    deadline has changed."""
    has_changed = recalculate_deadline(game, schedules)
    if has_changed:
        game.save(update_fields=["deadline"])
    return has_changed


def recalculate_deadline(game: Game, schedules: OffTimeByPlayer | None = None) -> bool:
    """Calculate the deadline of a locked game again from its clock and off time. Return whether the deadline has
    changed. The caller must save the game."""
    found = current_deadline(game, schedules)
    deadline = None if found is None else found.instant
    if game.is_finished or deadline == game.deadline:
        return False
    game.deadline = deadline
    return True


def charge_used_time(game: Game, now: datetime, schedules: OffTimeByPlayer | None = None) -> None:
    """Subtract the time used so far in the current turn from the clock of its side. Call this before the side's weekend
    or night changes. The game must be locked; the caller must save the game."""
    clock = game.clock_value()
    if clock.running is not None:
        schedules = schedules or OffTimeByPlayer([game])
        schedule = schedules.schedule_of(game, clock.running)
        game.clock = clocks.charge(game.agreed_time, clock, now, schedule).to_json()


@dataclass(frozen=True, slots=True)
class ReplayedAction:
    """An action of `rules`, the state after it, and when the server received it."""

    action: RulesAction
    after: GameState
    at: datetime


def clock_after(game: Game, step: ReplayedAction, schedules: OffTimeByPlayer) -> Clock:
    """Return the game's clock after an action that passes the turn or ends the game. `step` has the action and the
    state after it."""
    action, after, now = step.action, step.after, step.at
    control, clock = game.agreed_time, game.clock_value()
    mover = None if clock.running is None else schedules.schedule_of(game, clock.running)
    if isinstance(action, RefuseWin):
        return clocks.give_time_to_side_on_turn(
            control, Clock(after.to_play, now, timedelta(0), clock.sides), clocks.GRACE, now
        )
    if after.to_play is None:
        return clocks.stop(clock, now, control=control, schedule=mover)
    clock = clocks.charge(control, clock, now, mover)
    if isinstance(action, Undo):
        clock = clocks.clock_after_undo(control, clock, _clock_at(game, action.to_move_number))
    in_the_end = after.phase is Phase.STONE_REMOVAL or (after.dispute is not None and not isinstance(action, MOVES))
    minimum = MINIMUM_IN_THE_END if in_the_end else timedelta(0)
    begin = clocks.after_move if isinstance(action, MOVES) else clocks.after_other_action
    turned = clocks.with_minimum_time(begin(control, clock, after.to_play, now), minimum)
    if isinstance(action, Withdraw) and turned.left is not None:
        return replace(turned, left=min(turned.left, _time_left_when_proposed(game, schedules)))
    return turned


def _clock_at(game: Game, move_number: int) -> Clock:
    """Return the clock that was stored with the last action that led to this move number."""
    stored = game.actions.filter(effect__move_number=move_number).order_by("-number").values_list("clock", flat=True)
    found = stored.first()
    return Clock() if found is None else Clock.from_json(found)


def _time_left_when_proposed(game: Game, schedules: OffTimeByPlayer) -> timedelta:
    """Return how much time of their turn the player who now withdraws a proposal had left when they made it.
    Withdrawing does not start a new turn."""
    proposed = game.actions.filter(kind="propose").order_by("-number").first()
    assert proposed is not None
    earlier = game.actions.filter(number__lt=proposed.number).order_by("-number").first()
    assert earlier is not None
    clock = Clock.from_json(earlier.clock)
    assert clock.running is not None
    there = clocks.charge(game.agreed_time, clock, proposed.received_at, schedules.schedule_of(game, clock.running))
    return timedelta(0) if there.left is None else there.left


@dataclass(frozen=True, slots=True)
class ClockNow:
    """The clock of a game at one time.

    `due` is the deadline and the off time that was added to it. `facts` are the clocks of the sides. `standing` is the
    off time during which the running clock is stopped now, or None. `weekends` are the ISO weekdays on which each
    side's clock stops.
    """

    due: Deadline | None
    facts: ByColor[clocks.SideClockState | None]
    standing: TimeStretch | None
    weekends: ByColor[frozenset[int]]


def clock_now(game: Game, now: datetime) -> ClockNow:
    """Return the game's clock at this time, for pages and clients."""
    control, clock, schedules = game.agreed_time, game.clock_value(), OffTimeByPlayer([game])
    colors = game.agreed_setup.order.colors
    mover = None if clock.running is None else schedules.schedule_of(game, clock.running)
    charged = clocks.charge(control, clock, now, mover)
    facts = ByColor.each(colors, lambda color: clocks.side_clock_state(control, charged, color, now))
    found = current_deadline(game, schedules)
    standing = None
    if found is not None and mover is not None and now < found.instant:
        standing = _current_stop(now, found.instant, mover)
    return ClockNow(
        found, facts, standing, ByColor.each(colors, lambda color: schedules.schedule_of(game, color).weekend)
    )


def _current_stop(now: datetime, until: datetime, schedule: Schedule) -> TimeStretch | None:
    """Return the off time that stops the clock at `now`, or None while the clock runs. It ends where off time of
    another kind follows, and at `until` at the latest."""
    pieces = stretches(now, until, schedule)
    found = next(pieces, None)
    if found is None or found.kind is None:
        return None
    kind, end = found.kind, found.end
    for piece in takewhile(lambda piece: piece.kind is kind, pieces):
        end = piece.end
    return replace(found, end=end)
