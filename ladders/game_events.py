"""Provide the games app with the ladder to which a game belongs (E4, E57)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Value

from games.event_names import EventOfGame
from ladders.models import Ladder
from tournaments.game_events import NO_NUMBER, named_event_of_game
from tournaments.signals import GameEventFinder, Rows


def kinds_of_event(**_: object) -> Mapping[str, GameEventFinder]:
    """Return the functions that the games app needs for ladder games, by kind of event. Receiver of the signal
    `kinds_of_events`."""
    return {"ladder": GameEventFinder(_ladder_rows, _event_from_row)}


def _ladder_rows(numbers: list[int]) -> Rows:
    return Ladder.objects.filter(pk__in=numbers).values_list(Value("ladder"), "pk", "name", "own", NO_NUMBER, NO_NUMBER)


def _event_from_row(kind: str, number: int, *about: Any) -> EventOfGame:
    return named_event_of_game(kind, number, *about[:2])
