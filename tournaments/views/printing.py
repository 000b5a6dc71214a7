"""Printable pages of a tournament's tables and rounds (E120), without menus and with QR codes that link to the
games."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from foundation import timesource
from foundation.qr_code import qr_code
from games.event_boards import event_pictures
from games.models import Game
from tournaments import access, bracket_shown, tables
from tournaments.errors import NoSuchBracket, NoSuchRound
from tournaments.models import Round, RoundState, Tournament, TournamentState
from tournaments.services.rows import count_entered
from tournaments.systems.types import SystemKind

from .shared import get_tournament_or_404, pairing_system_name, requested_number
from .shown import PairingRow, rows_of_round

PAIRINGS_A_PAGE = 24
"""The number of pairings that fit on a sheet of A4 with their QR codes; a code takes some 6 ms."""
LINES_A_PAGE = 100
MOST_FACES = 10
SECTIONS_A_PAGE = 12


def standings_or_sections_context(shown: Tournament, page: int | None) -> dict[str, Any]:
    """Return the template context of the standings, or of the sections of the last stage with sections. With `page`,
    return only that page's lines."""
    dealt = shown.stages.filter(kind=SystemKind.SECTIONS).order_by("number").last()
    if dealt is not None and access.first_stage(shown).kind == SystemKind.SECTIONS:
        here, count = _page_numbers(page, len(dealt.groups), SECTIONS_A_PAGE)
        wanted = slice((here - 1) * SECTIONS_A_PAGE, here * SECTIONS_A_PAGE)
        return {"sections": tables.section_tables(shown, dealt, wanted), "page": here, "pages": count}
    here, count = _page_numbers(page, shown.entries.ever_took_part().count(), LINES_A_PAGE)
    table = tables.standings_table_of(shown, None, slice((here - 1) * LINES_A_PAGE, here * LINES_A_PAGE))
    return {"table": table, "page": here, "pages": count}


def entrants_context(shown: Tournament) -> dict[str, Any]:
    """Return the template context of a tournament that has not begun: how many have entered, and the first of them."""
    first = shown.entries.entered().select_related("player").order_by("pk")[:MOST_FACES]
    return {"entered": count_entered(shown), "people": [entry.player for entry in first]}


def round_context(round_: Round, page: int | None, *, with_pictures: bool = False) -> dict[str, Any]:
    """Return the template context of a round's pairings with results. With `page`, return only that page's pairings.
    With `with_pictures`, public games have their boards."""
    here, count = _page_numbers(page, round_.pairings.count(), PAIRINGS_A_PAGE)
    pairings = list(tables.pairings_of_round(round_, slice((here - 1) * PAIRINGS_A_PAGE, here * PAIRINGS_A_PAGE)))
    games = Game.objects.filter(pairing__in=pairings)
    pictures = event_pictures(games, "pairing", AnonymousUser()) if with_pictures else {}
    return {
        "round": round_,
        "pairings": rows_of_round(pairings, pictures),
        "page": here,
        "pages": count,
    }


def printable_page_context(shown: Tournament) -> dict[str, Any]:
    """Return the template context of every printable page: the tournament and its published rounds."""
    first = access.first_stage(shown)
    return {
        "tournament": shown,
        "printed_at": timesource.now(),
        "kind": pairing_system_name(first),
        "is_open": shown.state == TournamentState.OPEN,
        "in_sections": first.kind == SystemKind.SECTIONS,
        "rounds": shown.rounds.exclude(state__in=(RoundState.PLANNED, RoundState.PROPOSED)).order_by("number"),
    }


def _page_numbers(wanted: int | None, rows: int, most: int) -> tuple[int, range]:
    """Return the nearest existing page, and the numbers of all pages, which are empty if there is only one page."""
    count = max(1, -(-rows // most))
    return min(max(wanted or 1, 1), count), range(1, count + 1) if count > 1 else range(0)


@require_safe
def print_standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the printable standings. The query parameter `page` selects a page of a long table."""
    shown = get_tournament_or_404(request, tournament_id)
    if shown.started_at is None:
        raise Http404
    context = printable_page_context(shown) | standings_or_sections_context(shown, requested_number(request, "page"))
    return render(request, "tournaments/print.html", context)


@require_safe
def print_round(request: HttpRequest, tournament_id: int, round_number: int) -> HttpResponse:
    """Return a round's printable pairings and results. Proposed pairings are shown only to directors."""
    shown = get_tournament_or_404(request, tournament_id)
    try:
        round_ = access.visible_round(
            shown, round_number, directs=access.director_role(request.user, shown) is not None
        )
    except NoSuchRound as error:
        raise Http404 from error
    context = printable_page_context(shown) | round_context(round_, requested_number(request, "page"))
    context["codes"] = [(row, _qr_code(row)) for row in context["pairings"]]
    return render(request, "tournaments/print.html", context)


@require_safe
def print_bracket(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return a knockout's printable bracket. Raises Http404 for other tournaments."""
    shown = get_tournament_or_404(request, tournament_id)
    try:
        context = printable_page_context(shown) | {"bracket": bracket_shown.bracket_for(shown)}
    except NoSuchBracket as error:
        raise Http404 from error
    return render(request, "tournaments/print.html", context)


def _qr_code(row: PairingRow) -> str:
    """Return the QR code with the URL of a pairing's game; "" without a game."""
    game = row.pairing.game
    return "" if game is None else qr_code(f"{settings.IGO_URL}{game.get_absolute_url()}")
