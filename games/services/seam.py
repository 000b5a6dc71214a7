"""The one seam through which every action of a game goes (docs/architecture.md, "the way of one move")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.db import transaction

from accounts.audit import record_staff_action
from accounts.models import Player
from games import access, events
from games.errors import NotFinished, OutOfTime, StaleNumber
from games.models import Action, Game, Notice, Seat
from games.models.action import ASIDES, in_utc
from games.terms import TOO_EARLY, least_played
from rules import Action as RulesAction
from rules import Color, GameState, Phase, apply, kind_of, to_payload, vertex
from rules import clock as clocks
from rules.errors import GameOver

from . import idempotency, rated_results, staff, suggestions, timekeeping
from .clock_check import is_trusted

Build = Callable[[Game, Seat, GameState], RulesAction]
Do = Callable[[Game, Seat], Action]
DoForModerator = Callable[[Game], Action]


class Check(Protocol):
    """Whether an action may still be done."""

    def __call__(self, game: Game, *, expected: int, now: datetime) -> None:
        """Raise a GameError if not."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to an action: what was recorded and what came of it. Equal for a retry of the same."""

    data: dict[str, Any]
    replayed: bool = False

    @property
    def number(self) -> int:
        """The number of the action that was recorded."""
        return int(self.data["number"])


def transact(
    *,
    game_id: int,
    player: Player,
    do: Do,
    expected: int,
    key: str | None,
    now: datetime,
    request: dict[str, Any],
) -> Receipt:
    """Lock the game, recall a first answer, refuse what comes late, `do` it, remember the answer.

    Raises GameError or RulesError when refused; then nothing is stored.
    """
    with transaction.atomic():
        game, seat = access.locked_game_for(player, game_id)
        access.check_allowed(player, now)
        return _once(game, lambda: do(game, seat), player, expected, key, now, request)


def transact_as_moderator(
    *,
    game_id: int,
    player: Player,
    do: DoForModerator,
    expected: int,
    key: str | None,
    now: datetime,
    request: dict[str, Any],
    finished: bool = False,
) -> Receipt:
    """The same for somebody who keeps order: they have no seat in the game, and the log of staff says what they did.

    `request` has the verb and the public reason. `finished`: it is about games that are over, and refused with
    NotFinished for others.
    """
    with transaction.atomic():
        game, _ = access.locked_game_for_moderator(player, game_id)

        def ruled() -> Action:
            row = do(game)
            about = {name: value for name, value in request.items() if name not in ("verb", "reason")}
            record_staff_action(
                staff=player,
                action=request["verb"],
                reason=request["reason"],
                now=now,
                game=game.pk,
                number=row.number,
                **about,
            )
            staff.ruled(game, player, request["verb"], request["reason"], now)
            return row

        check = check_finished if finished else check_current
        return _once(game, ruled, player, expected, key, now, request, check)


def _once(
    game: Game,
    do: Callable[[], Action],
    player: Player,
    expected: int,
    key: str | None,
    now: datetime,
    request: dict[str, Any],
    check: Check | None = None,
) -> Receipt:
    """Answer a retry as before; else check, do and remember. Under the lock."""
    wanted = idempotency.body_hash(game=game.pk, expected=expected, **request)
    first = idempotency.recall(player, key, wanted)
    if first is not None:
        return Receipt(first, replayed=True)
    (check or check_current)(game, expected=expected, now=now)
    receipt = do().receipt()
    idempotency.remember(player, key, wanted, receipt, now)
    return Receipt(receipt)


def act(*, build: Build, now: datetime, **asked: Any) -> Receipt:
    """Do one action of the rules, made by `build` from the locked game; see `transact` for the rest."""

    def do(game: Game, seat: Seat) -> Action:
        before = game.state()
        action = build(game, seat, before)
        return record(game, action, before, apply(before, action), seat=seat, now=now)

    return transact(do=do, now=now, **asked)


def check_current(game: Game, *, expected: int, now: datetime) -> None:
    """Refuse what was sent to a finished game, was meant for another position, or came too late."""
    if game.is_finished:
        raise GameOver
    check_number(game, expected)
    if game.deadline is not None and now >= game.deadline:
        _look_at_the_clock(game, now)


def check_finished(game: Game, *, expected: int, now: datetime) -> None:
    """Refuse what is about finished games in another, and what was sent from an older record."""
    if not game.is_finished:
        raise NotFinished
    check_number(game, expected)


def check_number(game: Game, expected: int) -> None:
    """Refuse what was meant for another board, phase, proposal or turn (R45). Whatever else was recorded since, such as
    an offer of a pause or time that was given, does not matter."""
    if not game.state_number <= expected <= game.number:
        raise StaleNumber(number=game.number)


def check_seen(game: Game, kind: str, expected: int) -> None:
    """Refuse what was sent by somebody who has not seen the newest action of this kind, such as the offer that they
    answer."""
    newest = game.actions.filter(kind=kind).order_by("-number").values_list("number", flat=True).first()
    if newest is not None and expected < newest:
        raise StaleNumber(number=game.number)


def _look_at_the_clock(game: Game, now: datetime) -> None:
    """Time seems to have run out: refuse, give the days of grace, or let it pass where only a claim ends the game."""
    timekeeping.refresh(game)
    if game.deadline is None or now < game.deadline or not is_trusted():
        return
    if clocks.when_time_is_up(game.hardness, game.graces) is clocks.TimeUp.CLAIMABLE:
        return
    if clocks.when_time_is_up(game.hardness, game.graces) is clocks.TimeUp.GRACE:
        give_grace(game)
    if now >= game.deadline:
        raise OutOfTime(deadline=in_utc(game.deadline.isoformat()))


def give_grace(game: Game) -> Action:
    """The days that a friendly game gives once by itself, from the deadline on (R52). Under the lock."""
    assert game.deadline is not None
    at, late = game.deadline, game.seat_on_turn()
    game.graces += 1
    grant(game, clocks.GRACE, at)
    notify("grace", *game.seat_list(), game=game, by=None, now=at)
    return aside(game, "grace", {"days": clocks.GRACE.days}, late, at)


def grant(game: Game, extra: timedelta, at: datetime, side: Color | None = None) -> None:
    """Give the side to act, or the one that is named, more time. Under the lock; the caller records it."""
    clock, schedules = game.clock_value(), timekeeping.Schedules([game])
    assert clock.running is not None
    if side in (None, clock.running):
        clock = clocks.grant(game.agreed_time, clock, extra, at, schedules.of(game, clock.running))
    else:
        clock = clocks.add(clock, side, extra)
    game.clock = clock.to_json()
    found = timekeeping.due(game, schedules)
    game.deadline = None if found is None else found.instant
    game.reminded = 0


def record(
    game: Game,
    action: RulesAction,
    before: GameState,
    after: GameState,
    *,
    seat: Seat | None,
    now: datetime,
    schedules: timekeeping.Schedules | None = None,
) -> Action:
    """Append an action of the rules, copy the new state, end the game if it ended. Under the lock."""
    _turn_clock(game, action, before, after, now, schedules)
    game.undo_to = game.undo_seat = game.no_result_seat = None
    if after.phase is Phase.STONE_REMOVAL and before.phase is not Phase.STONE_REMOVAL:
        suggestions.begin(game)
        game.second_opinion = game.opinion_asked_at = None
    if after.phase is Phase.FINISHED:
        _finish(game, after, now)
    row = append(
        game,
        kind=kind_of(action),
        payload=to_payload(action, game.agreed_setup),
        color=None if seat is None else Color(seat.color),
        effect=effect_of(game, before, after),
        seat=seat,
        now=now,
    )
    rated_results.rate(game)
    return row


def append(
    game: Game,
    *,
    kind: str,
    payload: dict[str, Any],
    color: Color | None,
    effect: dict[str, Any],
    seat: Seat | None,
    now: datetime,
) -> Action:
    """Write the next row of the record and the game's columns, and announce it after the commit."""
    game.number += 1
    game.last_action_at = now
    if kind not in ASIDES:
        game.state_number = game.number
    row = Action.objects.create(
        game=game,
        number=game.number,
        seat=seat,
        color=color,
        kind=kind,
        payload=payload,
        effect=effect,
        clock=game.clock,
        received_at=now,
    )
    game.save(update_fields=_CHANGED)
    events.game_changed(row, [s.player_id for s in game.seat_list()])
    return row


_CHANGED = [
    *Game.MIRRORED,
    "number",
    "state_number",
    "last_action_at",
    "end_phase",
    "suggested_dead",
    "unsure_stones",
    "second_opinion",
    "opinion_asked_at",
    "undo_to",
    "undo_seat",
    "no_result_seat",
    "pauses",
    "pause_offer",
    "stall_reported",
    "graces",
    "reminded",
    "rated",
    "unrated_reason",
    "finished_at",
]


def aside(game: Game, kind: str, payload: dict[str, Any], seat: Seat | None, now: datetime) -> Action:
    """Record something that changes nothing on the board; `seat` is None when a moderator did it."""
    state = game.state()
    return append(
        game,
        kind=kind,
        payload=payload,
        color=None if seat is None else Color(seat.color),
        effect=effect_of(game, state, state),
        seat=seat,
        now=now,
    )


def notify(kind: str, *seats: Seat, game: Game, by: Player | None, now: datetime) -> None:
    """Leave a notice for the people on these seats."""
    Notice.objects.bulk_create(
        Notice(player_id=seat.player_id, kind=kind, game=game, by=by, created_at=now) for seat in seats
    )


def opponents(game: Game, seat: Seat) -> list[Seat]:
    """The other seats of the game."""
    return [other for other in game.seat_list() if other.pk != seat.pk]


def _turn_clock(
    game: Game,
    action: RulesAction,
    before: GameState,
    after: GameState,
    now: datetime,
    schedules: timekeeping.Schedules | None,
) -> None:
    """Give the turn to whoever has to act now, and copy the state into the columns. A clock goes on running when its
    owner still has to act (R51)."""
    if (before.to_play, before.stage) == (after.to_play, after.stage):
        game.mirror(after, game.clock_value(), game.deadline)
        return
    schedules = schedules or timekeeping.Schedules([game])
    clock = timekeeping.clock_after(game, action, after, now, schedules)
    game.clock, game.reminded = clock.to_json(), 0
    found = timekeeping.due(game, schedules)
    game.mirror(after, clock, None if found is None else found.instant)


def _finish(game: Game, after: GameState, now: datetime) -> None:
    game.finished_at, game.pause_offer = now, None
    if game.rated and rated_results.scores_of(game) is None:
        game.rated, game.unrated_reason = False, "no_result"
    if game.rated and after.move_number < 2 * len(game.seat_list()):
        game.rated, game.unrated_reason = False, "too_short"
    if game.rated and game.end_reason in TOO_EARLY and after.move_number < 2 * least_played(game.width):
        game.rated, game.unrated_reason = False, TOO_EARLY[game.end_reason]
    notify("game_finished", *game.seat_list(), game=game, by=None, now=now)


def effect_of(game: Game, before: GameState, after: GameState) -> dict[str, Any]:
    """What came of an action, as clients get it; the game has been changed already."""
    return {
        "captured": _captured(before, after),
        "move_number": after.move_number,
        "phase": after.phase.value,
        "stage": after.stage.value,
        "to_play": None if after.to_play is None else after.to_play.letter,
        "deadline": None if game.deadline is None else game.deadline.isoformat(),
        "result": game.result or None,
    }


def _captured(before: GameState, after: GameState) -> list[str]:
    """The points that a move emptied."""
    if before.board == after.board:
        return []
    height = before.board.height
    return [
        vertex(point, height)
        for point in before.board.points()
        if before.board[point] is not None and after.board[point] is None
    ]
