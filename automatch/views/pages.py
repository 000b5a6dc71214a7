"""Pages of searches: the player's searches with their matches, a new search, one search with its explanation, and why
two players were matched."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from automatch import access
from automatch.errors import NoSuchSearch
from automatch.forms import SearchActionForm, SearchForm, initial_values
from automatch.models import Match, Search, SearchState
from automatch.services import making
from automatch.services.making import WidenablePreference
from automatch.shown import match_as_seen, waiting_reasons_of
from automatch.words import (
    match_reason_texts,
    pause_reason_text,
    preference_texts,
    waiting_reason_texts,
    widen_button_label,
)
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.refusals import Refusal
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of, received_at, requested_page
from ratings.standing import load_ratings

MOST_OVER = 10
A_PAGE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def searches(request: HttpRequest) -> HttpResponse:
    """Return the page with the player's searches, with their preferences and status, and the form for a new search.
    POST starts the search, and redirects to it."""
    player = player_of(request)
    load_ratings(player)
    if request.method == "POST":
        form = SearchForm(request.POST)
        made = _create_or_add_error(request, form) if form.is_valid() else None
        if made is not None:
            messages.success(request, _("Search started. We'll keep looking for opponents, even while you're away."))
            return redirect(made)
    else:
        form = SearchForm(initial=initial_values(request.GET, player))
    now = received_at(request)
    mine = Search.objects.filter(player=player).order_by("-pk")
    looking = list(mine.open())
    whys = waiting_reasons_of(looking, player, now)
    context = {
        "form": form,
        "looking": [(search, preference_texts(search), _status_text(search, whys)) for search in looking],
        "over": [(search, preference_texts(search)) for search in mine.exclude(state=SearchState.OPEN)[:MOST_OVER]],
    }
    return render(request, "automatch/searches.html", context, status=400 if form.errors else 200)


def _create_or_add_error(request: HttpRequest, form: SearchForm) -> Search | None:
    try:
        return making.create_search(PlayerRequest(player_of(request), received_at(request)), form.preferences())
    except Refusal as refusal:
        field = refusal.data.get("field")
        form.add_error(field if field in form.fields else None, refusal.message())
    return None


def _status_text(search: Search, whys: dict[int, Any]) -> str:
    why = whys.get(search.pk)
    return "" if why is None else pause_reason_text(why) or waiting_reason_texts(why, search)[0]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def search(request: HttpRequest, search_id: int) -> HttpResponse:
    """Return the page of one search with its explanation, the ways to widen it, and its matches. POST widens or cancels
    the search."""
    player, now = player_of(request), received_at(request)
    try:
        shown = access.own_search(player, search_id)
    except NoSuchSearch as error:
        raise Http404 from error
    if request.method == "POST":
        return _cancel_or_widen(request, shown)
    whys = waiting_reasons_of([shown], player, now)
    why = whys.get(shown.pk)
    found = MergedStreams([Stream(piece) for piece in Match.objects.all().disjoint_querysets_of(shown.pk)])
    page = read_page(found, requested_page(request.GET, by_time=False), A_PAGE)
    rows = Match.objects.filter(pk__in=[number for _at, number in page.keys]).with_people()
    context = {
        "search": shown,
        "preferences": preference_texts(shown),
        "asleep": "" if why is None else pause_reason_text(why),
        "reasons": [] if why is None or why.asleep else waiting_reason_texts(why, shown),
        "wider": [(what.value, widen_button_label(what)) for what in making.widenable_preferences(shown)]
        if why
        else [],
        "long": shown.has_waited_long(now),
        "rows": [
            (seen, match_reason_texts(seen))
            for seen in (match_as_seen(row, player) for row in rows_in_key_order(page.keys, rows))
        ],
        "found": page,
    }
    return render(request, "automatch/search.html", context)


@require_safe
@login_required
def explain_match(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page that explains a match to the two players of its game (E81)."""
    player = player_of(request)
    try:
        match = access.match_of_game(player, game_id)
    except NoSuchSearch as error:
        raise Http404 from error
    mine = match.one if match.one.player_id == player.pk else match.other
    seen = match_as_seen(match, player)
    context = {"seen": seen, "reasons": match_reason_texts(seen), "search": mine, "preferences": preference_texts(mine)}
    return render(request, "automatch/found.html", context)


def _cancel_or_widen(request: HttpRequest, shown: Search) -> HttpResponse:
    form, asked = SearchActionForm(request.POST), PlayerRequest(player_of(request), received_at(request))
    if not form.is_valid():
        messages.error(request, _("Choose what you want to do."))
        return redirect(shown)
    try:
        if form.cleaned_data["do"] == "cancel":
            making.cancel_search(asked, shown.pk)
            messages.success(request, _("Search cancelled. Games already started will continue."))
            return redirect("automatch:searches")
        making.widen_search(asked, shown.pk, WidenablePreference(form.cleaned_data["what"]))
        messages.success(request, _("The search has been widened."))
    except Refusal as refusal:
        messages.error(request, refusal.message())
    return redirect(shown)
