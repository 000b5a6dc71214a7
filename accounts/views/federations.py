"""The settings page for federation data."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods

from accounts.core.federations import federation_data_of, remove_federation_data, store_federation_data
from accounts.forms import FederationForm
from accounts.models import Player


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def federations_page(request: HttpRequest) -> HttpResponse:
    """Return the settings page for federation data. POST stores the player's data, or deletes it (`do=remove`)."""
    player = request.user
    assert isinstance(player, Player)
    stored = federation_data_of([player.pk]).get(player.pk)
    if request.method == "POST" and request.POST.get("do") == "remove":
        remove_federation_data(player)
        messages.success(request, _("Your federation data has been deleted."))
        return redirect("accounts:federations")
    initial = {"country": player.country} if stored is None else None
    form = FederationForm(request.POST if request.method == "POST" else None, instance=stored, initial=initial)
    if request.method == "POST" and form.is_valid():
        store_federation_data(player, form.cleaned_data)
        messages.success(request, pgettext("text", "Saved."))
        return redirect("accounts:federations")
    context = {"form": form, "is_stored": stored is not None}
    return render(request, "accounts/federations.html", context, status=400 if form.errors else 200)
