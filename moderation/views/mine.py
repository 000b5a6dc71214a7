"""Pages of the decisions about a player, and the form for appeals."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from foundation import timesource
from games.errors import GameError
from games.views.requests import player_of, received_at
from moderation import access, services
from moderation.errors import NoSuchDecision
from moderation.forms import AppealForm
from moderation.models import Decision
from wording.refusals import sentence_for

MOST_SHOWN = 100


@require_safe
@login_required
def my_decisions(request: HttpRequest) -> HttpResponse:
    """Return the page with the moderators' decisions about the viewer: what was decided, why and until when, and
    whether the viewer can appeal."""
    player = player_of(request)
    rows = Decision.objects.concerning(player)
    rows = rows.select_related("case", "game", "message", "restriction", "appeal", "club")
    now = timesource.now()
    shown = [
        {
            "decision": row,
            "appeal": (appeal := getattr(row, "appeal", None)),
            "appeal_text": appeal.text if appeal is not None and appeal.may_read_text(player) else "",
            "can_appeal": row.is_appeal_period_open(now),
        }
        for row in rows[:MOST_SHOWN]
    ]
    return render(request, "moderation/decisions.html", {"shown": shown, "now": now})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def appeal_page(request: HttpRequest, decision_id: int) -> HttpResponse:
    """Return the form for appealing a decision. POST sends the appeal, which another moderator answers."""
    player = player_of(request)
    try:
        decision = access.decision_concerning_player(player, decision_id)
    except NoSuchDecision as error:
        raise Http404 from error
    form = AppealForm(request.POST if request.method == "POST" else None)
    refusal, status = "", 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                services.appeal_decision(
                    decision_id=decision_id, player=player, text=form.cleaned_data["text"], now=received_at(request)
                )
            except GameError as error:
                refusal, status = sentence_for(error), error.http_status
            else:
                messages.success(
                    request, _("Appeal sent. A different moderator will review it. The answer will appear here.")
                )
                return redirect("moderation:decisions")
    context = {"decision": decision, "form": form, "refusal": refusal}
    return render(request, "moderation/appeal.html", context, status=status)
