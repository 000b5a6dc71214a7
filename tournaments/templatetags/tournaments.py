"""Template tags about tournaments."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from accounts.core.hidden_ranks import is_rank_shown
from accounts.models import Player
from foundation.apps_off import is_on
from foundation.compiled_queries import CompiledQuery
from foundation.hook import collect_answers
from foundation.paths import path_of
from games.stored_positions import example_board_of_size
from ratings.ranks import Rank
from tournaments.models import Entry, EntryPolicy, Tournament, TournamentState
from tournaments.result_words import handicap_text
from tournaments.signals import joinable_requested
from tournaments.tables import CrossTableCell
from wording import dates
from wording.board_svg import small_board_svg
from wording.words import localized_number

register = template.Library()
MOST_ON_HOME = 3
MOST_DIRECTED = 10


@register.filter
def to_rank(value: int | None) -> str:
    """Return the rank this many steps above 30k; "" for None."""
    return "" if value is None else str(Rank(value))


@register.filter
def stored_rank(row: Any) -> str:
    """Return the rank stored for a player in an event; "" if there is none or the reader may not see it (C202)."""
    return to_rank(row.rank) if is_rank_shown(row.player) else ""


@register.filter
def rank_in_event(entry: Entry) -> SafeString | str:
    """Return the rank to be shown after an entry's name, with a space before it; "" for players without a rank."""
    label = entry.shown_rank
    return format_html(' <bdi class="rank ltr">{}</bdi>', label) if label else ""


@register.filter
def time_of_day(at: datetime) -> SafeString:
    """Return an HTML element with the time of day, and the full time as its title. For lists grouped by day."""
    text, full = dates.day_text(at, "TIME_FORMAT"), dates.full_time(at)
    return format_html('<time datetime="{}" title="{}">{}</time>', dates.machine_readable_time(at), full, text)


@register.filter
def result_cell(cell: CrossTableCell) -> SafeString:
    """Return a game of a cross table as HTML: a stone of the player's colour, the opponent's line, the result and any
    handicap. The page must also give `cell.words` to screen readers."""
    if cell.handicap > 1:
        text = pgettext("handicap in a table", "H%(n)s") % {"n": localized_number(cell.handicap)}
    else:
        text = handicap_text(cell.handicap, cell.komi)
    handicap = format_html(" <small>{}</small>", text) if text else ""
    sign = f"{cell.sign}!" if cell.by_default else cell.sign
    opponent = localized_number(cell.opponent or 0)
    return format_html('<i class="stone {}"></i>{} <b>{}</b>{}', cell.color, opponent, sign, handicap)


@register.simple_tag
def event_board_picture(width: int, height: int) -> SafeString:
    """Return a small picture (SVG) of an example position on a board of this size, for an event that has no games yet.
    It shows an empty board if there is no example of this size."""
    return small_board_svg(example_board_of_size(width, height), None)


@register.simple_tag
def joinable_events() -> list[Any]:
    """Return events that anyone can join: the latest tournaments open for entry, and the latest ladders. Two
    queries."""
    return [event for events in collect_answers(joinable_requested, most=MOST_ON_HOME) for event in events]


def open_tournaments(most: int, **_: object) -> list[Tournament]:
    """Return the latest tournaments that anyone can enter now, without tournaments of clubs, at most `most` of them."""
    rows = Tournament.objects.opened().filter(state=TournamentState.OPEN, entering=EntryPolicy.OPEN, club=None)
    return list(rows.order_by("-pk")[:most])


@register.simple_tag
def directed_by(player: Player) -> list[Tournament]:
    """Return the latest tournaments that this player directs and that are not over. One query (E102)."""
    rows = _DIRECTED.rows(player.pk) if is_on("tournaments") else []
    return [Tournament(pk=pk, name=name, state=state) for pk, name, state in rows]


def _directed_tournaments_query(player: Any) -> Any:
    """Return the query of `directed_by`, as a union of two queries because each of them can use an index."""
    active = Tournament.objects.listed().filter(
        state__in=(TournamentState.OPEN, TournamentState.RUNNING, TournamentState.REVIEW)
    )
    found = [active.filter(owner=player), active.filter(directors__player=player)]
    own, others = (rows.values_list("pk", "name", "state") for rows in found)
    return own.union(others).order_by("-pk")[:MOST_DIRECTED]


_DIRECTED = CompiledQuery(_directed_tournaments_query)


@register.simple_tag
def embed_code(tournament: Tournament) -> str:
    """Return the HTML of an iframe with the tournament's tables; "" if the server does not allow embedding."""
    if settings.IGO_EMBED_ORIGINS == ["none"]:
        return ""
    return format_html(
        '<iframe src="{}{}" width="720" height="600" title="{}" loading="lazy"></iframe>',
        settings.IGO_URL,
        path_of("sharing:embed_tournament", tournament.pk),
        tournament.shown_name,
    )
