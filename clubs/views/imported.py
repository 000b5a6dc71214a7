"""Pages of games that a club imported from other servers: the list, a game move by move, and downloads (E150, E151)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from clubs import access
from clubs.errors import NoSuchClub, NoSuchImportedGame, NotMember
from clubs.models import ImportedGame
from foundation.archive import zip_texts
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.text import whole_number
from games.views.requests import requested_page
from rules import sgf
from rules.notation import vertex
from rules.state import Move
from wording import words
from wording.board_svg import BoardMarks, board_svg, small_board_svg

from .shared import club_or_404, header_context_of_club

A_PAGE, LONGEST_NAME = 24, 30
SGF_TYPE = "application/x-go-sgf; charset=utf-8"


@require_safe
def imported_games_page(request: HttpRequest, club_id: int) -> HttpResponse:
    """Return the page with the imported games, the latest upload first. With `?player=`, show only one member's
    games."""
    shown = club_or_404(request, club_id)
    context = header_context_of_club(request, shown, "games")
    name = request.GET.get("player", "")[:LONGEST_NAME]
    page = None
    rows: list[ImportedGame] = []
    if context["sees_members"]:
        there = access.visible_imported_games(request.user, shown, name)
        page = read_page(MergedStreams([Stream(there)]), requested_page(request.GET, by_time=False), A_PAGE)
        full = ImportedGame.objects.filter(pk__in=[number for _at, number in page.keys]).defer("sgf")
        rows = rows_in_key_order(page.keys, full.select_related("black__player", "white__player"))
    context |= {
        "rows": [(game, small_board_svg(game.board, None), words.result_sentence_of_sgf(game.result)) for game in rows],
        "found": page,
        "player": name,
        "query": urlencode({"player": name}) if name else "",
    }
    return render(request, "clubs/games.html", context)


def _game_or_404(request: HttpRequest, club_id: int, imported_id: int) -> ImportedGame:
    try:
        return access.visible_imported_game(request.user, club_id, imported_id)
    except (NoSuchClub, NotMember, NoSuchImportedGame) as error:
        raise Http404 from error


@require_safe
def imported_game_page(request: HttpRequest, club_id: int, imported_id: int) -> HttpResponse:
    """Return the page with an imported game after `?move=` moves, by default at the last position."""
    shown = _game_or_404(request, club_id, imported_id)
    asked = whole_number(request.GET.get("move"), 4)
    here = shown.moves if asked is None else min(asked, shown.moves)
    board, label = _draw_board(shown, here)
    context = header_context_of_club(request, shown.club, "games") | {
        "game": shown,
        "board": board,
        "move": label,
        "here": here,
        "steps": (0, max(here - 1, 0), min(here + 1, shown.moves), shown.moves),
        "result": words.result_sentence_of_sgf(shown.result),
    }
    return render(request, "clubs/imported_game.html", context)


def _draw_board(shown: ImportedGame, here: int) -> tuple[SafeString, str]:
    """Return the board after this many moves as SVG, and the last move as text."""
    record = sgf.read_game(sgf.parse(shown.sgf)[0])
    position = sgf.position_after(record, here)
    turn = record.moves[here - 1] if here else None
    last = None if turn is None else Move(turn.color, turn.point)
    return board_svg(position.board, BoardMarks(last=last)), _last_move_text(last, position.board.height)


def _last_move_text(last: Move | None, height: int) -> str:
    if last is None:
        return pgettext("before the first move", "Start")
    return (
        words.passed_text(last.color)
        if last.point is None
        else words.played_text(last.color, vertex(last.point, height))
    )


@require_safe
def download_imported_game(request: HttpRequest, club_id: int, imported_id: int) -> HttpResponse:
    """Return an imported game as an SGF file."""
    shown = _game_or_404(request, club_id, imported_id)
    headers = {"Content-Disposition": f'attachment; filename="club-{club_id}-{imported_id}.sgf"'}
    return HttpResponse(shown.sgf, content_type=SGF_TYPE, headers=headers)


@require_safe
def download_imported_games(request: HttpRequest, club_id: int) -> StreamingHttpResponse:
    """Return all imported games as a zip archive."""
    shown = club_or_404(request, club_id)
    try:
        rows = access.visible_imported_games(request.user, shown).order_by("pk")
    except NotMember as error:
        raise Http404 from error
    headers = {"Content-Disposition": f'attachment; filename="club-{club_id}.zip"'}
    return StreamingHttpResponse(zip_texts(_archive_files(rows)), content_type="application/zip", headers=headers)


def _archive_files(rows: Any) -> Iterator[tuple[str, list[str]]]:
    for number, server, text in rows.values_list("pk", "server", "sgf").iterator(chunk_size=100):
        yield f"{server}-{number}.sgf", [text]
