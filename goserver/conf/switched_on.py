"""Django settings of optional features that a variable enables; goserver/settings.py includes them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import environ

from goserver.conf import setting_kinds

OF_CLUB_LOGIN = ["allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"]
"""The apps with which people sign in by the accounts of a club (accounts.security.club_login)."""


def oidc_login_settings(values: dict[str, Any]) -> dict[str, Any]:
    """Return the settings for signing in through the OpenID Connect provider at IGO_LOGIN_OIDC_URL, or {} if it is not
    set."""
    if not values["IGO_LOGIN_OIDC_URL"]:
        return {}
    here = {
        "provider_id": "club",
        "name": values["IGO_LOGIN_OIDC_NAME"],
        "client_id": values["IGO_LOGIN_OIDC_ID"],
        "secret": values["IGO_LOGIN_OIDC_SECRET"],
        "settings": {"server_url": values["IGO_LOGIN_OIDC_URL"], "oauth_pkce_enabled": True},
    }
    return {
        "SOCIALACCOUNT_ADAPTER": "accounts.security.club_login.ClubLoginAdapter",
        "SOCIALACCOUNT_PROVIDERS": {"openid_connect": {"APPS": [here]}},
        "SOCIALACCOUNT_EMAIL_AUTHENTICATION": False,
        "SOCIALACCOUNT_AUTO_SIGNUP": False,
        "SOCIALACCOUNT_STORE_TOKENS": False,
        "SOCIALACCOUNT_EMAIL_VERIFICATION": "mandatory" if values["IGO_CONFIRM_EMAIL"] else "optional",
        "SOCIALACCOUNT_EMAIL_REQUIRED": values["IGO_CONFIRM_EMAIL"],
    }


def oidc_login_origins(values: dict[str, Any]) -> list[str]:
    """Return a list with the origin of the sign-in provider, or [] without a provider. The CSP directive form-action of
    the sign-in form needs it, because browsers also apply that directive to redirects."""
    parts = urlsplit(values["IGO_LOGIN_OIDC_URL"])
    return [f"{parts.scheme}://{parts.netloc}"] if parts.netloc else []


def mail_settings(url: str, timeout: int, inbound: str = "") -> dict[str, Any]:
    """Return the Django settings for EMAIL_URL, which is a mail server or a service of django-anymail. `timeout` is in
    seconds. `inbound` is the user and password with which that service delivers incoming e-mails."""
    service = setting_kinds.find_mail_service(url)
    if service is None:
        config: dict[str, Any] = environ.Env.email_url_config(url)
        return config
    name = service.pop("SERVICE")
    options = {f"{name.upper()}_{key}": value for key, value in service.items()}
    return {
        "EMAIL_BACKEND": f"anymail.backends.{name}.EmailBackend",
        "ANYMAIL": {"REQUESTS_TIMEOUT": timeout, **options, **({"WEBHOOK_SECRET": inbound} if inbound else {})},
    }
