"""The review page and its forms: share an analysis, choose layers, and hide an analysis as a moderator."""

from __future__ import annotations

import re

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from accounts.core.audit import StaffContext
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from foundation.refusals import Refusal
from foundation.text import clean_text
from games.errors import GameError, NoSuchGame, NotFinished
from games.views.requests import player_of, received_at
from study import access
from study.errors import NoSuchTree, NotShared
from study.models import Sharing
from study.services import proposing, sharing
from study.services.comments import LONGEST_COMMENT, check_may_comment
from study.services.sharing import Review
from wording.refusals import sentence_for

from .comments_panel import CommentsPanel
from .review_page import ReviewPage

ANSWERS = {"show": True, "keep": False}
LONGEST_REASON = 500
HIDDEN_LAYERS, MOST_HIDDEN = "hidden_layers", 40
"""The cookie, for this review only, with the layers that the viewer hides."""
_KEY = re.compile(r"machine|(?:player|reader)-\d{1,12}")


@require_safe
def review_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the review page at the node `?at=`. Before the end of the game, redirect to the game."""
    try:
        found = sharing.load_review(request.user, game_id)
    except NoSuchGame as error:
        raise Http404 from error
    except NotFinished:
        return redirect("games:game", game_id)
    return render_review(request, found, request.GET.get("at", ""))


def render_review(request: HttpRequest, found: Review, at: str, refusal: Refusal | None = None) -> HttpResponse:
    """Return the review page at a node. After an error, the form still has the user's input."""
    page = ReviewPage(found, request.user.pk, at, _hidden_layers(request))
    seat = found.game.seat_of(request.user)
    context = {
        "page": page,
        "comments": CommentsPanel(request.user, page),
        "is_player": seat is not None,
        "own": next((row for row in found.trees if seat is not None and row.seat_id == seat.pk), None),
        "sharing": None if seat is None else access.sharing_default_of(seat.player_id),
        "choices": Sharing.choices,
        "may_hide": may(request.user, StaffPermission.MODERATE),
        "may_write": _may_write(request, found),
        "longest": LONGEST_COMMENT,
        "key": get_random_string(16),
        "refusal": "" if refusal is None else sentence_for(refusal),
        "written": {} if refusal is None else _input_to_restore(request, at),
    }
    response = render(request, "study/review.html", context, status=200 if refusal is None else refusal.http_status)
    if refusal is not None and "retry_after" in refusal.data:
        response["Retry-After"] = str(refusal.data["retry_after"])
    return response


def _input_to_restore(request: HttpRequest, at: str) -> dict[str, str]:
    """Return the user's moves and text, to fill in the form again after an error. Moves that have been added already
    are left out."""
    posted = request.POST
    return {"moves": posted.get("moves", "") if at == posted.get("at") else "", "text": posted.get("text", "")}


def _may_write(request: HttpRequest, found: Review) -> bool:
    if not isinstance(request.user, Player) or request.user.is_guest:
        return False
    try:
        check_may_comment(request.user, found.game)
    except Refusal:
        return False
    return True


def _hidden_layers(request: HttpRequest) -> set[str]:
    return set(_KEY.findall(request.COOKIES.get(HIDDEN_LAYERS, "")[:1000]))


@require_POST
def choose_layers(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the selected layers of the review and hide the others, in this browser (a cookie). Redirect to the
    review."""
    try:
        found = sharing.load_review(request.user, game_id)
    except (NoSuchGame, NotFinished) as error:
        raise Http404 from error
    ticked = set(request.POST.getlist("layer"))
    hidden = [layer.key for layer in found.layers if layer.key not in ticked][:MOST_HIDDEN]
    response = redirect_to_node(game_id, request.POST.get("at", ""))
    response.set_cookie(
        HIDDEN_LAYERS,
        ".".join(hidden),
        path=reverse("study:review", args=[game_id]),
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def redirect_to_node(game_id: int, at: str, anchor: str = "") -> HttpResponse:
    """Redirect to the review page, at the node `at` if that is a valid name of a node."""
    node = f"?at={at}" if re.fullmatch(r"[0-9a-f]{12}", at) else ""
    return redirect(f"{reverse('study:review', args=[game_id])}{node}{anchor}")


@login_required
@require_POST
def share_analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """Share the viewer's analysis of this game or keep it private, or set the default for all games. Redirect to the
    review."""
    player, posted, now = player_of(request), request.POST, received_at(request)
    try:
        if posted.get("answer") in ANSWERS:
            sharing.set_tree_shared(player, game_id, ANSWERS[posted["answer"]], now)
        if posted.get("sharing") in Sharing.values:
            access.seat_for_analysis(player, game_id)
            sharing.set_sharing_default(player, Sharing(posted["sharing"]), now)
    except NoSuchTree as error:
        raise Http404 from error
    except GameError as refusal:
        messages.error(request, sentence_for(refusal))
    else:
        messages.success(request, pgettext("text", "Saved."))
    return redirect("study:review", game_id)


@login_required
@require_POST
def hide_from_review(request: HttpRequest, game_id: int) -> HttpResponse:
    """Hide a shared analysis (form field `tree`) or a reader's variations (`variations`) as a moderator, and redirect
    to the review. The author can read the reason, which is required."""
    posted, reason = request.POST, clean_text(request.POST.get("reason", ""))[:LONGEST_REASON]
    do = sharing.hide_tree if "tree" in posted else proposing.hide_variations
    number = posted.get("tree", "") or posted.get("variations", "")
    if not may(request.user, StaffPermission.MODERATE) or not number.isdigit() or len(number) > 9:
        raise Http404
    if not reason:
        messages.error(request, _("Enter a reason."))
        return redirect("study:review", game_id)
    try:
        do(StaffContext(player_of(request), received_at(request), reason), int(number))
    except NotShared as error:
        raise Http404 from error
    return redirect("study:review", game_id)
