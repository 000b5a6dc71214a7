"""Pages for the server's administrator: creating the first administrator, and the server settings."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.signup import complete_signup
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.core import mail_server
from accounts.core.audit import StaffContext, record_staff_action
from accounts.models import NAME_TAKEN, Player
from accounts.security import first_admin as links
from accounts.security.second_factor import has_second_factor
from accounts.security.staff_permissions import StaffPermission, may
from accounts.site_forms import FirstAdminForm, SiteSettingsForm
from foundation.qr_code import qr_code

LOCAL = ("localhost", "127.0.0.1", "::1")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters()
def first_admin(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the form for the first administrator's account and the server's name, or with status 404 a page that says
    that the link is not valid. POST creates the administrator."""
    if not links.is_link_valid(secret, timezone.now()):
        return _invalid_link_page(request)
    form = FirstAdminForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        if form.account_already_exists:
            form.add_error("email", _("Another account already uses this e-mail address. Enter a different one."))
        else:
            try:
                return _create_admin(request, secret, form)
            except IntegrityError:
                form.add_error("username", NAME_TAKEN)
            except links.AdminLinkInvalid:
                return _invalid_link_page(request)
    return render(request, "accounts/first_admin.html", _form_context(form), status=400 if form.errors else 200)


def _create_admin(request: HttpRequest, secret: str, form: FirstAdminForm) -> HttpResponse:
    def make() -> Player:
        player: Player = form.save(request)
        form.store()
        return player

    player = links.make_first_admin(secret, timezone.now(), make)
    record_authentication(request, player, method="password", reauthenticated=True)
    response: HttpResponse = complete_signup(
        request, user=player, email_verification="none", redirect_url=reverse("accounts:ready")
    )
    return response


def _invalid_link_page(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/first_admin_gone.html", status=404)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@sensitive_post_parameters("mail_password")
def site_settings_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the server's name, mail server and backups. POST stores them. Only superusers may use it,
    because all e-mails pass through the mail server."""
    if not (may(request.user, StaffPermission.ADMINISTER) and request.user.is_superuser):
        raise PermissionDenied
    form = SiteSettingsForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        form.store()
        assert isinstance(request.user, Player)
        by = StaffContext(request.user, timezone.now())
        record_staff_action(by, "change site settings", fields=sorted(set(form.changed_data)))
        messages.success(request, pgettext("text", "Saved."))
        return redirect("accounts:site")
    return render(request, "accounts/site.html", _form_context(form), status=400 if form.errors else 200)


@require_safe
@login_required
def next_steps_page(request: HttpRequest) -> HttpResponse:
    """Return the page that shows a new administrator what to do next: add a passkey, invite people, play."""
    player = request.user
    assert isinstance(player, Player)
    if not (player.is_staff and player.is_superuser):
        raise PermissionDenied
    link = f"{settings.IGO_URL.rstrip('/')}/"
    context = {
        "has_factor": has_second_factor(player),
        "link": link,
        "is_local": urlsplit(link).hostname in LOCAL,
        "qr": qr_code(link),
        "is_open": settings.IGO_OPEN_FOR_SIGNUP,
        "has_bot": settings.IGO_HOUSE_BOT,
    }
    return render(request, "accounts/ready.html", context)


def _form_context(form: SiteSettingsForm | FirstAdminForm) -> dict[str, Any]:
    return {"form": form, "mail_host": mail_server.host_name() if mail_server.is_set_by_environment() else ""}
