"""Provide the games app with the league to which a game belongs (E4, E57)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F, Value

from foundation.paths import path_of
from games.event_names import EventOfGame
from tournaments.game_events import named_event_of_game, tournament_ruling
from tournaments.models import Tournament
from tournaments.signals import GameEventFinder, Rows
from wording import words


def kinds_of_event(**_: object) -> Mapping[str, GameEventFinder]:
    """Return, for the kind "tournament", the functions with which the games app reads the events of games and rulings
    on them. If the tournament is a group of a league, the game's page names the league instead. Receiver of the signal
    `kinds_of_events`."""
    return {"tournament": GameEventFinder(_tournament_rows, _event_from_row, tournament_ruling)}


def _tournament_rows(numbers: list[int]) -> Rows:
    found = Tournament.objects.opened().filter(pk__in=numbers)
    season = F("league_group__season__number")
    return found.values_list(Value("tournament"), "pk", "name", "own", F("league_group__season__league"), season)


def _event_from_row(kind: str, number: int, *about: Any) -> EventOfGame:
    name, own, league, season = about
    if league is None:
        return named_event_of_game(kind, number, name, own)
    at = max(name.rfind(f" {season}"), 0)  # the season's number and the group's label are ours, not the organiser's
    name = f"{name[:at]}{words.with_localized_digits(name[at:])}"
    return EventOfGame("league", league, name, path_of("leagues:season", league, season))
