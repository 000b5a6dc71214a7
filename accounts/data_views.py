"""The page about all that is kept of somebody: taking it along, and deleting the account."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.deletion import delete
from accounts.forms import DeletionForm, tabs
from accounts.models import Player


@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
def delete_account(request: HttpRequest) -> HttpResponse:
    """Say what will happen; delete the account when its owner has typed the name."""
    player = request.user
    assert isinstance(player, Player)
    form = DeletionForm(request.POST if request.method == "POST" else None, player=player)
    if request.method == "POST" and form.is_valid():
        delete(player=player, now=timezone.now())
        logout(request)
        messages.success(request, _("Your account has been deleted."))
        return redirect("games:home")
    context = {"tabs": tabs(), "form": form}
    return render(request, "accounts/delete.html", context, status=400 if form.errors else 200)
