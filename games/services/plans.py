"""Conditional moves, visible only to their player (C10, C11). `plan_chain` plays the moves."""

from __future__ import annotations

from datetime import datetime
from itertools import takewhile

from django.db import transaction

from accounts.models import Player
from foundation import statements
from games import access
from games.errors import AnalysisNotAllowed, NoSuchGame, PlanChanged
from games.models import Action, Game, Plan, Seat
from games.signals import plan_saved
from rules.plan import DEEPEST, check_plan, write_plan
from rules.plan import Plan as Branches

from .record import Actor

MOST_LOOKED_AT = DEEPEST


def find_plan(seat: Seat) -> Plan | None:
    """Return the plan of a seat, or None if there is none. Only the seat's player may know whether it exists (C1)."""
    return Plan.objects.filter(seat=seat).select_related("seat").first()


def count_planned_actions(seat: Seat) -> int:
    """Return how many conditional moves of this seat were played since its last action by hand."""
    own = Action.objects.filter(game_id=seat.game_id, seat=seat).order_by("-number")
    effects = own.values_list("effect", flat=True)[:MOST_LOOKED_AT]
    return sum(1 for _ in takewhile(lambda effect: effect.get("planned"), effects))


def check_may_plan(game: Game) -> None:
    """Raise AnalysisNotAllowed if the terms of the game forbid conditional moves."""
    if not game.analysis:
        raise AnalysisNotAllowed


def arm_plan(actor: Actor, branches: Branches, *, version: int | None = None, holds: bool | None = None) -> Plan:
    """Replace the actor's conditional moves (plan), make them active, and return the plan. The game must be locked.
    Empty branches end the plan.

    `version` is the version of the plan that the player saw; None accepts any version. `holds` is whether the plan
    stops for requests and messages; None does not change this. Raises PlanChanged if the stored version differs,
    AnalysisNotAllowed if the terms forbid plans, and the errors of `check_plan`.
    """
    game, seat = actor.game, actor.own_seat
    check_may_plan(game)
    plan = find_plan(seat) or Plan(seat=seat)
    if version is not None and version != plan.version:
        raise PlanChanged(version=plan.version, branches=plan.branches)
    if branches:
        check_plan(game.state(), actor.color, branches)
    plan.branches, plan.held = write_plan(branches, game.agreed_setup), ""
    plan.version, plan.saved_at, plan.is_armed = plan.version + 1, actor.now, bool(branches)
    plan.holds = plan.holds if holds is None else holds
    plan.save()
    _store_armed_bit(game, seat, is_armed=plan.is_armed)
    _send_plan_saved(seat)
    return plan


def disarm_plan(seat: Seat, now: datetime) -> Plan | None:
    """Clear and deactivate the conditional moves of a seat, and return its plan, or None if there is no plan. The
    seat's player can do this at any time."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=seat.game_id)
        plan = find_plan(seat)
        if plan is None:
            return None
        plan.branches, plan.held, plan.is_armed = [], "", False
        plan.version, plan.saved_at = plan.version + 1, now
        plan.save()
        _store_armed_bit(game, seat, is_armed=False)
        _send_plan_saved(seat)
        return plan


def seat_in_game(game_id: int, player: Player) -> Seat:
    """Return the player's seat in the game. Raises NoSuchGame, also if the player has no seat (C3)."""
    seat = access.game_for(player, game_id).seat_of(player)
    if seat is None:
        raise NoSuchGame
    return seat


def set_armed_bit(game: Game, seat: Seat, *, is_armed: bool) -> bool:
    """Set or clear the bit of this seat in `Game.armed`, which says whether the seat has active conditional moves.
    Return whether the bit changed. The caller must save the game."""
    bit = 1 << seat.index
    before, game.armed = game.armed, game.armed | bit if is_armed else game.armed & ~bit
    return game.armed != before


def _store_armed_bit(game: Game, seat: Seat, *, is_armed: bool) -> None:
    if set_armed_bit(game, seat, is_armed=is_armed):
        statements.update(game, ("armed",))


def _send_plan_saved(seat: Seat) -> None:
    transaction.on_commit(lambda: plan_saved.send(Plan, seat_id=seat.pk), robust=True)
