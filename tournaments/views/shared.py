"""Code shared by the views of tournaments: finding the tournament, messages, redirects, and the page's head."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.core.lookup import NoSuchPlayer
from foundation.refusals import Refusal
from foundation.text import whole_number
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of, received_at
from tournaments import access
from tournaments.announcing import AnnouncedCompetition
from tournaments.errors import NoSuchTournament
from tournaments.event_forms import EventForm
from tournaments.models import AuthorRole, RoundState, Stage, Tournament
from tournaments.models.tournament_options import GROUPED, KIND_NAMES
from tournaments.services.rows import MAY_ACT
from tournaments.systems.types import KNOCKOUTS, SystemKind


class ActionMessages(NamedTuple):
    """The message after success, and messages for errors by the error's key."""

    done: str
    why: Callable[[str], str]


def get_tournament_or_404(request: HttpRequest, tournament_id: int) -> Tournament:
    """Return the tournament if the viewer may see it, else raise Http404."""
    try:
        return access.tournament_for(request.user, tournament_id)
    except NoSuchTournament as error:
        raise Http404 from error


def player_request(request: HttpRequest) -> PlayerRequest:
    """Return the player and the time of the request. Only for views with login_required."""
    return PlayerRequest(player_of(request), received_at(request))


def do_and_redirect(
    request: HttpRequest, shown: AnnouncedCompetition, do: Callable[[], Any], words: ActionMessages
) -> HttpResponse:
    """Call `do` and redirect: to the game if it returned a game, otherwise to the event's page. The next page shows a
    message of success or failure."""
    try:
        made = do()
    except Refusal as refusal:
        why = refusal.data.get("why")
        messages.error(request, words.why(why) if why else refusal.message())
    except NoSuchPlayer as refusal:
        messages.error(request, refusal.message())
    else:
        messages.success(request, words.done)
        if isinstance(made, Game):
            return redirect(made)
    return redirect(shown)


def save_and_redirect(
    request: HttpRequest,
    form: EventForm,
    save: Callable[[PlayerRequest, Any], AnnouncedCompetition],
    page: tuple[str, dict[str, Any]],
) -> HttpResponse:
    """Save an event from its form and redirect to the event. If the form was not submitted or is not valid, return the
    form's page, with errors next to the fields.

    `page` is the name of that page's template, and the context that it needs in addition to the form.
    """
    if form.is_bound and form.is_valid():
        try:
            return redirect(save(player_request(request), form.plan()))
        except Refusal as refusal:
            form.add_error(form.field_name_of(refusal.data.get("field", "")), refusal.message())
    template, more = page
    context = {"form": form, "groups": form.groups(), **more}
    return render(request, template, context, status=400 if form.errors else 200)


def requested_number(request: HttpRequest, name: str) -> int | None:
    """Return a whole number of at most four digits from the query string, None if it is missing or not valid."""
    return whole_number(request.GET.get(name), 4)


def page_head_context(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """Return the template context for the head of a tournament's pages. `tab` is the key of the selected tab."""
    stages = list(tournament.stages.order_by("number"))
    stage, now_played = stages[0], stages[-1]
    role = access.director_role(request.user, tournament)
    return {
        "tournament": tournament,
        "stage": stage,
        "kind": pairing_system_name(stage),
        "directs": role is not None,
        "may_act": tournament.state in MAY_ACT or role is AuthorRole.MODERATOR,
        "owns": role in (AuthorRole.OWNER, AuthorRole.MODERATOR),
        "is_knockout": stage.kind in KNOCKOUTS,
        "stages": stages,
        "has_bracket": now_played.kind in KNOCKOUTS,
        "in_sections": stage.kind == SystemKind.SECTIONS,
        "in_groups": stage.kind in GROUPED,
        "tab": tab,
        "is_draft": tournament.state == "draft",
        "is_open": tournament.state == "open",
        "is_running": tournament.state == "running",
        "may_be_cancelled": tournament.state in ("draft", "open", "running"),
        "is_under_review": tournament.state == "review",
        "has_begun": tournament.started_at is not None,
        "latest_round": _latest_round(tournament),
    }


def _latest_round(tournament: Tournament) -> int | None:
    """Return the number of the latest published round, None before the first."""
    if tournament.started_at is None:
        return None
    rounds = tournament.rounds.exclude(state__in=(RoundState.PLANNED, RoundState.PROPOSED))
    return rounds.order_by("-number").values_list("number", flat=True).first()


def pairing_system_name(stage: Stage) -> str:
    """Return the name of the stage's pairing system."""
    return str(KIND_NAMES.get(SystemKind(stage.kind), stage.kind))
