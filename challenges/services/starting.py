"""The game that an accepted offer becomes."""

from __future__ import annotations

import secrets
from datetime import datetime

from accounts.core.restrictions import is_under
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from challenges.models import Challenge
from games.models import Game, Seat
from games.services import deadlines
from games.terms import ColorWish, yes_no_of
from rules import ByColor, new_game
from rules import clock as clocks


def start(challenge: Challenge, joiner: Player, now: datetime) -> Game:
    """The game on the terms of this offer, as it is meant for the one who joins."""
    setup = challenge.setup()
    state = new_game(setup)
    control = challenge.agreed_time
    assert state.to_play is not None
    clock = clocks.start(control, state.to_play, now)
    reason = challenge.unrated_reason or ("bot" if joiner.is_bot else "")
    if not reason and any(is_under(player, Restricted.UNRATED, now) for player in (challenge.creator, joiner)):
        reason = "restricted"
    game = Game.objects.create(
        setup=setup.to_json(),
        rule_set=challenge.rule_set,
        width=challenge.width,
        height=challenge.height,
        komi=challenge.agreed_komi,
        handicap=challenge.handicap,
        time_control=challenge.time_control,
        lateness=challenge.lateness,
        off_time=challenge.off_time,
        **yes_no_of(challenge),
        rated=not reason,
        unrated_reason=reason,
        rematch_of=challenge.rematch_of,
        started_at=now,
        last_action_at=now,
        turn=setup.order.seat_of(state.to_play),
        clock=clock.to_json(),
        snapshot=state.to_json(),
        position_keys=state.position_keys,
    )
    player_of = _by_color(challenge, joiner)
    seats = [
        Seat(game=game, index=index, color=color, player_id=player_of[color])
        for index, color in enumerate(setup.order.seats)
    ]
    for seat in seats:
        seat.mirror(game)
    Seat.objects.bulk_create(seats)
    deadlines.refresh(game)
    return game


def _by_color(challenge: Challenge, joiner: Player) -> ByColor[int]:
    """Who takes Black and who takes White, by their numbers."""
    wish = challenge.color
    if wish == ColorWish.RANDOM:
        wish = secrets.choice((ColorWish.BLACK, ColorWish.WHITE))
    if wish == ColorWish.BLACK:
        return ByColor(challenge.creator_id, joiner.pk)
    return ByColor(joiner.pk, challenge.creator_id)
