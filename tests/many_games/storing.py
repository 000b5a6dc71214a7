"""Random games as rows: the rows that the services write for each game, written for many games together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from challenges.models import Challenge
from games.models import Action, Game, Seat
from games.services.beginning import NewGame, unsaved_game_and_seats
from games.services.record import effect_of
from games.terms import USUAL_TIME
from rules import KINDS, Color
from rules.variants import Variant

from .playing import Random, random_game

AT_ONCE = 100
"""This many games are stored in one go."""


def store(variant: Variant, seeds: Iterable[str], players: Sequence[int], now: datetime) -> Counter[str]:
    """Play and store a game between these people for each seed; return the number of recorded actions of each kind.

    The clocks do not run, and no one is notified: `check_games` reads neither.
    """
    done, waiting = Counter[str](), []
    for seed in seeds:
        waiting.append(random_game(variant, seed))
        if len(waiting) == AT_ONCE:
            done += _store(waiting, players, now)
            waiting = []
    return done + _store(waiting, players, now)


def _store(played: Sequence[Random], players: Sequence[int], now: datetime) -> Counter[str]:
    pairs = [_begun(one, players, now) for one in played]
    games = [game for game, _ in pairs]
    actions = [_rows(one, game, seats, now) for one, (game, seats) in zip(played, pairs, strict=True)]
    Game.objects.bulk_create(games)
    for game, seats in pairs:
        for seat in seats:
            seat.game = game
            game.sync_seat(seat)
    Seat.objects.bulk_create(seat for _, seats in pairs for seat in seats)
    rows = [row for of_one in actions for row in of_one]
    for (game, seats), of_one in zip(pairs, actions, strict=True):
        for row in of_one:
            row.game = game
            row.seat = None if row.seat is None else seats[row.seat.index]
    Action.objects.bulk_create(rows)
    return Counter(row.kind for row in rows)


def _begun(played: Random, players: Sequence[int], now: datetime) -> tuple[Game, list[Seat]]:
    setup = played.setup
    agreed = Challenge(rule_set=setup.ruleset.key, time_control=USUAL_TIME.to_json())
    return unsaved_game_and_seats(NewGame(agreed, setup, players[: len(setup.order.seats)], "variant"), now)


def _rows(played: Random, game: Game, seats: Sequence[Seat], now: datetime) -> list[Action]:
    """The record, and the game's columns as they are after it."""
    rows, clock = [], game.clock_value()
    for step in played.steps:
        game.number += 1
        if step.kind in KINDS:
            game.state_number = game.number
        if step.after.outcome is not None or game.result or step is played.steps[-1]:
            game.sync_columns(step.after, clock, None)
        seat = None if step.seat is None else seats[step.seat]
        rows.append(
            Action(
                game=game,
                number=game.number,
                seat=seat,
                color=None if seat is None else Color(seat.color),
                kind=step.kind,
                payload=step.payload,
                effect=effect_of(game, step.before, step.after),
                clock=game.clock,
                received_at=now,
            )
        )
    if game.is_finished:
        game.finished_at = now
    return rows
