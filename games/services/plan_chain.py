"""Play conditional moves in the transaction of the opponent's move (C12 to C16)."""

from __future__ import annotations

import traceback
from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import Exists

from accounts.core.restrictions import is_restricted
from accounts.models.restriction import RestrictionKind
from foundation import statements
from games import events, storage
from games.models import Action, Game, Message, Plan
from games.services import deadlines
from notifications.models import Notice
from rules import KINDS, Color, Pass, Phase, Play, Point, RulesError
from rules.plan import PASSED, Branch, find_answer, move_word, parse_move, read_plan, write_plan
from rules.plan import Plan as Branches

from .plans import set_armed_bit
from .record import CHANGED, Actor, Later, record_action

log = structlog.get_logger(__name__)
PLAN_ENDING_RULINGS = ("adjust_clock",)
"""Rulings that do not change the position, but end conditional moves (C16)."""


def play_planned_answers(
    game: Game, row: Action, now: datetime, schedules: deadlines.OffTimeByPlayer | None
) -> list[Action]:
    """Play the conditional moves that reply to this action, one after the other, and return their actions. The game
    must be locked.

    Each reply is an action of its own, received at the same time, so that it uses no time (C12, C13). Plans that no
    longer match the game end (C16). If a reply fails, only the replies are rolled back: the action remains, and all
    plans of the game end (C14).
    """
    if not game.armed or (row.kind not in KINDS and row.kind not in PLAN_ENDING_RULINGS):
        return []
    try:
        with transaction.atomic():
            return _PlanChain(game, now, schedules).play_replies(row)
    except Exception as error:  # its words may be about what is sealed: they are in no log (C1)
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("conditional moves failed", game=game.pk, error=type(error).__name__, where=where)
        game.refresh_from_db()
        _disarm_all_in_database(game, now)
        return []


class _PlanChain:
    """The active plans of a game while conditional moves reply to one action. The replies are stored together at the
    end."""

    def __init__(self, game: Game, now: datetime, schedules: deadlines.OffTimeByPlayer | None) -> None:
        self.game, self.now = game, now
        self.schedules = schedules or deadlines.OffTimeByPlayer([game])
        self.plans = _armed_plans(game)
        self.branches: dict[int, Branches] = {
            plan.seat_id: read_plan(plan.branches, game.agreed_setup) for plan in self.plans
        }
        self.changed: set[int] = set()
        self.ended: list[Plan] = []
        self.later: Later = []
        self.armed_before = game.armed
        self._waiting: dict[int, bool] = {}

    def play_replies(self, row: Action) -> list[Action]:
        """Play all conditional replies to this action, store them and return their actions."""
        answers: list[Action] = []
        while (answer := self._apply_action_to_plans(row)) is not None:
            answers.append(answer)
            row = answer
        self._store_replies_and_plans()
        return answers

    def _apply_action_to_plans(self, row: Action) -> Action | None:
        """End or advance the active plans after this action. If a plan has a reply, play it and return its action."""
        armed = [plan for plan in self.plans if plan.is_armed]
        if row.kind not in (Play.kind, Pass.kind) or self.game.phase != Phase.PLAY.value:
            self._disarm(armed, row)
            return None
        point = parse_move(row.payload.get("point", ""), self.game.agreed_setup)
        answer, turn = None, self.game.turn
        for plan in armed:
            if plan.seat.index != turn:
                if plan.held:
                    self._advance_or_end_held_plan(plan, row)
                continue
            answer = self._play_answer(plan, point)
            if answer is None and not plan.held:
                self._disarm([plan], row)
        return answer

    def _play_answer(self, plan: Plan, point: Point | None) -> Action | None:
        """Play the plan's reply to the opponent's move at this point (None: a pass), and return its action. Return None
        if the plan has no reply, or if the reply has to wait or is not legal."""
        branch = find_answer(self.branches[plan.seat_id], point)
        if branch is None or _is_account_closed_or_suspended(plan, self.now):
            return None
        if self._must_wait(plan):
            plan.held = move_word(branch.mine, self.game.agreed_setup)
            self._advance_plan(plan, branch)
            return None
        actor = Actor(self.game, plan.seat, plan.seat.player, self.now, schedules=self.schedules, planned=self.later)
        color = Color(plan.seat.color)
        try:
            played = record_action(actor, Pass(color) if branch.mine is None else Play(color, branch.mine))
        except RulesError:  # before anything was changed
            return None
        self._advance_plan(plan, branch)
        plan.is_armed = bool(branch.then) and self.game.phase == Phase.PLAY.value
        set_armed_bit(self.game, plan.seat, is_armed=plan.is_armed)
        return played

    def _advance_plan(self, plan: Plan, branch: Branch) -> None:
        self.branches[plan.seat_id] = branch.then
        plan.branches = write_plan(branch.then, self.game.agreed_setup)
        self.changed.add(plan.seat_id)

    def _advance_or_end_held_plan(self, plan: Plan, row: Action) -> None:
        """Update a plan whose reply the player has to play by hand, after the player has made a move. The plan
        continues if the move is that reply, otherwise it ends."""
        if plan.held == row.payload.get("point", PASSED) and plan.branches:
            plan.held = ""
            self.changed.add(plan.seat_id)
        else:
            self._disarm([plan], row)

    def _disarm(self, plans: list[Plan], row: Action) -> None:
        """End these plans. Notify their players, unless they caused this themselves or the game is over."""
        for plan in plans:
            plan.is_armed, plan.held = False, ""
            self.changed.add(plan.seat_id)
            set_armed_bit(self.game, plan.seat, is_armed=False)
            if row.seat_id != plan.seat_id and not self.game.is_finished:
                self.ended.append(plan)

    def _must_wait(self, plan: Plan) -> bool:
        """Return whether the plan's reply has to wait, because the player has not read a request or message of the
        opponent (C15). The server's question about the result does not count (C204)."""
        if not plan.holds:
            return False
        if any(request["seat"] != plan.seat.index and "asks" not in request for request in self.game.requests.values()):
            return True
        if plan.saved_at == self.now:  # it came with this very move
            return False
        if plan.seat_id not in self._waiting:
            self._waiting[plan.seat_id] = _has_unread_message(self.game, plan)
        return self._waiting[plan.seat_id]

    def _store_replies_and_plans(self) -> None:
        """Store the replies, the changed plans, and notices for players whose plan ended, with one query each."""
        if self.later:
            storage.append_actions(self.game, self.later, CHANGED)
        elif self.game.armed != self.armed_before:
            Game.objects.filter(pk=self.game.pk).update(armed=self.game.armed)
        changed = [plan for plan in self.plans if plan.seat_id in self.changed]
        for plan in changed:
            statements.update(plan, ("branches", "is_armed", "held"))
        _notify_plan_ended(self.game, [plan.seat.player_id for plan in self.ended], self.now)


def _disarm_all_in_database(game: Game, now: datetime) -> None:
    """End all plans of the game by queries, without loading them, and notify their players."""
    plans = Plan.objects.filter(seat__game=game, is_armed=True)
    players = list(plans.values_list("seat__player_id", flat=True))
    plans.update(is_armed=False, held="")
    game.armed = 0
    Game.objects.filter(pk=game.pk).update(armed=0)
    _notify_plan_ended(game, players, now)


def _notify_plan_ended(game: Game, players: list[int], now: datetime) -> None:
    """Notify these players that their plan has ended."""
    if players:
        Notice.objects.bulk_create(
            Notice(player_id=player, kind="plan_ended", game=game, by=None, created_at=now) for player in players
        )
        events.signal_player_lists_changed(*players)


def _armed_plans(game: Game) -> list[Plan]:
    """Return the active plans of the locked game with their seats and players."""
    seats = {seat.pk: seat for seat in game.seat_list() if game.armed & 1 << seat.index}
    plans = list(Plan.objects.filter(seat__in=seats).select_related("seat__player"))
    for plan in plans:
        player, plan.seat = plan.seat.player, seats[plan.seat_id]
        plan.seat.player = player
    return plans


def _is_account_closed_or_suspended(plan: Plan, now: datetime) -> bool:
    """Return whether the player's account is closed or suspended. No conditional moves are played for such a player
    (C13)."""
    player = plan.seat.player
    return not player.is_active or is_restricted(player, RestrictionKind.SUSPENDED, now)


def _has_unread_message(game: Game, plan: Plan) -> bool:
    unread = Notice.objects.unread().filter(player_id=plan.seat.player_id, kind="message", game=game)
    written = Message.objects.filter(game=game, said_at__gt=plan.saved_at).exclude(author_id=plan.seat.player_id)
    return written.filter(Exists(unread)).exists()
