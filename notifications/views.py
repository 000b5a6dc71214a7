"""The page of notices."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from notifications.models import Notice

MOST_SHOWN = 100


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """What happened. POST marks all as read."""
    player = request.user
    assert isinstance(player, Player)
    if request.method == "POST":
        Notice.objects.unread().filter(player=player).update(read_at=timezone.now())
        return redirect("notifications:notices")
    mine = Notice.objects.filter(player=player).select_related("by", "game", "challenge")
    return render(request, "notifications/notices.html", {"notices": mine[:MOST_SHOWN]})
