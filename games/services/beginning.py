"""A game that begins, whatever it came of: an offer that was accepted, a pairing of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import Player
from games.models import Game, Seat
from games.models.event_ref import EventRef
from games.models.timed import Timed
from games.services import deadlines
from games.terms import yes_no_of
from rules import Setup, new_game
from rules import clock as clocks
from rules.clock import System
from rules.off_time import OffTimeKind
from rules.variants.seats import on_turn


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a game begins with: the terms as they were agreed, what stands on the board, who sits where (people by
    their numbers, in the order of the seats: `Setup.order`), why it is unrated ("" when it is rated), which game it is
    the rematch of, and for which event it begins."""

    agreed: Timed
    setup: Setup
    players: Sequence[int]
    unrated_reason: str = ""
    rematch_of: Game | None = None
    event: EventRef | None = None


def begin(new: Beginning, now: datetime) -> Game:
    """The game. The rows of all players are locked before (docs/locking.md); nobody is told here."""
    game, seats = rows_of(new, now)
    set_weekends(game, seats)
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    deadlines.refresh(game)
    return game


def set_weekends(game: Game, seats: Iterable[Seat]) -> None:
    """Have the usual weekend count for those who sit here and have chosen none, where the game allows weekends (R56);
    one query, nothing is stored."""
    if OffTimeKind.WEEKEND not in game.off_kinds or game.agreed_time.system is System.NONE:
        return
    rows = Player.objects.filter(pk__in=[seat.player_id for seat in seats]).only("time_zone")
    zones = {player.pk: player.zone.key for player in rows}
    for seat in seats:
        seat.weekend_zone = zones[seat.player_id]


def _event_columns(event: EventRef | None) -> dict[str, Any]:
    if event is None:
        return {}
    return {"event_kind": event.kind, "event_number": event.number, "event_round": event.round}


def rows_of(new: Beginning, now: datetime) -> tuple[Game, list[Seat]]:
    """The game and its seats as they are stored, which they are not yet."""
    setup, agreed = new.setup, new.agreed
    state = new_game(setup)
    assert state.to_play is not None
    clock = clocks.start(agreed.agreed_time, state.to_play, now, setup.order.colors)
    game = Game(
        setup=setup.to_json(),
        rule_set=setup.ruleset.key,
        width=setup.width,
        height=setup.height,
        komi=setup.komi,
        handicap=setup.handicap,
        time_control=agreed.time_control,
        lateness=agreed.lateness,
        off_time=agreed.off_time,
        **yes_no_of(agreed),
        rated=not new.unrated_reason,
        unrated_reason=new.unrated_reason,
        rematch_of=new.rematch_of,
        **_event_columns(new.event),
        started_at=now,
        last_action_at=now,
        turn=on_turn(state),
        clock=clock.to_json(),
        snapshot=state.to_json(),
        position_keys=state.position_keys,
    )
    seats = [
        Seat(game=game, index=index, color=color, player_id=player)
        for index, (color, player) in enumerate(zip(setup.order.seats, new.players, strict=True))
    ]
    for seat in seats:
        seat.mirror(game)
    return game, seats
