"""Blocking players from their profiles, and the list of blocked players."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.core.lookup import NoSuchPlayer, find_visible_player
from accounts.models import Block, Player
from accounts.privacy.blocking import CannotBlock, block_player, unblock_player


@require_safe
@login_required
def blocks_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the players that the viewer has blocked."""
    rows = Block.objects.filter(player_id=request.user.pk or 0).select_related("blocked")
    return render(request, "accounts/blocks.html", {"blocks": rows})


@require_POST
@login_required
def block_or_unblock(request: HttpRequest) -> HttpResponse:
    """Block the player with the submitted `name`, or unblock them (`do=unblock`), and redirect. If there is no such
    player, or the name is the player's own, raise Http404, or redirect to the list with a message if the form is that
    of the list (`from=list`)."""
    player = request.user
    assert isinstance(player, Player)
    other = find_visible_player(request.POST.get("name", ""), player)
    if other in (None, player) and request.POST.get("from") == "list":
        messages.error(request, NoSuchPlayer().message())
        return redirect("accounts:blocks")
    if other is None or player == other:
        raise Http404
    if request.POST.get("do") == "unblock":
        unblock_player(player=player, other=other)
        messages.success(request, _("Player unblocked. You can play each other again."))
        return redirect("accounts:blocks")
    try:
        block_player(player=player, other=other, now=timezone.now())
    except CannotBlock as refusal:
        messages.error(request, refusal.message())
        return redirect("accounts:blocks")
    messages.success(
        request,
        _(
            "Player blocked. You won't see each other's open games, and chat is turned off in your games with each "
            "other."
        ),
    )
    return redirect(other)
