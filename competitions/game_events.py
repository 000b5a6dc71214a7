"""Tells games which event they belong to, and what it made of their results (E4, E57)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db.models import F, IntegerField, QuerySet, Value

from competitions.models import Ladder, LogLine, MatchLine, Pairing, TeamBoard, TeamMatch, Tournament
from competitions.models.own import own_name
from competitions.models.play import RESULT_NAMES
from competitions.systems.types import EventResult
from foundation.paths import path_of
from games.event_names import EventOfGame, Ruling
from games.models import Game
from games.models.event_ref import EventRef

NO_NUMBER = Value(None, IntegerField(null=True))
Rows = QuerySet[Any, tuple[Any, ...]]


def named(refs: Collection[EventRef]) -> Mapping[EventRef, EventOfGame]:
    """Return these events by one query, without those that not every visitor may see."""
    numbers: dict[str, list[int]] = {}
    for ref in refs:
        numbers.setdefault(ref.kind, []).append(ref.number)
    asked = [rows(some) for kind, rows in _ROWS.items() if (some := numbers.get(kind))]
    if not asked:
        return {}
    return {EventRef(row[0], row[1]): _event(*row) for row in asked[0].union(*asked[1:], all=True)}


def _tournaments(numbers: list[int]) -> Rows:
    found = Tournament.objects.opened().filter(pk__in=numbers)
    season = F("league_group__season__number")
    return found.values_list(Value("tournament"), "pk", "name", "own", F("league_group__season__league"), season)


def _ladders(numbers: list[int]) -> Rows:
    return Ladder.objects.filter(pk__in=numbers).values_list(Value("ladder"), "pk", "name", "own", NO_NUMBER, NO_NUMBER)


def _matches(numbers: list[int]) -> Rows:
    """The names of both clubs stand where the others have a name and the key of the server's own."""
    found = TeamMatch.objects.filter(pk__in=numbers)
    return found.values_list(Value("team_match"), "pk", "club__name", "guest__name", NO_NUMBER, NO_NUMBER)


_ROWS: dict[str, Callable[[list[int]], Rows]] = {
    "tournament": _tournaments, "ladder": _ladders, "team_match": _matches
}  # fmt: skip


def _event(kind: str, number: int, *about: Any) -> EventOfGame:
    name, other, league, season = about
    if kind == "team_match":
        return EventOfGame(kind, number, f"{name or '?'} – {other or '?'}", path_of("competitions:match", number))
    if league is not None:
        return EventOfGame("league", league, name, path_of("competitions:season", league, season))
    return EventOfGame(kind, number, own_name(other) or name, path_of(f"competitions:{kind}", number))


def ruling_of(game: Game) -> Ruling | None:
    """Return what a director, a moderator or the server made of this game in its event; two queries at most."""
    if game.event_kind == "tournament":
        pairing = Pairing.objects.filter(game=game).exclude(result="").select_related("round").first()
        if pairing is None:
            return None
        lines: QuerySet[Any] = LogLine.objects.filter(tournament=pairing.round.tournament_id)
        return _ruling(pairing.result, lines.filter(round=pairing.round.number, board=pairing.board))
    board = TeamBoard.objects.filter(game=game).exclude(result="").first() if game.event_kind == "team_match" else None
    if board is None:
        return None
    return _ruling(board.result, MatchLine.objects.filter(match=board.match_id, round=board.round, board=board.board))


def _ruling(result: str, lines: QuerySet[Any]) -> Ruling:
    line = lines.filter(act="result").select_related("by").order_by("-pk").first()
    said = str(RESULT_NAMES[EventResult(result)])
    if line is None or line.after != result:
        return Ruling(result, said, "", "")
    return Ruling(result, said, line.reason, "" if line.by is None else line.by.shown_name)


__all__ = ["named", "ruling_of"]
