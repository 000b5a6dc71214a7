"""Create a tournament, and change it before its start."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.services.rights import clubs_allowing_events_by
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of
from tournaments.forms import TournamentForm, initial_values_of
from tournaments.models import Tournament, TournamentState
from tournaments.services import drafting
from tournaments.services.drafting import TournamentPlan
from tournaments.services.revising import revise_tournament

from .shared import get_tournament_or_404, save_and_redirect


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Return the page with the form of a new tournament. POST creates a draft and redirects to it. With the form's
    second button, POST also opens entry, and redirects to the directors' page."""
    form = TournamentForm(
        request.POST if request.method == "POST" else None,
        clubs=clubs_allowing_events_by(player_of(request)), initial=TournamentForm.initial_from_query(request.GET),
    )  # fmt: skip
    save = _create_and_open if request.POST.get("then") == "open" else drafting.create_draft
    return save_and_redirect(request, form, save, ("tournaments/edit.html", {"tournament": None}))


class TournamentWithDirectorsUrl(NamedTuple):
    """A tournament whose URL is that of its directors' page, for the redirect after saving."""

    tournament: Tournament

    @property
    def name(self) -> str:
        """Return the name of the tournament."""
        return self.tournament.name

    def get_absolute_url(self) -> str:
        """Return the path of the directors' page."""
        return reverse("tournaments:direct", args=[self.tournament.pk])


def _create_and_open(asked: PlayerRequest, plan: TournamentPlan) -> TournamentWithDirectorsUrl:
    with transaction.atomic():
        return TournamentWithDirectorsUrl(drafting.open_entry(asked, drafting.create_draft(asked, plan).pk))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Return the page with the form of the organiser's own tournament. POST changes the tournament, which is possible
    before its start (E11)."""
    tournament = get_tournament_or_404(request, tournament_id)
    if tournament.owner_id != player_of(request).pk or tournament.state not in (
        TournamentState.DRAFT,
        TournamentState.OPEN,
    ):
        raise Http404
    clubs = clubs_allowing_events_by(player_of(request))
    if tournament.club is not None and tournament.club not in clubs:
        clubs.append(tournament.club)
    current = initial_values_of(tournament)
    form = TournamentForm(
        request.POST if request.method == "POST" else None,
        clubs=clubs,
        initial=current | TournamentForm.initial_from_query(request.GET),
        kept=current,
    )

    def save(asked: PlayerRequest, plan: TournamentPlan) -> Tournament:
        return revise_tournament(asked, tournament_id, plan)

    context = {"tournament": tournament, "is_open": tournament.state == TournamentState.OPEN}
    context["have_entered"] = tournament.entries.with_place_or_waiting().count()
    return save_and_redirect(request, form, save, ("tournaments/edit.html", context))
