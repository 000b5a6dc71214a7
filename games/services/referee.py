"""A moderator is called into a game, and rules without ending it by decree (R61). `ruling.decide` does that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from games.errors import AlreadyCalled, BadDuration, NoClockToAdjust, TooEarlyForReferee
from games.models import Action, Game, Seat
from games.models.action import RULINGS
from rules import Action as RulesAction
from rules import Color, LetResume, Phase, Point, SetMarking, apply, check_whole_chains
from rules.clock import System

from . import staff
from .pauses import end_pause_for_moderators, pause_for_moderators
from .ruling import public_reason
from .seam import Receipt, aside, check_seen, grant, notify, opponents, record, transact, transact_as_moderator

REJECTIONS = 2
"""So many rejected proposals in a game, of either side, make a referee possible."""
ANSWERS = RULINGS - {"adjust_clock"}
"""Kinds of actions that answer a call; more time does not."""
REFEREE_PAUSE = timedelta(hours=48)
"""So long the clocks stand still after the call, unless a report has stopped them before (RELIABILITY.md, part 5)."""
LEAST, MOST = timedelta(minutes=1), timedelta(days=30)
"""What a moderator may add to a clock at once."""


def can_call_referee(game: Game, actions: Iterable[Action]) -> bool:
    """Whether a side of this game may call a referee now; `actions` is its record."""
    return not game.is_finished and _refusal(actions) is None


def referee_is_awaited(actions: Iterable[Action]) -> bool:
    """Whether somebody was called and the record has no ruling since."""
    called = False
    for action in actions:
        called = action.kind == "call_referee" or (called and action.kind not in ANSWERS)
    return called


def _refusal(actions: Iterable[Action]) -> TooEarlyForReferee | AlreadyCalled | None:
    kinds = Counter(action.kind for action in actions)
    if kinds["call_referee"]:
        return AlreadyCalled()
    return None if kinds["reject"] >= REJECTIONS else TooEarlyForReferee()


def call_referee(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """Ask a moderator to rule, once in a game and after the second rejection; the clocks stand still for a while.

    Raises TooEarlyForReferee, AlreadyCalled.
    """

    def do(game: Game, seat: Seat) -> Action:
        check_seen(game, "call_referee", expected)
        refused = _refusal(game.actions.filter(kind__in=["reject", "call_referee"]))
        if refused is not None:
            raise refused
        until = pause_for_moderators(game, now, REFEREE_PAUSE)
        notify("referee_called", *opponents(game, seat), game=game, by=player, now=now)
        staff.call(game, player, "referee", now)
        return aside(game, "call_referee", {} if until is None else {"until": until.isoformat()}, seat, now)

    return transact(
        game_id=game_id, player=player, do=do, expected=expected, key=key, now=now, request={"verb": "call_referee"}
    )


def end_waiting(*, game_id: int, now: datetime) -> None:
    """Nobody will rule: the clocks that stood still for a moderator go on. A game that is over stays as it is."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).in_progress().filter(pk=game_id).first()
        if game is not None and end_pause_for_moderators(game, now):
            aside(game, "pause", {"until": now.isoformat()}, None, now)


def set_marking(
    *, game_id: int, player: Player, dead: Iterable[Point], reason: str, expected: int, key: str | None, now: datetime
) -> Receipt:
    """End a game whose play has stopped by the count of this marking, which binds. `player` is the moderator.

    Raises NotAModerator, EmptyMessage without a public reason, WrongPhase, NotAStone, PartOfAChain (R18),
    StonesAreAlive.
    """
    stones, text = frozenset(dead), public_reason(reason)

    def do(game: Game) -> Action:
        state = game.state()
        if state.phase is Phase.STONE_REMOVAL:
            check_whole_chains(state.board, stones)
        notify("game_decided", *game.seat_list(), game=game, by=None, now=now)
        return _record(game, SetMarking(stones, text), now)

    return transact_as_moderator(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "set_marking", "dead": _sorted(stones), "reason": text},
    )


def _sorted(points: Iterable[Point]) -> list[list[int]]:
    return sorted(list(point) for point in points)


def let_resume(
    *,
    game_id: int,
    player: Player,
    reason: str,
    expected: int,
    key: str | None,
    now: datetime,
    first: Color | None = None,
) -> Receipt:
    """Let play go on instead of marking, and the clocks, if they stood still for a moderator; `first` moves first,
    None: whoever the rules say (R14).

    Raises NotAModerator, EmptyMessage without a public reason, WrongPhase.
    """
    text = public_reason(reason)

    def do(game: Game) -> Action:
        end_pause_for_moderators(game, now)
        notify("resumption_ruled", *game.seat_list(), game=game, by=None, now=now)
        return _record(game, LetResume(first, text), now)

    return transact_as_moderator(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "let_resume", "first": None if first is None else first.letter, "reason": text},
    )


def _record(game: Game, action: RulesAction, now: datetime) -> Action:
    before = game.state()
    return record(game, action, before, apply(before, action), seat=None, now=now)


def adjust_clock(
    *,
    game_id: int,
    player: Player,
    side: Color,
    add: timedelta,
    reason: str,
    expected: int,
    key: str | None,
    now: datetime,
) -> Receipt:
    """Give this side more time, in whole minutes, whoever has to act.

    Raises NotAModerator, EmptyMessage without a public reason, BadDuration outside LEAST to MOST, NoClockToAdjust where
    this side has no clock of its own: in games without clocks, and under days per move out of its turn.
    """
    text, minutes = public_reason(reason), add // timedelta(minutes=1)
    if not LEAST <= add <= MOST:
        raise BadDuration(most=MOST.days)

    def do(game: Game) -> Action:
        if not can_adjust(game, side):
            raise NoClockToAdjust
        check_seen(game, "adjust_clock", expected)
        grant(game, timedelta(minutes=minutes), now, side)
        notify("clock_adjusted", *game.seat_list(), game=game, by=None, now=now)
        return aside(game, "adjust_clock", {"side": side.letter, "minutes": minutes, "reason": text}, None, now)

    return transact_as_moderator(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "adjust_clock", "side": side.letter, "minutes": minutes, "reason": text},
    )


def can_adjust(game: Game, side: Color) -> bool:
    """Whether this side of the game has a clock to which time can be added."""
    system, running = game.agreed_time.system, game.clock_value().running
    if game.is_finished or running is None or system is System.NONE:
        return False
    return running is side or system is not System.DAYS
