"""Builders for players and games in tests, through the services."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.contrib.auth.models import Group
from django.db import transaction

from accounts.models import Player
from challenges import services as challenging
from challenges.services import OfferRecipients
from challenges.services.offering import unsaved_offer
from challenges.services.starting import start_game
from games import verbs
from games.models import Draft, Game, Seat
from games.services.deadlines import OffTimeByPlayer, recalculate_and_store_deadline
from games.services.idempotency import PlayerRequest
from games.services.record import Actor
from games.terms import Terms
from rules import Color, Point, legal_points, parse_vertex
from rules.clock import TimeControl
from rules.notation import vertex

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

_names = itertools.count(1)


def make_player(name: str = "", **fields: Any) -> Player:
    """Create a player with the password "correct horse"."""
    name = name or f"player{next(_names)}"
    return Player.objects.create_user(name, f"{name}@example.org", "correct horse", **fields)


def make_moderator(name: str = "", *, grade: str = "moderators", **fields: Any) -> Player:
    """Return a moderator with the permissions of this grade (`staff_permissions.GRADES`) and two-factor
    authentication."""
    player = make_player(name, is_staff=True, **fields)
    player.groups.add(Group.objects.get(name=grade))
    give_second_factor(player)
    return player


def give_second_factor(player: Player) -> str:
    """Add an authenticator to the account as if its owner had; return its secret."""
    secret: str = generate_totp_secret()
    TOTP.activate(player, secret)
    return secret


def code_of(secret: str, *, steps: int = 0) -> str:
    """Return the authenticator's code now, or this many half minutes later."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps)))


def make_game(
    *,
    black: Player | None = None,
    white: Player | None = None,
    moves: str = "",
    now: datetime = NOON,
    notify: bool = False,
    usual_weekends: bool = False,
    **terms: Any,
) -> Game:
    """Create a game between two players, on 9x9 by default, with these moves played. It starts without the offer that
    real games come from. `notify` sends notifications and events, which takes time. Without `usual_weekends`, only
    weekends that a player has chosen count, as in games from before R56 had usual ones, so a test about days is valid
    on any day of the week.

    `moves` is text such as "D4 F6 pass"; the colours alternate as in the game.
    """
    black, white = black or make_player(), white or make_player()
    size = terms.pop("size", 9)
    if "days" in terms:
        terms["time"] = TimeControl.days_per_move(timedelta(days=terms.pop("days")))
    agreed = replace(Terms(width=size, height=size, color="black"), **terms)
    agreed.check()
    if notify:
        offer = challenging.create_challenge(PlayerRequest(black, now), agreed, OfferRecipients(opponent=white))
        game = challenging.accept_challenge(PlayerRequest(white, now), offer.pk)
    else:
        game = start_game(unsaved_offer(PlayerRequest(black, now), agreed, OfferRecipients(opponent=white)), white, now)
    if not usual_weekends:
        forget_weekends(game)
    if moves:
        play_many(game, moves.split(), now)
    return reload(game)


def forget_weekends(game: Game) -> None:
    """Count only weekends that a player has chosen in this game, as if it had begun before the usual weekends
    existed."""
    Seat.objects.filter(game=game).exclude(weekend_zone="").update(weekend_zone="")
    recalculate_and_store_deadline(reload(game))


def play_somewhere(game: Game, count: int, now: datetime = NOON) -> None:
    """Play this many moves in turn, each on the first legal point."""
    play_many(game, [_first_legal] * count, now)


def _first_legal(game: Game) -> str:
    return vertex(legal_points(game.state())[0], game.height)


@transaction.atomic
def play_many(game: Game, moves: Iterable[str | Callable[[Game], str]], now: datetime) -> None:
    """Play these moves in turn: recorded one by one as usual, but under one lock and with the players' off time read
    once. Separate requests, as players send them, took a third of all tests' time."""
    game = Game.objects.select_for_update(no_key=True).with_seats().get(pk=game.pk)
    schedules = OffTimeByPlayer([game])
    for wanted in moves:
        move = wanted if isinstance(wanted, str) else wanted(game)
        seat = next(seat for seat in game.seat_list() if seat.index == game.turn)
        verb, result = _verb_of(move, game)
        actor = Actor(game, seat, seat.player, now, seen=game.number, schedules=schedules)
        verb.check(actor)
        verb(**result).carry_out(actor)


def _verb_of(move: str, game: Game) -> tuple[type[verbs.Verb], dict[str, Any]]:
    if move == "pass":
        return verbs.Pass, {}
    return verbs.Play, {"point": parse_vertex(move, game.width, game.height)}


def reload(game: Game) -> Game:
    """Return the game as stored in the database now."""
    return Game.objects.with_seats().get(pk=game.pk)


def side(game: Game, color: Color) -> Player:
    """Return the player of this colour."""
    return reload(game).seat_of_color(color).player


def to_act(game: Game) -> Player:
    """Return the player who has to act now."""
    return _turn_of(reload(game))


def _turn_of(game: Game) -> Player:
    return next(seat.player for seat in game.seat_list() if seat.index == game.turn)


def act(
    game: Game,
    verb: type[verbs.Verb],
    *,
    by: Player | None = None,
    expected: int | None = None,
    key: str | None = None,
    now: datetime = NOON,
    **values: Any,
) -> verbs.Receipt:
    """Perform an action in a game, by default by the player who has to act, at the current number."""
    if by is None or expected is None:
        game = reload(game)
    number = game.number if expected is None else expected
    values = {name: frozenset(value) if name in ("dead", "points") else value for name, value in values.items()}
    return verbs.perform(verbs.ActionRequest(game.pk, by or _turn_of(game), number, key, now), verb(**values))


def play(game: Game, move: str, **arguments: Any) -> verbs.Receipt:
    """Play "D4", or pass with "pass"."""
    verb, result = _verb_of(move, game)
    return act(game, verb, **result, **arguments)


def mark(
    game: Game,
    dead: Iterable[Point],
    *,
    by: Player | None = None,
    expected: int | None = None,
    now: datetime = NOON,
) -> Draft:
    """Mark exactly these stones in the draft of the player who has to act."""
    number = reload(game).number if expected is None else expected
    return verbs.store_marking(verbs.ActionRequest(game.pk, by or to_act(game), number, None, now), dead)


def days(count: float) -> timedelta:
    """Return this many days."""
    return timedelta(days=count)
