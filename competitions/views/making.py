"""Making a tournament, and changing a draft."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.services.rights import clubs_to_make_events
from competitions.forms import TournamentForm, as_initial
from competitions.models import State, Tournament
from competitions.services import drafting
from competitions.services.drafting import Plan
from foundation.refusals import Refusal
from games.views.requests import player_of

from .asked import found, request_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Make a draft."""
    form = TournamentForm(
        request.POST if request.method == "POST" else None,
        clubs=clubs_to_make_events(player_of(request)), initial={"club": request.GET.get("club")},
    )  # fmt: skip
    return _save(request, form, lambda plan: drafting.create(request_of(request), plan), None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Change a draft of one's own."""
    tournament = found(request, tournament_id)
    if tournament.owner_id != player_of(request).pk or tournament.state != State.DRAFT:
        raise Http404
    clubs = clubs_to_make_events(player_of(request))
    if tournament.club is not None and tournament.club not in clubs:
        clubs.append(tournament.club)
    form = TournamentForm(
        request.POST if request.method == "POST" else None, clubs=clubs, initial=as_initial(tournament)
    )
    return _save(request, form, lambda plan: drafting.revise(request_of(request), tournament_id, plan), tournament)


def _save(
    request: HttpRequest, form: TournamentForm, save: Callable[[Plan], Tournament], tournament: Tournament | None
) -> HttpResponse:
    if form.is_bound and form.is_valid():
        try:
            return redirect(save(form.plan()))
        except Refusal as refusal:
            name = {"width": "size"}.get(refusal.data.get("field", ""), refusal.data.get("field"))
            form.add_error(name if name in form.fields else None, refusal.said())
    context = {"form": form, "groups": form.groups(), "tournament": tournament}
    return render(request, "competitions/edit.html", context, status=400 if form.errors else 200)
