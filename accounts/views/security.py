"""The settings page about security: password, two-factor authentication, sessions."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.core.audit import latest_security_events, log_security_event
from accounts.models import Player, SecurityKind
from accounts.security.sessions import device_name, end_session, end_sessions, sessions_of
from foundation.text import whole_number


@require_safe
@login_required
def security_page(request: HttpRequest) -> HttpResponse:
    """Return the page with all security settings of the account."""
    player = _player(request)
    factors = list(Authenticator.objects.filter(user_id=player.pk).order_by("pk"))
    passkeys = [row for row in factors if row.type == Authenticator.Type.WEBAUTHN]
    codes = next((row for row in factors if row.type == Authenticator.Type.RECOVERY_CODES), None)
    app = next((row for row in factors if row.type == Authenticator.Type.TOTP), None)
    context = {
        "passkeys": [(row, row.wrap().name) for row in passkeys],
        "app": app,
        "codes_left": 0 if codes is None else len(codes.wrap().get_unused_codes()),
        "has_factor": bool(passkeys or app),
        "sessions": [(row, device_name(row.user_agent)) for row in sessions_of(player, timezone.now())],
        "session_key": request.session.session_key,
        "events": [(event, device_name(event.agent)) for event in latest_security_events(player)],
        "kept_days": settings.IGO_KEEP_SECURITY_DAYS,
    }
    return render(request, "accounts/security.html", context)


@require_POST
@login_required
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End one of the player's sessions, or all except the current one (`session=others`), and redirect to the security
    page. Raises Http404 if the player has no such session."""
    player, which = _player(request), request.POST.get("session", "")
    if which == "others":
        ended = end_sessions(player=player, but=request.session.session_key)
    else:
        number = whole_number(which, 15)
        ended = int(number is not None and end_session(player=player, session_id=number))
        if not ended:
            raise Http404
    if ended:
        log_security_event(SecurityKind.SESSION_ENDED, player, request, str(ended))
    sentence = ngettext("That device has been signed out.", "%(count)d devices have been signed out.", ended)
    messages.success(request, sentence % {"count": ended} if ended else _("You're not signed in anywhere else."))
    return redirect("accounts:security")


def _player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user
