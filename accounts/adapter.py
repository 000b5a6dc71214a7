"""How allauth signs people up here."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import check_name, skeleton


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Names that cannot be confused; sign-up can be closed; mail never breaks a page."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether people may register themselves."""
        return bool(settings.IGO_OPEN_FOR_SIGNUP)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Check the name, and that nobody has one that looks like it."""
        check_name(username)
        if not shallow and Player.objects.filter(name_key=skeleton(username)).exists():
            raise forms.ValidationError(_("This name is taken, or looks like one that is."))
        return username

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Hand the letter over to a thread: a mail server that hangs delays no page."""
        from accounts.mail import send_soon

        send_soon(self.render_mail(template_prefix, email, context))
