"""The review page, and what its forms do: showing one's analysis, and hiding one that should not be shown."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.core.audit import StaffContext
from accounts.security.powers import Power, may
from foundation.text import clean_text
from games.errors import GameError, NoSuchGame, NotFinished
from games.views.requests import player_of, received_at
from study import access
from study.errors import NoSuchTree, NotShared
from study.models import Sharing
from study.services import sharing
from wording.refusals import sentence_for

from .review_page import ReviewPage

ANSWERS = {"show": True, "keep": False}
LONGEST_REASON = 500


@require_safe
def review(request: HttpRequest, game_id: int) -> HttpResponse:
    """The page, at the node ?at=; before the end of the game it leads there."""
    try:
        found = sharing.review_of(request.user, game_id)
    except NoSuchGame as error:
        raise Http404 from error
    except NotFinished:
        return redirect("games:game", game_id)
    page = ReviewPage(found, request.user.pk, request.GET.get("at", ""))
    seat = found.game.seat_of(request.user)
    context = {
        "page": page,
        "is_player": seat is not None,
        "own": next((row for row in found.trees if seat is not None and row.seat_id == seat.pk), None),
        "sharing": None if seat is None else access.sharing_of(seat.player_id),
        "choices": Sharing.choices,
        "may_hide": may(request.user, Power.MODERATE),
    }
    return render(request, "study/review.html", context)


@login_required
@require_POST
def share(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show this analysis or keep it, and what is to become of all others."""
    player, told, now = player_of(request), request.POST, received_at(request)
    try:
        if told.get("answer") in ANSWERS:
            sharing.share(player, game_id, ANSWERS[told["answer"]], now)
        if told.get("sharing") in Sharing.values:
            access.own_seat(player, game_id)
            sharing.choose(player, Sharing(told["sharing"]), now)
    except NoSuchTree as error:
        raise Http404 from error
    except GameError as refusal:
        messages.error(request, sentence_for(refusal))
    else:
        messages.success(request, _("Saved."))
    return redirect("study:review", game_id)


@login_required
@require_POST
def hide(request: HttpRequest, game_id: int) -> HttpResponse:
    """A moderator hides a shared analysis, for a reason that its owner reads."""
    reason, number = clean_text(request.POST.get("reason", ""))[:LONGEST_REASON], request.POST.get("tree", "")
    if not may(request.user, Power.MODERATE) or not number.isdigit() or len(number) > 9:
        raise Http404
    if not reason:
        messages.error(request, _("Write a reason."))
        return redirect("study:review", game_id)
    try:
        sharing.hide(StaffContext(player_of(request), received_at(request), reason), int(number))
    except NotShared as error:
        raise Http404 from error
    return redirect("study:review", game_id)
