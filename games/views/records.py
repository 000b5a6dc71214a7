"""Download the records of many games."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_safe

from games.sgf_export import page_of_latest_games, zip_of_records

from .requests import player_of


@require_safe
@login_required
def download_own_games(request: HttpRequest) -> StreamingHttpResponse:
    """Return the player's latest games as SGF files in a zip archive. Page 2 (query parameter `page`) has older
    games."""
    games = page_of_latest_games(player_of(request), request.GET.get("page", ""))
    response = StreamingHttpResponse(zip_of_records(games), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="igo.zip"'
    return response
