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
from tournaments.models.tournament_options import KIND_NAMES
from tournaments.services import drafting
from tournaments.services.drafting import Plan
from tournaments.systems.types import Kind

from .asked import found, saved

DEFAULT = Kind.ROUND_ROBIN.value
"""The card that a new tournament begins with: the only usual one whose games pause on vacations (E23)."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Make a draft."""
    form = TournamentForm(
        request.POST if request.method == "POST" else None,
        clubs=clubs_to_make_events(player_of(request)), initial={"club": request.GET.get("club")},
        preset=request.GET.get("preset", DEFAULT),
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
    chosen = request.GET.get("preset")
    other = {"kind": chosen} if chosen in KIND_NAMES else {}
    form = TournamentForm(
        request.POST if request.method == "POST" else None, clubs=clubs, initial=as_initial(tournament) | other
    )

    def save(asked: PlayerRequest, plan: Plan) -> Tournament:
        return drafting.revise(asked, tournament_id, plan)

    return saved(request, form, save, ("tournaments/edit.html", {"tournament": tournament}))
