"""The project's django-allauth adapter for sign-up and sign-in."""

from __future__ import annotations

import ipaddress
import logging
from datetime import timedelta
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.stages import EmailVerificationStage
from django import forms
from django.conf import settings
from django.contrib.sites.shortcuts import get_current_site
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts.core import site
from accounts.core.alerts import TO_ONE_ADDRESS
from accounts.core.mail import queue_email
from accounts.core.outbox import GOOD_FOR
from accounts.core.renaming import is_name_taken
from accounts.core.theme_cookies import themes_from_cookies
from accounts.models import NAME_TAKEN, Player
from accounts.names import check_name, normalize_name
from accounts.signals import player_registered
from foundation.clients import client_address
from foundation.limits import count_hit

logger = logging.getLogger(__name__)

AGAIN = {
    "reauthenticate": _("With your password"),
    "mfa_reauthenticate": _("With a code from your authenticator app, or a recovery code"),
    "mfa_reauthenticate:webauthn": _("With a passkey"),
}
OPENS_ACCOUNT = "account/email/password_reset_key"
"""The e-mail with a link that opens an account; useless once the link has expired."""


class ConfirmedAddressStage(EmailVerificationStage):  # type: ignore[misc]
    """The sign-in stage that asks for a confirmed e-mail address, if the server requires one. Children's accounts skip
    this stage, because they have no address (T5)."""

    def handle(self) -> tuple[Any, bool]:
        """Return the response that asks for the confirmation (None if it is not needed), and whether sign-in may
        continue."""
        return (None, True) if self.login.user.is_child else super().handle()


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Rejects names that could be confused, lets operators close sign-up, and queues e-mails."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "enter_current_password": _("This is not your current password. Try again."),
        "incorrect_password": _("The password is incorrect. Try again."),
        "username_password_mismatch": _("The name or password is incorrect. Try again."),
        "email_password_mismatch": _("The e-mail address or password is incorrect. Try again."),
        "invalid_password_reset": _("This password reset link is not valid. Request a new one."),
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("This e-mail address is already linked to your account."),
        "email_taken": _("Another account already uses this e-mail address. Enter a different one."),
        "incorrect_code": _("This code is incorrect. Check it and try again."),
        "invalid_login": _("Signing in failed. Try again."),
        "too_many_login_attempts": _("Too many failed sign-in attempts. Try again later."),
        "unknown_email": _("No account uses this e-mail address. Check the spelling."),
        "unverified_primary_email": _("Confirm your e-mail address first."),
        "username_blacklisted": _("This name is reserved. Choose another one."),
        "same_as_current": _("The new value must be different from the current one."),
        "rate_limited": _("Too many requests. Wait a moment and try again."),
    }

    def get_login_stages(self) -> list[str]:
        """Return allauth's sign-in stages, with ConfirmedAddressStage in place of allauth's own stage for confirming
        addresses."""
        ours, theirs = "accounts.adapter.ConfirmedAddressStage", "allauth.account.stages.EmailVerificationStage"
        return [ours if stage == theirs else stage for stage in super().get_login_stages()]

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether people may sign up."""
        return bool(settings.IGO_OPEN_FOR_SIGNUP)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the normalized name. Raises ValidationError for a name that is not valid or, unless `shallow`, that is
        taken or looks like an existing name."""
        username = normalize_name(username)
        check_name(username)
        if not shallow and is_name_taken(username, timezone.now()):
            raise forms.ValidationError(NAME_TAKEN)
        return username

    def save_user(self, request: HttpRequest, user: Player, form: forms.BaseForm, commit: bool = True) -> Player:
        """Save the new account with the visitor's language, time zone and chosen display settings.

        Raises IntegrityError if the name was taken after it was checked. The password is hashed before the transaction
        begins, because hashing is slow and would hold locks.
        """
        language = translation.get_language() or ""
        user.language = language if language in dict(settings.LANGUAGES) else ""
        user.time_zone = form.cleaned_data.get("time_zone") or user.time_zone
        for name, choice in themes_from_cookies(request).items():
            setattr(user, name, choice)
        super().save_user(request, user, form, commit=False)
        if commit:
            with transaction.atomic():
                user.save()
                player_registered.send(Player, player=user, when=form.cleaned_data.get("email_when", ""))
        return user

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address as reported by our own proxies; "0.0.0.0" if it is not valid."""
        try:
            return str(ipaddress.ip_address(client_address(request)))
        except ValueError:
            return "0.0.0.0"  # noqa: S104 - no server listens there

    def get_reauthentication_methods(self, user: Player) -> list[dict[str, Any]]:
        """Return allauth's methods by which the user can prove their identity again, with our descriptions."""
        found: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [{**method, "description": AGAIN[method["id"]]} for method in found]

    def format_email_subject(self, subject: str) -> str:
        """Return the subject with the server's name in front. allauth would put the host name there."""
        return site.subject_with_site_name(subject)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue the e-mail in the account's language, so that a slow mail server does not delay the page.

        If an address gets too many e-mails, further ones are dropped without notifying the requester.
        """
        if count_hit("emails", email.casefold(), TO_ONE_ADDRESS) is not None:
            logger.warning("too many e-mails to one address: one was dropped")
            return
        where = get_current_site(self.request)
        user = context.get("user")
        language = user.language if isinstance(user, Player) and user.language else translation.get_language()
        with translation.override(language):
            message = self.render_mail(
                template_prefix, email, {"email": email, "current_site": where, "site_name": site.name(), **context}
            )
        link_is_good_for = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
        queue_email(message, good_for=link_is_good_for if template_prefix == OPENS_ACCOUNT else GOOD_FOR)
