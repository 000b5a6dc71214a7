"""Create a tournament, and change it before its start."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.services.rights import clubs_to_make_events
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of
from tournaments.forms import TournamentForm, as_initial
from tournaments.models import State, Tournament
from tournaments.services import drafting
from tournaments.services.drafting import Plan
from tournaments.services.revising import revise

from .asked import found, saved


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Create a draft, and open it at once if that button was used."""
    form = TournamentForm(
        request.POST if request.method == "POST" else None,
        clubs=clubs_to_make_events(player_of(request)), initial=TournamentForm.proposed(request.GET),
    )  # fmt: skip
    save = _create_open if request.POST.get("then") == "open" else drafting.create
    return saved(request, form, save, ("tournaments/edit.html", {"tournament": None}))


class Managed(NamedTuple):
    """A tournament, with the directors' page as its URL, for the redirect after saving."""

    tournament: Tournament

    @property
    def name(self) -> str:
        """Return the name of the tournament."""
        return self.tournament.name

    def get_absolute_url(self) -> str:
        """Return the path of the directors' page."""
        return reverse("tournaments:direct", args=[self.tournament.pk])


def _create_open(asked: PlayerRequest, plan: Plan) -> Managed:
    with transaction.atomic():
        return Managed(drafting.open_entry(asked, drafting.create(asked, plan).pk))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Change the player's own tournament before its start (E11)."""
    tournament = found(request, tournament_id)
    if tournament.owner_id != player_of(request).pk or tournament.state not in (State.DRAFT, State.OPEN):
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
        return revise(asked, tournament_id, plan)

    context = {"tournament": tournament, "is_open": tournament.state == State.OPEN}
    context["have_entered"] = tournament.entries.in_play().count()
    return saved(request, form, save, ("tournaments/edit.html", context))
