"""Sign in through a club's OpenID Connect provider, if IGO_LOGIN_OIDC_URL is set.

People are identified only by the provider's `sub`. An e-mail address from the provider never gives access to an
existing account. Its owner connects the two in the settings.
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

from foundation import safe_http


class ClubLoginAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Adapts signing in with an account at a club. The club's members can create accounts even if sign-up is
    closed."""

    error_messages: dict[str, Promise] = {
        **DefaultSocialAccountAdapter.error_messages,
        "no_password": _("Your account has no password yet. Choose a password first."),
        "disconnect_last": _("You need this account to sign in. Choose a password first."),
        "connected_other": _("That account is already connected to another account on this server."),
    }

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Return True, because the club decides who may sign up."""
        return True

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Return False, because people must confirm their name, which must be valid here."""
        return False

    def can_authenticate_by_email(self, login: SocialLogin, email: str) -> bool:
        """Return False, because an e-mail address never gives access to an account."""
        return False

    def get_requests_session(self) -> requests.Session:
        """Return the library's session, with a deadline for the whole request because it blocks a server thread."""
        return safe_http.with_deadline(super().get_requests_session())

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Treat an e-mail address from the provider as unconfirmed if another account here has confirmed the same
        address, even if the provider reports the address as confirmed."""
        for address in sociallogin.email_addresses:
            others = EmailAddress.objects.filter(email__iexact=address.email, verified=True)
            if others.exclude(user_id=sociallogin.user.pk).exists():
                address.verified = False

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, Any]:
        """Return the provider's username as the proposed name, without the e-mail address."""
        return {**super().get_signup_form_initial_data(sociallogin), "email": ""}
