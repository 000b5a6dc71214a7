"""Signing in by the account of a club, at its own OpenID Connect provider: where IGO_LOGIN_OIDC_URL is set.

Who comes is known by the provider's `sub` alone. An account that is here already is never opened by an e-mail address
that the provider tells: its owner connects the two in the settings, signed in here.
"""

from __future__ import annotations

from typing import Any

import requests
from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation import outside


class Adapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Members of the club may make an account also where others may not."""

    error_messages: dict[str, Promise] = {
        **DefaultSocialAccountAdapter.error_messages,
        "no_password": _("Your account has no password yet. Choose one first."),
        "disconnect_last": _("You need this account to sign in. Choose a password first."),
        "connected_other": _("That account is already connected to another account here."),
    }

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """The people the club lets in."""
        return True

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Never: people see their name, by our rules for names, before it is theirs."""
        return False

    def can_authenticate_by_email(self, login: SocialLogin, email: str) -> bool:
        """Never: an address opens nobody's account."""
        return False

    def get_requests_session(self) -> requests.Session:
        """Return the library's session, with a deadline for the whole request: it blocks a thread of the server."""
        return outside.bounded(super().get_requests_session())

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """An address that is somebody's here is not theirs by the provider's word."""
        for address in sociallogin.email_addresses:
            others = EmailAddress.objects.filter(email__iexact=address.email, verified=True)
            if others.exclude(user_id=sociallogin.user.pk).exists():
                address.verified = False

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, Any]:
        """The name there, to be changed."""
        return {**super().get_signup_form_initial_data(sociallogin), "email": ""}
