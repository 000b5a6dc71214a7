"""Forms of two-factor authentication: django-allauth's, with our texts and limits."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.security.second_factor import TooManyCodeAttempts, WrongCode, check_and_use_code, to_ascii_digits
from foundation.text import check_single_line

LONGEST_CODE = 40
LONGEST_NAME = 60


def _code_field(help_text: Any = "") -> forms.CharField:
    attributes = {"autocomplete": "one-time-code", "inputmode": "numeric", "dir": "ltr", "spellcheck": "false"}
    widget = forms.TextInput(attrs=attributes)
    return forms.CharField(
        label=pgettext_lazy("label", "Code"), max_length=LONGEST_CODE, widget=widget, help_text=help_text
    )


def _name_field() -> forms.CharField:
    return forms.CharField(
        label=_("Name for this device"),
        max_length=LONGEST_NAME,
        validators=[check_single_line],
        widget=forms.TextInput(attrs={"dir": "auto"}),
        help_text=_("A name to recognise the device by, such as “My phone”."),
    )


class _SpendCodeMixin:
    """Makes a form check a code, and mark the code as used."""

    user: Any
    cleaned_data: dict[str, Any]

    def clean_code(self) -> str:
        """Return the code; raise ValidationError if it is wrong, or after too many tries."""
        code: str = self.cleaned_data["code"]
        try:
            self.authenticator = check_and_use_code(context.request, self.user, code)
        except WrongCode:
            raise get_adapter().validation_error("incorrect_code") from None
        except TooManyCodeAttempts:
            raise forms.ValidationError(_("Too many wrong codes. Try again in 15 minutes.")) from None
        return code


class CodeForm(_SpendCodeMixin, AuthenticateForm):  # type: ignore[misc]
    """Asks for a code after the password."""

    code = _code_field(_("The code from your authenticator app, or one of your recovery codes."))


class CodeReauthenticationForm(_SpendCodeMixin, ReauthenticateForm):  # type: ignore[misc]
    """Asks for a code before a security setting is changed."""

    code = _code_field(_("The code from your authenticator app, or one of your recovery codes."))


@contextmanager
def _invalid_input_as_wrong_code() -> Iterator[None]:
    """Within this context, treat input that no browser sends as a wrong code instead of failing with a server error."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, struct.error) as error:
        raise get_adapter().validation_error("incorrect_code") from error


class _PasskeyInputMixin:
    """Rejects input that is not a passkey response."""

    def clean_credential(self) -> Any:
        """Return the passkey response. Raises ValidationError if it is not valid."""
        with _invalid_input_as_wrong_code():
            return super().clean_credential()  # type: ignore[misc]


class PasskeySecondFactorForm(_PasskeyInputMixin, AuthenticateWebAuthnForm):  # type: ignore[misc]
    """Asks for a passkey after the password."""


class PasskeyLoginForm(_PasskeyInputMixin, LoginWebAuthnForm):  # type: ignore[misc]
    """Signs in with a passkey alone."""


class PasskeyReauthenticationForm(_PasskeyInputMixin, ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Asks for a passkey before a security setting is changed."""


class NewAuthenticatorAppForm(ActivateTOTPForm):  # type: ignore[misc]
    """Asks for the first code of a new authenticator app, to prove that the app has the secret."""

    code = _code_field(_("The six-digit code from your authenticator app."))

    def clean_code(self) -> str:
        """Return the code, converted to the digits 0 to 9; raise ValidationError if it is wrong."""
        self.cleaned_data["code"] = to_ascii_digits(self.cleaned_data["code"])
        code: str = super().clean_code()
        return code


class NewPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """Adds a passkey."""

    name = _name_field()
    passwordless = forms.BooleanField(
        label=_("Allow signing in without a password"),
        required=False,
        initial=True,
        help_text=_(
            "The device will ask for your fingerprint, face or PIN. Untick this if your security key supports none "
            "of these."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = False

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. Raises ValidationError if the browser's response is not a new passkey."""
        with _invalid_input_as_wrong_code():
            cleaned: dict[str, Any] = super().clean()
        return cleaned


class PasskeyNameForm(EditWebAuthnForm):  # type: ignore[misc]
    """Renames a passkey."""

    name = _name_field()
