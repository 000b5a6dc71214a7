"""Start a game from an accepted offer or a tournament pairing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import Player
from games.models import Game, Seat
from games.models.event_ref import EventRef
from games.models.timed import AbstractAgreedTerms
from games.services import deadlines
from games.terms import yes_no_terms_of
from rules import Setup, new_game
from rules import clock as clocks
from rules.clock import TimeSystem
from rules.off_time import OffTimeKind
from rules.variants.seats import seat_on_turn


@dataclass(frozen=True, slots=True)
class NewGame:
    """The data for a new game: agreed terms, setup, players (ids in the order of `Setup.order`), the reason why it is
    unrated ("" if rated), the game it is the rematch of, and its event."""

    agreed: AbstractAgreedTerms
    setup: Setup
    players: Sequence[int]
    unrated_reason: str = ""
    rematch_of: Game | None = None
    event: EventRef | None = None


def create_game(new: NewGame, now: datetime) -> Game:
    """Create the game with its seats, and return the game. The caller must have locked the rows of all players
    (docs/locking.md), and must send the events."""
    game, seats = unsaved_game_and_seats(new, now)
    set_usual_weekends(game, seats)
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    deadlines.recalculate_and_store_deadline(game)
    return game


def set_usual_weekends(game: Game, seats: Iterable[Seat]) -> None:
    """Store on the seats which usual weekend applies to players who have not chosen one, if the game allows weekends
    (R56). Does not save the seats. One query."""
    if OffTimeKind.WEEKEND not in game.off_kinds or game.agreed_time.system is TimeSystem.NONE:
        return
    rows = Player.objects.filter(pk__in=[seat.player_id for seat in seats]).only("time_zone")
    zones = {player.pk: player.zone.key for player in rows}
    for seat in seats:
        seat.weekend_zone = zones[seat.player_id]


def _event_columns(event: EventRef | None) -> dict[str, Any]:
    if event is None:
        return {}
    return {"event_kind": event.kind, "event_number": event.number, "event_round": event.round}


def unsaved_game_and_seats(new: NewGame, now: datetime) -> tuple[Game, list[Seat]]:
    """Return a new game and its seats for this data, both unsaved."""
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
        **yes_no_terms_of(agreed),
        rated=not new.unrated_reason,
        unrated_reason=new.unrated_reason,
        rematch_of=new.rematch_of,
        **_event_columns(new.event),
        started_at=now,
        last_action_at=now,
        turn=seat_on_turn(state),
        clock=clock.to_json(),
        snapshot=state.to_json(),
        position_keys=state.position_keys,
    )
    seats = [
        Seat(game=game, index=index, color=color, player_id=player)
        for index, (color, player) in enumerate(zip(setup.order.seats, new.players, strict=True))
    ]
    for seat in seats:
        game.sync_seat(seat)
    return game, seats
