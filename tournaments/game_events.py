"""Provide the games app with the event to which a game belongs, and with the event's ruling on the result (E4, E57)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.db.models.functions import Cast
from django.utils.translation import pgettext

from challenges.models import SIMULS_TO_SHOW, Challenge
from foundation.hook import send_and_merge
from foundation.paths import path_of
from games.event_names import EventOfGame, EventRuling
from games.models import Game
from games.models.event_ref import SIMUL, EventRef
from tournaments import signals
from tournaments.models import LogLine, Pairing, Tournament
from tournaments.models.log import reason_text
from tournaments.models.own import server_event_name
from tournaments.models.play import RESULT_NAMES
from tournaments.signals import GameEventFinder, Rows
from tournaments.systems.types import EventResult

NO_NUMBER = Cast(Value(None), IntegerField())
"""A null column, for unions of rows with and without a number. It has the type of a number, because PostgreSQL takes a
union of two nulls without a type for text, and cannot join a third query that has numbers."""


def visible_events(refs: Collection[EventRef]) -> Mapping[EventRef, EventOfGame]:
    """Return the public events to which these references point, by reference. One query."""
    kinds: Mapping[str, GameEventFinder] = send_and_merge(signals.kinds_of_events)
    numbers: dict[str, list[int]] = {}
    for ref in refs:
        numbers.setdefault(ref.kind, []).append(ref.number)
    # SQLite allows no ordering in the parts of a union, and some models have a default ordering.
    asked = [kinds[kind].rows(some).order_by() for kind, some in numbers.items() if kind in kinds]
    if not asked:
        return {}
    return {EventRef(row[0], row[1]): kinds[row[0]].event(*row) for row in asked[0].union(*asked[1:], all=True)}


def find_ruling(game: Game) -> EventRuling | None:
    """Return the ruling on this game by a director, a moderator or the server; None if there is none. At most two
    queries."""
    kind: GameEventFinder | None = send_and_merge(signals.kinds_of_events).get(game.event_kind)
    return None if kind is None else kind.ruling(game)


def kinds_of_event(**_: object) -> Mapping[str, GameEventFinder]:
    """Return the functions that find events and rulings, by kind of event: for tournaments and for simuls. Simuls are
    included here because their app may not import tournaments. Receiver of the signal `kinds_of_events`."""
    return {
        "tournament": GameEventFinder(_tournament_rows, _event_from_row, tournament_ruling),
        SIMUL: GameEventFinder(_simul_rows, _simul_event),
    }


def _tournament_rows(numbers: list[int]) -> Rows:
    found = Tournament.objects.opened().filter(pk__in=numbers)
    return found.values_list(Value("tournament"), "pk", "name", "own", NO_NUMBER, NO_NUMBER)


def _event_from_row(kind: str, number: int, *about: Any) -> EventOfGame:
    return named_event_of_game(kind, number, *about[:2])


def _simul_rows(numbers: list[int]) -> Rows:
    is_deleted = Case(When(creator__deleted_at=None, then=Value("")), default=Value("deleted"))
    found = Challenge.objects.filter(SIMULS_TO_SHOW, pk__in=numbers)
    return found.values_list(Value(SIMUL), "pk", "creator__username", is_deleted, NO_NUMBER, NO_NUMBER)


def _simul_event(kind: str, number: int, name: str, is_deleted: str, *_: Any) -> EventOfGame:
    host = pgettext("text", "deleted player") if is_deleted else name
    title = pgettext("event", "Simultaneous games by %(name)s") % {"name": host}
    return EventOfGame(kind, number, title, path_of("challenges:challenge", number))


def named_event_of_game(kind: str, number: int, name: str, own: str) -> EventOfGame:
    """Return the name of a tournament or ladder and the path of its page, which a game's page shows. `own` is the key
    of an event that the server runs, whose name is then in the reader's language; "" for other events."""
    return EventOfGame(kind, number, server_event_name(own) or name, path_of(f"{kind}s:{kind}", number))


def tournament_ruling(game: Game) -> EventRuling | None:
    """Return the ruling on this tournament game by a director, a moderator or the server, None if there is none."""
    pairing = Pairing.objects.filter(game=game).exclude(result="").select_related("round").first()
    if pairing is None:
        return None
    lines = LogLine.objects.filter(tournament=pairing.round.tournament_id)
    return ruling_from_log(pairing.result, lines.filter(round=pairing.round.number, board=pairing.board))


def ruling_from_log(result: str, lines: QuerySet[Any]) -> EventRuling:
    """Return the ruling, with its author and reason from the log. One query."""
    line = lines.filter(act="result").select_related("by").order_by("-pk").first()
    name = str(RESULT_NAMES[EventResult(result)])
    if line is None or line.after != result:
        return EventRuling(result, name, "", "")
    return EventRuling(result, name, reason_text(line.reason), "" if line.by is None else line.by.shown_name)


__all__ = [
    "NO_NUMBER",
    "find_ruling",
    "kinds_of_event",
    "named_event_of_game",
    "ruling_from_log",
    "tournament_ruling",
    "visible_events",
]
