"""The notifications page, its settings, and unsubscribing without signing in."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Player
from foundation.clients import is_navigation
from foundation.text import whole_numbers
from notifications.forms import CHANNELS, NoticesForm
from notifications.kinds import LABELS
from notifications.models import GameMute, Notice
from notifications.preferences import preferences_of, unmute_game
from notifications.services import addresses, choosing, unsubscribing
from notifications.services.scheduling import players_with_email

MOST_SHOWN = 100
MOST_MUTED = 50
CHANGES = ("feed", "address", "unmute")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def notices_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the notifications. There are three ways to mark notices as read:

    - POST with `seen` marks these notices, which the page's script has found to be visible.
    - POST without `seen` marks all notices, even those that are too old to be shown.
    - GET with `?seen=all`, which the page opens itself if there are no scripts, marks all shown notices. Nothing is
      marked if a script or another site has opened it.
    """
    player = _signed_in_player(request)
    if request.method == "POST":
        unread = Notice.objects.unread().filter(player=player)
        is_script = "seen" in request.POST
        if is_script:
            unread = unread.filter(pk__in=whole_numbers(request.POST.getlist("seen")[:MOST_SHOWN], 18))
        unread.update(read_at=timezone.now())
        return HttpResponse(status=204) if is_script else redirect("notifications:notices")
    mine = list(Notice.objects.filter(player=player).with_offers().select_related("by", "game")[:MOST_SHOWN])
    response = render(request, "notifications/notices.html", {"notices": mine})
    if request.method == "GET" and "seen" in request.GET and is_navigation(request):
        shown = [notice.pk for notice in mine if notice.read_at is None]
        Notice.objects.filter(pk__in=shown).update(read_at=timezone.now())
    return response


def _signed_in_player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """Return the page on which the player chooses notifications and channels. POST saves the choices."""
    player = _signed_in_player(request)
    preferences = preferences_of(player)
    form = NoticesForm(request.POST if request.method == "POST" else None, preferences=preferences)
    if request.method == "POST" and form.is_valid():
        choosing.store_notice_choices(
            player, form.choices_by_kind(), **{name: form.cleaned_data[name] for name in choosing.FIELDS}
        )
        messages.success(request, pgettext("text", "Saved."))
        return redirect("notifications:settings")
    feed = preferences.settings.feed
    context = {
        "form": form,
        "channels": CHANNELS,
        "feed": request.build_absolute_uri(reverse("games:feed", args=[feed])) if feed else "",
        "muted": GameMute.objects.filter(player=player).order_by("-pk")[:MOST_MUTED],
        "is_refused": addresses.are_emails_stopped(player.email),
        "is_reachable": player.pk in players_with_email([player.pk]),
    }
    return render(request, "notifications/settings.html", context, status=400 if form.errors else 200)


@require_POST
@login_required
def perform_settings_action(request: HttpRequest, what: str) -> HttpResponse:
    """Perform the action `what` of one of the settings page's small forms: create or revoke the feed's URL, resume
    e-mails, or unmute a game. Redirect to the settings."""
    player = _signed_in_player(request)
    if what == "feed" and "end" in request.POST:
        choosing.FEED.revoke(player)
    elif what == "feed":
        choosing.FEED.create(player)
    elif what == "address":
        addresses.resume_emails(player)
    elif what == "unmute" and request.POST.get("game", "").isdecimal() and len(request.POST["game"]) < 19:
        unmute_game(player, int(request.POST["game"]))
    else:
        raise Http404
    messages.success(request, pgettext("text", "Saved."))
    return redirect("notifications:settings")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop_emails_page(request: HttpRequest, token: str) -> HttpResponse:
    """Stop e-mails of the kinds in the token. GET asks for confirmation, POST stops them, without signing in and also
    from e-mail programs (RFC 8058). The token allows no other action."""
    asked = unsubscribing.read_unsubscribe_token(token)
    if asked is None:
        raise Http404
    if request.method == "POST":
        unsubscribing.stop_emails(asked)
    kinds = [LABELS[kind] for kind in asked.kinds]
    context = {"kinds": kinds, "is_done": request.method == "POST"}
    return render(request, "notifications/stop.html", context)
