"""A game as SGF FF[4]: the output of `rules.sgf`, with the names, dates and times of the game (R16)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, zip_longest
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from accounts.core import site
from accounts.core.hidden_ranks import is_rank_shown
from accounts.models import Player
from foundation.archive import zip_texts
from foundation.hook import send_and_merge
from foundation.text import whole_number
from games.event_names import event_of, load_events
from games.models import Action, Game, Seat
from games.models.game import GameQuerySet
from games.signals import record_additions
from ratings.ranks import Rank
from ratings.standing import rank_label_of
from rules import KINDS, Color, Pass, Play, action_from_payload, sgf
from rules import Action as RulesAction
from rules.clock import Clock
from rules.overtime import time_left_to_sgf, to_sgf
from rules.variants.variant import ORDINARY

APPLICATION = "Igo:1"
CONDITIONAL = "Conditional move."
"""The comment on a move that was planned; in English, as readers of the format expect."""
MOST_RECORDS = 1000
AT_ONCE = 50
RECORDED = ("kind", "color", "payload", "clock", "effect__planned")
"""The columns of an action that a record needs."""


Addition = Callable[[sgf.SgfNode], None]
"""A function that adds variations or comments to the root of a record."""


@cache
def _known_additions() -> dict[str, Callable[[Game, Any], Addition]]:
    return send_and_merge(record_additions)


def requested_additions(wanted: str, game: Game, viewer: Any) -> list[Addition]:
    """Return the functions that write the additions named in `wanted`, a comma-separated list, into a record. Unknown
    names are ignored."""
    offered = _known_additions()
    return [offered[name](game, viewer) for name in dict.fromkeys(wanted.split(",")) if name in offered]


@dataclass(frozen=True, slots=True)
class ExportedRecord:
    """The actions of a game that change its board or phase, and the stored clock after each. `planned` are the indices
    of conditional moves in the list."""

    actions: list[RulesAction]
    clocks: list[dict[str, Any]]
    planned: set[int] = field(default_factory=set)


def read_record(game: Game) -> ExportedRecord:
    """Return the record of the game, in one query. Raises RecordSealed while information is hidden."""
    game.check_not_sealed()
    rows = game.actions.filter(kind__in=KINDS).order_by("number")
    return _record_from_rows(game, rows.values_list(*RECORDED))


def sgf_of_actions(
    game: Game, actions: Iterable[RulesAction] | ExportedRecord, *, reasons: bool, additions: Iterable[Addition] = ()
) -> str:
    """Return the game as SGF text, with the time left after each move if `actions` contains the clocks. With `reasons`,
    the reasons for rejecting scoring proposals are included. `additions` are called with the root node to add to the
    record. Raises RecordSealed while information is hidden during play (V64)."""
    game.check_not_sealed()
    names = player_names(game)
    info = {
        "AP": APPLICATION,
        "PB": names[Color.BLACK],
        "PW": names[Color.WHITE],
        **_team_properties(game, names),
        **_names_comment(names),
        **_event_properties(game),
        **_rank_properties(game),
        "DT": game.started_at.date().isoformat(),
        "PC": f"{site.name()}: {settings.IGO_URL}",
    }
    info |= {name: text for name, text in zip(("TM", "OT"), to_sgf(game.agreed_time), strict=True) if text is not None}
    record = actions if isinstance(actions, ExportedRecord) else ExportedRecord(list(actions), [])
    root = sgf.write_timed_game(game.agreed_setup, _with_time_properties(game, record), info=info, reasons=reasons)
    for add in additions:
        add(root)
    return sgf.serialize([root])


def _with_time_properties(game: Game, record: ExportedRecord) -> Iterator[tuple[RulesAction, dict[str, str]]]:
    """Yield each action with the SGF properties of its node: the mover's remaining time after it, and a comment for a
    conditional move (C200). Actions that are not moves have no properties."""
    control = game.agreed_time
    for place, (action, stored) in enumerate(zip_longest(record.actions, record.clocks)):
        if stored is None or not isinstance(action, (Play, Pass)):
            yield action, {}
        else:
            comment = {"C": CONDITIONAL} if place in record.planned else {}
            yield action, time_left_to_sgf(control, Clock.from_json(stored), action.color) | comment


def _rank_properties(game: Game) -> dict[str, str]:
    """Return the SGF properties of the players' ranks: the rank before the game if it was rated, otherwise the rank
    now. Players without a rank, closed accounts and teams have none."""
    if len(game.seat_list()) > 2:
        return {}
    found = {f"{Color(seat.color).letter}R": rank_at_game_or_now(game, seat) for seat in game.seat_list()}
    return {name: rank for name, rank in found.items() if rank}


def rank_at_game_or_now(game: Game, seat: Seat) -> str:
    """Return a player's rank: before the game if it was rated, otherwise now. Return "" for players without a rank,
    closed accounts, and ranks hidden from the reader (C202)."""
    if seat.player.deleted_at is not None or not is_rank_shown(seat.player):
        return ""
    event = game.rating_event_of(seat) if game.is_finished and game.rated else None
    return rank_label_of(seat.player) if event is None else str(Rank.of_rating(event.rating_before))


def player_names(game: Game) -> dict[Color, str]:
    """Return the names of each colour's players, separated by commas. Where players share the colours, each colour has
    all players."""
    if game.rotates_colors:
        everyone = ", ".join(seat.player.shown_name for seat in game.seat_list())
        return dict.fromkeys(game.agreed_setup.order.colors, everyone)
    names: dict[Color, str] = {}
    for seat in game.seat_list():
        color, name = Color(seat.color), seat.player.shown_name
        names[color] = f"{names[color]}, {name}" if color in names else name
    return names


def _team_properties(game: Game, names: dict[Color, str]) -> dict[str, str]:
    """Return the team names as SGF team properties (V64), or {} for games without teams."""
    if game.agreed_variant.seats == ORDINARY.seats or len(names) > 2 or game.rotates_colors:
        return {}
    return {"BT": names[Color.BLACK], "WT": names[Color.WHITE]}


def _event_properties(game: Game) -> dict[str, str]:
    """Return the game's event and its round as SGF properties (FF[4]: EV, RO), or {} if the game has no event."""
    event = event_of(game)
    if event is None:
        return {}
    found = {"EV": event.name, "GN": str(event)}
    return found if event.round is None else {**found, "RO": str(event.round)}


def _names_comment(names: dict[Color, str]) -> dict[str, str]:
    """Return a game comment (SGF property GC) with the names of those players for whose colours FF[4] has no
    properties. Return {} if there are none."""
    more = [f"{color.name.capitalize()}: {name}" for color, name in names.items() if color > Color.WHITE]
    return {"GC": "\n".join(more)} if more else {}


def page_of_latest_games(player: Player, page: str, before: int | None = None) -> QuerySet[Game]:
    """Return a page of the player's latest games: page 1 has the latest, page 2 the games after those. With `before`,
    only games with a smaller number are used. A `page` that is not a number means page 1."""
    start = (max(1, whole_number(page, 4) or 1) - 1) * MOST_RECORDS
    seats = Seat.objects.filter(player=player)
    seats = seats if before is None else seats.filter(game_id__lt=before)
    latest = seats.order_by("-game_id")[start : start + MOST_RECORDS]
    return Game.objects.filter(pk__in=list(latest.values_list("game_id", flat=True)))


def zip_of_records(games: QuerySet[Game]) -> Iterator[bytes]:
    """Yield the chunks of a zip archive with the SGF files of these games. The files include the reasons of rejections,
    so only the players of the games may get them."""
    return zip_texts((name, [text]) for name, text in sgf_files_of(games))


def sgf_files_of(games: QuerySet[Game]) -> Iterator[tuple[str, str]]:
    """Yield the file name and the record, with reasons, of each of these games. Games that may have hidden information
    are left out.

    Takes a fixed number of queries. The list of games and one record at a time are in memory.
    """
    listed: Any = games.order_by("pk")
    chosen = {game.pk: game for game in listed.with_people().defer("snapshot", "position_keys")}
    load_events(chosen.values())
    rows = Action.objects.filter(game_id__in=games.values("pk")).filter(kind__in=KINDS).order_by("game_id", "number")
    recorded = rows.values_list("game_id", *RECORDED).iterator(chunk_size=2000)
    for pk, of_game in groupby(recorded, key=lambda row: row[0]):
        game = chosen.pop(pk)
        if game.is_left_out_of_archives:
            continue
        record = _record_from_rows(game, (row[1:] for row in of_game))
        yield _file_name(game), sgf_of_actions(game, record, reasons=True)
    for game in chosen.values():
        if game.is_left_out_of_archives:
            continue
        yield _file_name(game), sgf_of_actions(game, [], reasons=True)


def iterate_records(numbers: Sequence[int], visible_games: GameQuerySet) -> Iterator[tuple[Game, ExportedRecord]]:
    """Yield the games with these numbers in order, each with its record. Only games in `visible_games` are used. Games
    that may have hidden information are left out.

    Takes a few queries for every fifty games, and holds at most fifty games in memory.
    """
    for start in range(0, len(numbers), AT_ONCE):
        piece = numbers[start : start + AT_ONCE]
        rows = visible_games.filter(pk__in=piece).with_people().defer("position_keys")
        chosen = {game.pk: game for game in rows}
        load_events(chosen.values())
        recorded = _record_rows(chosen)
        for game in (chosen[pk] for pk in piece if pk in chosen and not chosen[pk].is_left_out_of_archives):
            yield game, _record_from_rows(game, (row[1:] for row in recorded.get(game.pk, [])))


def _record_rows(games: Collection[int]) -> dict[int, list[tuple[Any, ...]]]:
    """Return the rows of the actions that SGF records contain, by game id, in order. Each row has the columns in
    RECORDED."""
    rows = Action.objects.filter(game_id__in=games).filter(kind__in=KINDS).order_by("game_id", "number")
    found = rows.values_list("game_id", *RECORDED).iterator(chunk_size=2000)
    return {pk: list(of_game) for pk, of_game in groupby(found, key=lambda row: row[0])}


def _file_name(game: Game) -> str:
    return f"{game.started_at:%Y-%m-%d}-{game.pk}.sgf"


def _record_from_rows(game: Game, rows: Iterable[tuple[Any, ...]]) -> ExportedRecord:
    """Return the record of the game from rows of its actions, which have the columns in RECORDED."""
    record = ExportedRecord([], [])
    for kind, color, payload, clock, planned in rows:
        if planned:
            record.planned.add(len(record.actions))
        side = None if color is None else Color(color)
        record.actions.append(action_from_payload(kind, side, payload, game.agreed_setup))
        record.clocks.append(clock)
    return record
