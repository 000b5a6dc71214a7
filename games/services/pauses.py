"""Pausing a game by agreement, with an end (R56), and once for a moderator to look."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import Player
from games.errors import AlreadyReported, BadDuration, Forbidden, NoPauseAsked, NotScoring, PausePending
from games.models import Action, Game, Seat
from games.terms import LONGEST_PAUSE
from rules import Phase
from rules.off_time import Interval, Kind

from . import staff, timekeeping
from .asking import What, check_may_ask
from .seam import Receipt, aside, check_seen, notify, opponents, transact

CALLS = ("report_stalling", "call_referee")
"""Kinds of actions that call a moderator; the first of a game stops its clocks."""
STALL_PAUSE = timedelta(days=3)
"""So long a report of stalling pauses the scoring clock, once in a game: time for a moderator to look."""


def pause_now(game: Game, now: datetime) -> datetime | None:
    """Until when the game is paused at this instant, None when it is not."""
    ends = [end for begin, end in _pauses(game) if begin <= now < end]
    return max(ends, default=None)


def _pauses(game: Game) -> list[tuple[datetime, datetime]]:
    return [(datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in game.pauses]


def request_pause(
    *, game_id: int, player: Player, until: datetime, expected: int, key: str | None, now: datetime
) -> Receipt:
    """Propose that both clocks stand still until then, or, in a pause, that it ends then. Moves are possible meanwhile.

    Raises Forbidden, BadDuration, PausePending.
    """

    def do(game: Game, seat: Seat) -> Action:
        if Kind.PAUSE not in game.off_kinds:
            raise Forbidden
        if until - now > LONGEST_PAUSE or (until <= now and pause_now(game, now) is None):
            raise BadDuration(most=LONGEST_PAUSE.days)
        if game.pause_offer is not None:
            raise PausePending
        check_may_ask(game, seat, What.PAUSE, now)
        game.pause_offer = {"seat": seat.index, "until": until.isoformat()}
        notify("pause_asked", *opponents(game, seat), game=game, by=player, now=now)
        return aside(game, "pause_request", {"until": until.isoformat()}, seat, now)

    return transact(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "request_pause", "until": until.isoformat()},
    )


def answer_pause(
    *, game_id: int, player: Player, allow: bool, expected: int, key: str | None, now: datetime
) -> Receipt:
    """Agree to the opponent's proposal of a pause, or decline. Raises NoPauseAsked."""

    def do(game: Game, seat: Seat) -> Action:
        offer = game.pause_offer
        if offer is None or offer["seat"] == seat.index:
            raise NoPauseAsked
        check_seen(game, "pause_request", expected)
        game.pause_offer = None
        if not allow:
            notify("pause_declined", *opponents(game, seat), game=game, by=player, now=now)
            return aside(game, "pause_decline", {}, seat, now)
        until = max(now, datetime.fromisoformat(offer["until"]))
        _pause(game, now, until)
        notify("paused", *opponents(game, seat), game=game, by=player, now=now)
        return aside(game, "pause", {"until": until.isoformat()}, seat, now)

    return transact(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "answer_pause", "allow": allow},
    )


def stand_still(game: Game, *, until: datetime, now: datetime) -> Action:
    """Stop both clocks until then without anybody's agreement, and record it; `until` = `now` ends a pause. Under the
    lock of the game."""
    _pause(game, now, until)
    return aside(game, "pause", {"until": until.isoformat()}, None, now)


def _pause(game: Game, now: datetime, until: datetime) -> None:
    """Stop the clocks from now until then; a pause that goes on ends then instead."""
    kept = [(begin, min(end, now)) for begin, end in _pauses(game) if begin < now]
    game.pauses = [[i.begin.isoformat(), i.end.isoformat()] for i in (Interval(*p) for p in [*kept, (now, until)])]
    found = timekeeping.due(game)
    game.deadline = None if found is None else found.instant


def report_stalling(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """Report that the opponent delays the scoring: the clocks stand still for three days, unless they have been
    stopped for a moderator before. Raises NotScoring, AlreadyReported."""

    def do(game: Game, seat: Seat) -> Action:
        if game.phase != Phase.STONE_REMOVAL.value:
            raise NotScoring
        if game.stall_reported:
            raise AlreadyReported
        game.stall_reported = True
        until = pause_for_moderators(game, now, STALL_PAUSE)
        notify("stalling_reported", *opponents(game, seat), game=game, by=player, now=now)
        staff.call(game, player, "stalling", now)
        return aside(game, "report_stalling", {} if until is None else {"until": until.isoformat()}, seat, now)

    return transact(
        game_id=game_id, player=player, do=do, expected=expected, key=key, now=now, request={"verb": "report_stalling"}
    )


def pause_for_moderators(game: Game, now: datetime, length: timedelta) -> datetime | None:
    """Stop the clocks so long that a moderator can look, once in a game; return until when, None after the first time.

    A report of stalling and a call of a referee share this one pause. The caller records it.
    """
    if game.actions.filter(kind__in=CALLS).exists():
        return None
    _pause(game, now, max(now + length, pause_now(game, now) or now))
    return now + length


def end_pause_for_moderators(game: Game, now: datetime) -> bool:
    """The moderator has come, and the clocks go on; a pause that the players agreed on goes on to its own end. Return
    whether there was a pause to end. The caller records it."""
    called = game.actions.filter(kind__in=CALLS).order_by("number").first()
    until = None if called is None else called.payload.get("until")
    waits = until is not None and pause_now(game, now) == datetime.fromisoformat(until)
    if waits:
        _pause(game, now, now)
    return waits
