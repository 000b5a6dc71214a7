"""The page where a director invites the players of a list (E134, E135)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, npgettext, pgettext_lazy
from django.views.decorators.http import require_http_methods

from foundation.refusals import Refusal
from games.views.requests import player_of
from tournaments.forms import InviteForm, PlayerListForm
from tournaments.models import Tournament, TournamentState
from tournaments.services.entering import may_enter_late
from tournaments.services.inviting import (
    MOST_INVITED,
    MatchedListLine,
    MatchedPlayerList,
    find_listed_players,
    invite_listed_players,
)
from wording import words

from .shared import get_tournament_or_404, page_head_context, player_request

FAULTS = {
    "rank": gettext_lazy("“%(wrong)s” is not a rank from 30k to 9d"),
    "pin": gettext_lazy("“%(wrong)s” is not a PIN of 8 digits"),
    "country": gettext_lazy("“%(wrong)s” is not a country code such as FI"),
    "long": gettext_lazy("a cell is too long (check the quotation marks)"),
    "empty": gettext_lazy("no name, PIN or username"),
    "egd": gettext_lazy("not a valid line of an EGD list"),
    "unknown": gettext_lazy("no account found"),
    "several": gettext_lazy("several accounts have this PIN"),
    "twice": pgettext_lazy("player", "listed twice"),
    "entered": pgettext_lazy("player", "already entered"),
    "bot": gettext_lazy("bots can't enter"),
}
"""Why the player of a line cannot be invited."""
MOST_SHOWN = 500


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def invite_from_list(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the page on which directors upload a list of players. POST shows the accounts found for the list, or
    invites the players selected from it. Raises Http404 unless the viewer directs the tournament and it accepts
    players."""
    shown = get_tournament_or_404(request, tournament_id)
    context = page_head_context(request, shown, "direct")
    if not context["directs"] or not (shown.state == TournamentState.OPEN or may_enter_late(shown)):
        raise Http404
    if request.method == "POST" and request.POST.get("do") == "invite":
        return _invite_chosen(request, shown, context)
    form = PlayerListForm(request.POST, request.FILES) if request.method == "POST" else PlayerListForm()
    if not form.is_bound or not form.is_valid():
        return _render_page(request, context | {"form": form}, 400 if form.is_bound else 200)
    try:
        matched = find_listed_players(player_of(request), shown, form.content())
    except Refusal as refusal:
        return _render_page(request, context | {"form": form, "refused": refusal.message()}, refusal.http_status)
    return _render_page(request, context | {"form": form, **_matched_lines_context(shown, matched)}, 200)


def _matched_lines_context(shown: Tournament, matched: MatchedPlayerList) -> dict[str, Any]:
    """Return the template context with two lists of limited length: the lines of players who can be invited, and the
    other lines, each with the reason why its player cannot be invited."""
    players = [one for one in matched.rows if one.player is not None and not one.why]
    others = [one for one in matched.rows if one.why]
    return {
        "is_matched": True,
        "players_found": players[:MOST_INVITED],
        "others": [(one, _uninvitable_reason_text(one)) for one in others[:MOST_SHOWN]],
        "more": max(len(players) - MOST_INVITED, 0) + max(len(others) - MOST_SHOWN, 0) + matched.left_out,
        "checked": len(players) <= shown.most,
    }


def _uninvitable_reason_text(found: MatchedListLine) -> str:
    return words.isolated(str(FAULTS[found.why]), wrong=found.listed.wrong)


def _invite_chosen(request: HttpRequest, shown: Tournament, context: dict[str, Any]) -> HttpResponse:
    form = InviteForm(request.POST)
    if not form.is_valid():
        refused = _("Choose at least one player.")
        return _render_page(request, context | {"form": PlayerListForm(), "refused": refused}, 400)
    try:
        count = invite_listed_players(player_request(request), shown.pk, form.players())
    except Refusal as refusal:
        return _render_page(
            request, context | {"form": PlayerListForm(), "refused": refusal.message()}, refusal.http_status
        )
    text = npgettext("number", "%(shown)s player invited", "%(shown)s players invited", count)
    messages.success(request, text % {"shown": words.localized_number(count)})
    return redirect("tournaments:players", shown.pk)


def _render_page(request: HttpRequest, context: dict[str, Any], status: int) -> HttpResponse:
    return render(request, "tournaments/players_list.html", context, status=status)
