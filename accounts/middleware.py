"""Middleware for language, theme and time zone, and for rate limits of sign-in and similar pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth import middleware as authentication
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from accounts.core.audit import log_security_event
from accounts.core.digits import viewer_digits
from accounts.core.guests import NOT_FOR_CHILDREN, NotForChildren, NotForGuests, is_closed_to_guests
from accounts.core.hidden_ranks import ranks_visible_to
from accounts.core.theme_cookies import themes_from_cookies
from accounts.models import BoardTheme, MotionPreference, Player, SecurityKind, Theme
from accounts.security.login_throttle import AttemptCounter, SignInAttempt, count_attempt, remember_device
from accounts.security.second_factor import has_second_factor
from foundation import clients
from foundation.clients import client_network
from foundation.limits import count_hit

STAFF_ONLY = ("/admin/", "/mod/")
FOR_ADMINISTRATORS = ("/settings/server/", "/bulletins/new/")
"""Pages that also lead administrators to set up two-factor authentication; other users are refused there."""
GetResponse = Callable[[HttpRequest], HttpResponse]

LOGIN_FIELDS = {"account_login": "login"}
PER_NETWORK = {
    "account_signup": "60/hour",
    "accounts:signup": "60/hour",
    "accounts:first_admin": "60/hour",
    "accounts:keep": "60/hour",
    "accounts:guest_return": "60/hour",
    "accounts:return_link": "10/hour",
    "classes:sign_in": "300/hour",
    "classes:guardian": "60/hour",
    "classes:confirm": "60/hour",
    "account_reset_password": "20/hour",
    "account_reset_password_from_key": "60/hour",
    "mfa_authenticate": "100/15minute",
    "openid_connect_login": "100/15minute",
    "socialaccount_signup": "60/hour",
    "mfa_login_webauthn": "100/15minute",
}
GUESSED_IN_A_SESSION = frozenset(
    {"account_change_password", "account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"}
)
"""Pages that ask a signed-in user for the password, a code or a passkey. Guesses from a stolen session do not lock out
the owner, who comes from another network."""
PER_PLAYER_AND_NETWORK, FROM_ALL_NETWORKS = "20/15minute", "60/15minute"
PER_PLAYER = {
    "account_email": "20/15minute",
    "accounts:change_picture": "20/hour",
    "accounts:delete": "20/15minute",
    "accounts:export": "10/hour",
    "mfa_activate_totp": "20/15minute",
    "mfa_add_webauthn": "20/15minute",
    "mfa_generate_recovery_codes": "20/hour",
    "programs:change": "60/hour",
    "programs:devices": "60/hour",
}
DENIALS_NOTED = "60/hour"
SHARED = {
    "games:act": ("write", "IGO_API_WRITES"),
    "challenges:new": ("offers", "IGO_OFFERS"),
    "challenges:play_bot": ("offers", "IGO_OFFERS"),
    "challenges:counter": ("offers", "IGO_OFFERS"),
    "challenges:counter_link": ("offers", "IGO_OFFERS"),
}
"""Pages that share a rate limit with the API (api.base.AccountThrottle): the name of the limit and the setting with
its rate."""


class PreferencesMiddleware:
    """Applies the preferences of the signed-in account: language, time zone, digits, calendar, and which ranks are
    shown. Runs after the authentication middleware."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asks: object = request.user
        if type(asks) is SimpleLazyObject:  # who asks is known from here on: nothing looks it up again
            request.user = authentication.get_user(request)
        user = request.user
        if isinstance(user, Player):
            activate_preferences(request, user)
        else:
            timezone.deactivate()
        with viewer_digits(user), ranks_visible_to(user):
            return self.get_response(request)


def activate_preferences(request: HttpRequest, player: Player) -> None:
    """Activate the player's language and time zone for the rest of this request."""
    if player.language in dict(settings.LANGUAGES):
        translation.activate(player.language)
        request.LANGUAGE_CODE = player.language
    timezone.activate(player.zone)


def appearance_context(request: HttpRequest) -> dict[str, str | bool]:
    """Return the page theme, the board theme and the motion preference for templates, from the account or the cookies.
    "" means that the device's setting applies."""
    user = getattr(request, "user", None)
    player = user if isinstance(user, Player) else None
    if player is None:
        look = {**themes_from_cookies(request), "motion": ""}
    else:
        look = {
            "theme": player.theme if player.theme in Theme.values else "",
            "board_theme": player.board_theme if player.board_theme in BoardTheme.values else BoardTheme.WOOD.value,
            "motion": player.motion if player.motion in MotionPreference.values else "",
        }
    return {**look, "needs_boards_css": not BoardTheme(look["board_theme"]).is_in_board_css}


class SignInLimitMiddleware:
    """Limits attempts to sign in, sign up, and request e-mails. Runs after the authentication middleware.

    The API's sign-in (token) counts the same attempts through `accounts.security.login_throttle.SignInAttempt`.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = request.user.pk
        response = self.get_response(request)
        entered = SESSION_KEY in request.session and isinstance(request.user, Player) and request.user.pk != before
        attempt: SignInAttempt | None = getattr(request, "sign_in", None)
        if attempt is not None and (entered or _asks_for_code(response)):
            attempt.uncount()
        if entered:
            remember_device(request, response, cast(Player, request.user))
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Return the 429 page if there were too many attempts, before the view does anything; otherwise None."""
        if request.method != "POST" or request.resolver_match is None:
            return None
        wait = self._seconds_to_wait(request, request.resolver_match.view_name)
        return None if wait is None else too_many_requests_page(request, wait)

    def _seconds_to_wait(self, request: HttpRequest, name: str) -> float | None:
        if name in LOGIN_FIELDS:
            attempt = SignInAttempt(request, request.POST.get(LOGIN_FIELDS[name], ""))
            request.sign_in = attempt  # type: ignore[attr-defined]
            return attempt.count_and_get_wait()
        if name in PER_NETWORK:
            return count_attempt(AttemptCounter(name.split(":")[-1], client_network(request), PER_NETWORK[name]))
        if not request.user.is_authenticated:
            return None
        player, shared = str(request.user.pk), SHARED.get(name)
        if shared is not None:
            return count_attempt(AttemptCounter(shared[0], player, getattr(settings, shared[1])))
        if name in GUESSED_IN_A_SESSION:
            here = AttemptCounter(f"{name}-here", f"{player} {client_network(request)}", PER_PLAYER_AND_NETWORK)
            return count_attempt(here, AttemptCounter(name, player, FROM_ALL_NETWORKS))
        return count_attempt(AttemptCounter(name, player, PER_PLAYER[name])) if name in PER_PLAYER else None


def _asks_for_code(response: HttpResponse) -> bool:
    """Return whether the response asks for the code of two-factor authentication, because the password was correct."""
    return response.status_code == 302 and response.headers["Location"] == reverse("mfa_authenticate")


class AdminSiteAccessMiddleware:
    """Requires two-factor authentication on the admin site. Staff without it are redirected to the page that adds it
    (S15). With IGO_ADMIN_NETWORKS, clients from all other networks get a 404 (S42)."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/admin/") and not may_use_admin_from(request):
            raise Http404
        if request.path.startswith((*STAFF_ONLY, *FOR_ADMINISTRATORS)) and _lacks_second_factor(request.user):
            messages.warning(
                request,
                _("Staff accounts need two-factor authentication. Add a passkey or an authenticator app first."),
            )
            return redirect("accounts:security")
        return self.get_response(request)


class GuestRedirectMiddleware:
    """Redirects guests to their sign-up page if they open a page that is closed to them, or if a service refuses guests
    (`accounts.core.guests`). Children's accounts are instead redirected to the home page with the reason."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Return the redirect for a guest, or None to continue."""
        match, user = request.resolver_match, request.user
        if match is None or not isinstance(user, Player) or not user.is_guest:
            return None
        if user.is_child and match.view_name.startswith("moderation:"):
            return None
        is_closed = is_closed_to_guests(match.view_name, kwargs.get("tab", ""))
        if not is_closed and not (user.is_child and match.view_name in NOT_FOR_CHILDREN):
            return None
        return self._redirect_to_sign_up(request, NotForChildren() if user.is_child else NotForGuests())

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Redirect to sign-up if a service refuses guests; return None for other exceptions."""
        return self._redirect_to_sign_up(request, error) if isinstance(error, NotForGuests) else None

    @staticmethod
    def _redirect_to_sign_up(request: HttpRequest, refusal: NotForGuests) -> HttpResponse:
        if isinstance(refusal, NotForChildren):
            messages.error(request, refusal.message())
            return redirect("games:home")
        return redirect("accounts:keep")


class DenialLogMiddleware:
    """Logs requests by signed-in players that were denied, such as for the admin site. A limit per hour and player
    keeps the log short."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        user = getattr(request, "user", None)  # there is none when the request was refused before it was asked who asks
        is_denied = isinstance(user, Player) and _is_denial(request, response)
        if user is not None and is_denied and count_hit("denied", str(user.pk), DENIALS_NOTED) is None:
            log_security_event(SecurityKind.DENIED, cast(Player, user), request, f"{request.method} {request.path}")
        return response


def _is_denial(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether the response is a 403, or someone who is not staff requested an admin page."""
    at_the_door = request.path.startswith(STAFF_ONLY) and not getattr(request.user, "is_staff", False)
    return response.status_code == 403 or at_the_door


def may_use_admin_from(request: HttpRequest) -> bool:
    """Return whether this client's network may use the admin site (S42)."""
    networks: list[str] = settings.IGO_ADMIN_NETWORKS
    return not networks or clients.is_in_networks(clients.client_address(request), networks)


def _lacks_second_factor(user: Any) -> bool:
    return isinstance(user, Player) and user.is_staff and not has_second_factor(user)


def too_many_requests_page(request: HttpRequest, wait: float) -> HttpResponse:
    """Return the 429 page, with the time when the user can try again."""
    until = timezone.now() + timedelta(seconds=wait)
    answer = render(request, "429.html", {"until": until}, status=429)
    answer["Retry-After"] = str(int(wait) + 1)
    return answer
