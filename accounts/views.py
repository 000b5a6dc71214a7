"""Settings, and the switches in the footer."""

from __future__ import annotations

from typing import Any

from django.conf import settings as project
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import SettingsForm
from accounts.middleware import THEME_COOKIE
from accounts.models import Player, Theme

A_YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Change what one sees."""
    assert isinstance(request.user, Player)
    if request.method != "POST":
        return render(request, "accounts/settings.html", {"form": SettingsForm(instance=request.user)})
    form = SettingsForm(request.POST, instance=Player.objects.get(pk=request.user.pk))
    if not form.is_valid():
        return render(request, "accounts/settings.html", {"form": form}, status=400)
    player = form.save()
    if player.language:
        translation.activate(player.language)
    messages.success(request, _("Saved."))
    return redirect("accounts:settings")


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language; kept with the account, or in a cookie."""
    chosen = request.POST.get("language", "")
    response = redirect(_back(request))
    if chosen not in dict(project.LANGUAGES):
        return response
    if isinstance(request.user, Player):
        Player.objects.filter(pk=request.user.pk).update(language=chosen)
    response.set_cookie(project.LANGUAGE_COOKIE_NAME, chosen, **_cookie(request))
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Choose the theme; kept with the account, or in a cookie."""
    chosen = request.POST.get("theme", "")
    chosen = chosen if chosen in Theme.values else ""
    if isinstance(request.user, Player):
        Player.objects.filter(pk=request.user.pk).update(theme=chosen)
    response = redirect(_back(request))
    response.set_cookie(THEME_COOKIE, chosen, **_cookie(request))
    return response


def _cookie(request: HttpRequest) -> dict[str, Any]:
    return {"max_age": A_YEAR, "secure": request.is_secure(), "httponly": True, "samesite": "Lax"}


def _back(request: HttpRequest) -> str:
    """The page the switch stood on; never another site."""
    target = request.POST.get("next", "/")
    safe = url_has_allowed_host_and_scheme(target, allowed_hosts=None) and target.startswith("/")
    return target if safe else "/"
