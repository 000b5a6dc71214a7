"""Write the record of a game: the append-only rows, and the columns derived from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Model

from accounts.models import Player
from foundation import statements
from games import events, storage
from games.models import Action, Game, IdempotencyKey, Seat
from games.terms import TOO_EARLY, moves_needed_for_rating
from notifications.models import Notice
from rules import KINDS, Color, GameState, Phase, Stage, apply, vertex
from rules import Action as RulesAction
from rules import clock as clocks
from rules.variants.seats import check_acting, seat_on_turn, seats_that_left
from rules.variants.view import illegal_attempts_left

from . import deadlines, predictions, rated_results, suggestions

Later = list[tuple[Action, list[Model]]]
"""The next rows of a game's record, not stored yet, each with the unsaved rows of other models that refer to it."""


@dataclass
class Actor:
    """The author of one action in a locked game. `seat` is None for a moderator, and `player` is None for the server
    itself.

    `seen` is the number of the last action that the author knew. `schedules` is the off time of the players, if already
    read. `state` is the state before the action. `to_keep` converts the action's row to the response that is stored for
    retries. If `planned` is given, the action is a conditional move (C12), and its rows are added to that list instead
    of being stored.
    """

    game: Game
    seat: Seat | None
    player: Player | None
    now: datetime
    seen: int = 0
    schedules: deadlines.OffTimeByPlayer | None = None
    to_keep: Callable[[Action], IdempotencyKey] | None = None
    planned: Later | None = None

    @cached_property
    def state(self) -> GameState:
        """Return the complete state before the action, with hidden information."""
        return self.game.full_state()

    def response_to_store(self, row: Action) -> IdempotencyKey | None:
        """Return the idempotency key's row with the response that is stored for retries, made from this action's row.
        Return None if the request has no idempotency key. Only the actor's first action has a response: after the first
        call, return None."""
        make, self.to_keep = self.to_keep, None
        return None if make is None else make(row)

    @property
    def own_seat(self) -> Seat:
        """Return the actor's seat. The actor must have one."""
        assert self.seat is not None
        return self.seat

    @property
    def color(self) -> Color:
        """Return the colour of the actor's seat. The actor must have one."""
        return Color(self.own_seat.color)

    def check_turn(self, stage: Stage) -> None:
        """Raise WrongPhase unless the game is at this stage, or NotYourTurn unless the actor's seat may act now (V31,
        V35)."""
        check_acting(self.state, self.own_seat.index, stage)

    @property
    def others(self) -> list[Seat]:
        """Return the other seats of the game, or all seats if the actor has none."""
        return self.game.others(self.seat)

    def notify_others(self, kind: str) -> None:
        """Create a notice from the actor for the players on the other seats."""
        self._notify(kind, self.others, self.player)

    def notify_seats(self, kind: str, seats: Iterable[Seat]) -> None:
        """Create a notice from the actor for the players on these seats."""
        self._notify(kind, seats, self.player)

    def notify_outsider(self, kind: str, player: Player, path: str = "") -> None:
        """Create a notice from the actor for a player who has no seat. The notice does not refer to the game, which may
        be private; `path` is the notice's page."""
        Notice.objects.create(player=player, kind=kind, path=path, by=self.player, created_at=self.now)

    def notify_all_players(self, kind: str) -> None:
        """Create a notice from the server for all players."""
        self._notify(kind, self.game.seat_list(), None)

    def _notify(self, kind: str, seats: Iterable[Seat], by: Player | None) -> None:
        Notice.objects.bulk_create(
            Notice(player_id=seat.player_id, kind=kind, game=self.game, by=by, created_at=self.now) for seat in seats
        )


def record_action(actor: Actor, action: RulesAction, after: GameState | None = None) -> Action:
    """Store an action of `rules` with its effects, and return its row. The game's state becomes `after`, which is
    needed only if apply() cannot compute it. If the action ends the game, also finish and rate the game.

    Raises a RulesError if the action is illegal, and IdempotencyKeyReused if another request with this key was stored
    first.
    """
    game, before = actor.game, actor.state
    after = apply(before, action) if after is None else after
    _hand_over_turn(actor, action, after)
    if game.requests:
        game.requests = _remaining_requests(actor, before, after)
    if after.phase is Phase.STONE_REMOVAL and before.phase is not Phase.STONE_REMOVAL:
        suggestions.restart_dead_stone_suggestion(game)
        game.second_opinion = game.opinion_asked_at = None
    if after.phase is Phase.FINISHED:
        _finish_game(actor, after)
    effect = effect_of(game, before, after)
    if after.course.tries:
        effect["tries_left"] = illegal_attempts_left(after)
    if actor.planned is not None:
        effect["planned"] = game.has_planned_moves = True
    row, along = _next_row(actor, action.kind, action.payload(game.agreed_setup), effect)
    if actor.planned is None:
        storage.append_action(row, CHANGED, actor.response_to_store(row), along)
    else:
        actor.planned.append((row, along))
    sync_seats(game)
    rated_results.rate_game(game)
    predictions.estimate_result_after_commit(game)
    return row


def _remaining_requests(actor: Actor, before: GameState, after: GameState) -> dict[str, Any]:
    """Return the open requests that stay open after an action: those of kinds that outlast moves
    (`Agreement.outlasts_moves`), and in play the server's question to a seat (`asks`) that has not moved. If a player
    has left with this action, none stays open, because that player may have made the request or may have to reply
    (V55)."""
    order = after.setup.order
    if seats_that_left(order, after.course) != seats_that_left(order, before.course):
        return {}
    seat = None if actor.seat is None or after.stage is not Stage.PLAY else actor.seat.index
    return {
        name: request for name, request in actor.game.requests.items()
        if request.get("outlasts_moves") or (seat is not None and request.get("asks", seat) != seat)
    }  # fmt: skip


def record_non_rules_action(
    actor: Actor, kind: str, payload: dict[str, Any] | None = None, effect: dict[str, Any] | None = None
) -> Action:
    """Store an action that does not change the board, or one that `rules` does not apply, and return its row. `effect`
    is the outcome for clients.

    Raises IdempotencyKeyReused if another request with this key was stored first.
    """
    effect = effect or effect_of(actor.game, actor.state, actor.state)
    row, along = _next_row(actor, kind, payload or {}, effect)
    storage.append_action(row, CHANGED, actor.response_to_store(row), along)
    sync_seats(actor.game)
    return row


def _next_row(actor: Actor, kind: str, payload: dict[str, Any], effect: dict[str, Any]) -> tuple[Action, list[Model]]:
    """Advance the game's action number, and return the next row of the record with the rows that receivers of its event
    want to store. All are unsaved. Listeners get a signal after the commit."""
    game, seat = actor.game, actor.seat
    if len(game.seat_list()) > 2:
        effect = {**effect, "seat": None if seat is None else seat.index, "turn": game.turn}
    game.number += 1
    game.last_action_at = actor.now
    if kind in KINDS:
        game.state_number = game.number
    row = Action(
        game=game,
        number=game.number,
        seat=seat,
        color=None if seat is None else Color(seat.color),
        kind=kind,
        payload=payload,
        effect=effect,
        clock=game.clock,
        received_at=actor.now,
    )
    return row, events.send_action_events(row, [s.player_id for s in game.seat_list()])


def sync_seats(game: Game) -> None:
    """Copy those columns of the game that lists need to its seats, and store the seats if any changed. The columns
    change when a game ends, continues after its end, or is made unrated. The seats must be as loaded before the action
    (`storage.locked_game`)."""
    for seat in game.seat_list():
        if game.sync_seat(seat):
            statements.update(seat, Seat.MIRRORED)


CHANGED = (
    *Game.MIRRORED,
    "number",
    "state_number",
    "last_action_at",
    "end_phase",
    "suggested_dead",
    "unsure_stones",
    "suggestion_claimed_at",
    "second_opinion",
    "opinion_asked_at",
    "requests",
    "pauses",
    "stall_reported",
    "result_asked",
    "graces",
    "reminded",
    "armed",
    "has_planned_moves",
    "rated",
    "unrated_reason",
    "finished_at",
)
"""The columns of a game that are stored with every action of its record."""


def grant_grace_days(game: Game) -> Action:
    """Add the extra days that a friendly game grants once when time runs out, notify the players, and return the
    recorded action (R52). The extra days begin at the deadline. The game must be locked."""
    assert game.deadline is not None
    late = Actor(game, game.seat_on_turn(), None, game.deadline)
    game.graces += 1
    grant_time(game, clocks.GRACE, late.now)
    late.notify_all_players("grace")
    return record_non_rules_action(late, "grace", {"days": clocks.GRACE.days})


def grant_time(game: Game, extra: timedelta, at: datetime, side: Color | None = None) -> None:
    """Give more time to `side`, by default the side to act. The game must be locked. The caller records the action,
    which saves the game."""
    clock, control, schedules = game.clock_value(), game.agreed_time, deadlines.OffTimeByPlayer([game])
    assert clock.running is not None
    if side in (None, clock.running):
        clock = clocks.give_time_to_side_on_turn(
            control, clocks.charge(control, clock, at, schedules.schedule_of(game, clock.running)), extra, at
        )
    else:
        clock = clocks.give_time_to_waiting_side(clock, side, extra)
    game.clock = clock.to_json()
    found = deadlines.current_deadline(game, schedules)
    game.deadline = None if found is None else found.instant
    game.reminded = 0


def _hand_over_turn(actor: Actor, action: RulesAction, after: GameState) -> None:
    """Pass the turn to the next player, and copy the state into the columns. The clock does not change if the same
    player still has to act (R51)."""
    game, before = actor.game, actor.state
    if (before.to_play, before.stage, seat_on_turn(before)) == (after.to_play, after.stage, seat_on_turn(after)):
        game.sync_columns(after, game.clock_value(), game.deadline)
        return
    schedules = actor.schedules or deadlines.OffTimeByPlayer([game])
    clock = deadlines.clock_after(game, deadlines.ReplayedAction(action, after, actor.now), schedules)
    game.clock, game.turn, game.reminded = clock.to_json(), seat_on_turn(after), 0
    found = deadlines.current_deadline(game, schedules)
    game.sync_columns(after, clock, None if found is None else found.instant)


def _finish_game(actor: Actor, after: GameState) -> None:
    """Set the columns of a game that has just ended, make it unrated if it may not be rated, and notify its players."""
    game = actor.game
    game.finished_at, game.requests = actor.now, {}
    if game.rated and rated_results.find_rating_scores(game) is None:
        game.rated, game.unrated_reason = False, "no_result"
    if game.rated and after.move_number < 2 * len(game.seat_list()):
        game.rated, game.unrated_reason = False, "too_short"
    if game.rated and game.end_reason in TOO_EARLY and after.move_number < 2 * moves_needed_for_rating(game.width):
        game.rated, game.unrated_reason = False, TOO_EARLY[game.end_reason]
    actor.notify_all_players("game_finished")


def effect_of(game: Game, before: GameState, after: GameState) -> dict[str, Any]:
    """Return the outcome of an action as JSON for clients, such as captured points, the turn and the deadline. The
    game's columns must already have the values after the action."""
    return {
        "captured": _captured_vertices(before, after),
        "move_number": after.move_number,
        "phase": after.phase.value,
        "stage": after.stage.value,
        "to_play": None if after.to_play is None else after.to_play.letter,
        "deadline": None if game.deadline is None else game.deadline.isoformat(),
        "result": game.result or None,
    }


def _captured_vertices(before: GameState, after: GameState) -> list[str]:
    """Return the vertices that a move emptied."""
    was, now = before.board, after.board
    left = [index for index, (cell, then) in enumerate(zip(was.cells, now.cells, strict=True)) if cell and not then]
    return [vertex(was.point(index), was.height) for index in left]
