"""Making a tournament, and changing a draft."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from clubs.services.rights import clubs_to_make_events
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of
from tournaments.forms import TournamentForm, as_initial
from tournaments.models import State, Tournament
from tournaments.services import drafting
from tournaments.services.drafting import Plan

from .asked import found, saved


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Make a draft."""
    form = TournamentForm(
        request.POST if request.method == "POST" else None,
        clubs=clubs_to_make_events(player_of(request)), initial=TournamentForm.proposed(request.GET),
    )  # fmt: skip
    return saved(request, form, drafting.create, ("tournaments/edit.html", {"tournament": None}))


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
        request.POST if request.method == "POST" else None,
        clubs=clubs,
        initial=as_initial(tournament) | TournamentForm.proposed(request.GET),
    )

    def save(asked: PlayerRequest, plan: Plan) -> Tournament:
        return drafting.revise(asked, tournament_id, plan)

    return saved(request, form, save, ("tournaments/edit.html", {"tournament": tournament}))
