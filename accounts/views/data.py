"""The page for exporting personal data and deleting the account."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.core.audit import log_security_event
from accounts.forms import DeleteAccountForm
from accounts.models import Player, SecurityKind
from accounts.privacy.account_deletion import delete
from accounts.privacy.data_export import export_archive
from foundation import timesource


@require_safe
@login_required
def my_data_page(request: HttpRequest) -> HttpResponse:
    """Return the page for exporting data and deleting the account."""
    return render(request, "accounts/data.html")


@require_POST
@reauthentication_required  # type: ignore[untyped-decorator]
def download_export(request: HttpRequest) -> StreamingHttpResponse:
    """Return all data about the player as a zip download."""
    player = request.user
    assert isinstance(player, Player)
    log_security_event(SecurityKind.EXPORTED, player, request)
    return data_export_response(player)


def data_export_response(player: Player) -> StreamingHttpResponse:
    """Return a response that streams the zip archive of all data about the player as a download."""
    response = StreamingHttpResponse(export_archive(player), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="igo-my-data.zip"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
def delete_account(request: HttpRequest) -> HttpResponse:
    """Return the page that explains what deletion does. POST deletes the account if its owner has typed the account's
    name."""
    player = request.user
    assert isinstance(player, Player)
    form = DeleteAccountForm(request.POST if request.method == "POST" else None, player=player)
    if request.method == "POST" and form.is_valid():
        delete(player=player, now=timesource.now())
        logout(request)
        messages.success(request, _("Your account has been deleted."))
        return redirect("games:home")
    context = {"form": form}
    return render(request, "accounts/delete.html", context, status=400 if form.errors else 200)
