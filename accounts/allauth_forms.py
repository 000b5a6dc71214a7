"""allauth's forms with our own texts, because allauth's translations use other terms, also in Persian."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

PASSWORD = pgettext_lazy("label", "Password")
STRONG = _("At least 8 characters. A few unrelated words work well.")
LABELS = {
    "email": pgettext_lazy("text", "E-mail address"),
    "oldpassword": pgettext_lazy("label", "Current password"),
    "password": PASSWORD,
    "password1": pgettext_lazy("label", "New password"),
    "password2": _("New password again"),
}


def _forgotten_password_link() -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse("account_reset_password"), gettext("Forgot your password?"))


class _LabelsMixin:
    """Shows labels instead of placeholders, which disappear when the user types."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)
            if name in ("oldpassword", "password"):
                field.help_text = _forgotten_password_link()
            elif name == "password1":
                field.help_text = STRONG


class ChangePasswordForm(_LabelsMixin, allauth.ChangePasswordForm):  # type: ignore[misc]
    """Replaces the account's password."""


class SetPasswordForm(_LabelsMixin, allauth.SetPasswordForm):  # type: ignore[misc]
    """Sets a first password, for an account that has none because its owner signs in another way."""


class ResetPasswordKeyForm(_LabelsMixin, allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    """Sets a new password, after the user has followed the link in an e-mail."""


class ReauthenticateForm(_LabelsMixin, allauth.ReauthenticateForm):  # type: ignore[misc]
    """Asks for the password again before a security setting is changed."""


class AddEmailForm(_LabelsMixin, allauth.AddEmailForm):  # type: ignore[misc]
    """Adds another e-mail address to the account."""


class ResetPasswordForm(_LabelsMixin, allauth.ResetPasswordForm):  # type: ignore[misc]
    """Asks for the address of an account whose password is forgotten."""
